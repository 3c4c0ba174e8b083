package io.dragoman.conversation;

import java.util.Optional;

/** One content part of a turn. Work on kinds goes through {@link Cases}, so that a new kind breaks the build where it matters. */
public sealed interface Block permits Text, Image, Document, Thinking, RedactedThinking, ToolCall, ToolResult, ServerToolCall,
        ServerToolResult, Carried, Opaque {
    /** The JSON this block was read from; a block made here has none. Whoever changes a block drops it. */
    Optional<Raw> raw();

    <R> R accept(Cases<R> cases);

    /** One method a kind. */
    interface Cases<R> {
        R text(Text block);

        R image(Image block);

        R document(Document block);

        R thinking(Thinking block);

        R redactedThinking(RedactedThinking block);

        R toolCall(ToolCall block);

        R toolResult(ToolResult block);

        R serverToolCall(ServerToolCall block);

        R serverToolResult(ServerToolResult block);

        R carried(Carried block);

        R opaque(Opaque block);
    }
}
