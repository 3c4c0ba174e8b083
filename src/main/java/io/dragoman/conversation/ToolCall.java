package io.dragoman.conversation;

import java.util.Optional;

/**
 * A call of a tool that the client runs.
 *
 * @param namespace the group the tool belongs to, on wires that group tools
 * @param arguments JSON text of an object for {@link Form#JSON}, kept as it was spelt; any text for {@link Form#TEXT}
 */
public record ToolCall(String id, String name, Optional<String> namespace, String arguments, Form form, Optional<Raw> raw) implements Block {
    /** JSON: an object by a schema. TEXT: free text, for tools that declare a grammar or none. */
    public enum Form { JSON, TEXT }

    public static ToolCall of(String id, String name, String arguments) {
        return new ToolCall(id, name, Optional.empty(), arguments, Form.JSON, Optional.empty());
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.toolCall(this);
    }
}
