package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;

/**
 * The client's answer to a {@link ToolCall}. Stands in a user turn.
 *
 * @param content texts, images, documents and opaque parts; may be empty
 * @param error   the tool failed
 */
public record ToolResult(String callId, List<Block> content, boolean error, Optional<Raw> raw) implements Block {
    public ToolResult {
        content = List.copyOf(content);
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.toolResult(this);
    }
}
