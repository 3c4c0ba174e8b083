package io.dragoman.conversation;

import java.util.Optional;

/**
 * A call of a tool that the provider runs itself.
 *
 * @param type  the block type as the provider spells it, such as {@code server_tool_use} or {@code web_search_call}
 * @param name  plain tool name, such as {@code web_search}
 * @param input JSON object
 */
public record ServerToolCall(String id, String type, String name, Json input, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.serverToolCall(this);
    }
}
