package io.dragoman.conversation;

import java.util.Map;

/**
 * How the client calls its tools, by the names that the provider was told. Made while a request is fitted to a target, used on the way back.
 *
 * @param tools provider's name to the client's tool; names that are the same on both sides and of the same form need no entry
 */
public record Aliases(Map<String, ClientTool> tools) {
    public static final Aliases NONE = new Aliases(Map.of());

    /** @param namespace empty string when the tool stands in no group */
    public record ClientTool(String name, String namespace, ToolCall.Form form) {}

    public Aliases {
        tools = Map.copyOf(tools);
    }
}
