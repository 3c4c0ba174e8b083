package io.dragoman.conversation;

import java.util.Optional;

/**
 * What a provider's own tool returned.
 *
 * @param type    the block type as the provider spells it, such as {@code web_search_tool_result}
 * @param content object or array, exactly as received
 */
public record ServerToolResult(String callId, String type, Json content, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.serverToolResult(this);
    }
}
