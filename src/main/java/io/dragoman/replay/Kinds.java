package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;

/** Blocks as this package sees them: what is not named by an implementation is {@link #any}. */
interface Kinds<R> extends Block.Cases<R> {
    R any(Block block);

    @Override
    default R text(Text block) {
        return any(block);
    }

    @Override
    default R image(Image block) {
        return any(block);
    }

    @Override
    default R document(Document block) {
        return any(block);
    }

    @Override
    default R thinking(Thinking block) {
        return any(block);
    }

    @Override
    default R redactedThinking(RedactedThinking block) {
        return any(block);
    }

    @Override
    default R toolCall(ToolCall block) {
        return any(block);
    }

    @Override
    default R toolResult(ToolResult block) {
        return any(block);
    }

    @Override
    default R serverToolCall(ServerToolCall block) {
        return any(block);
    }

    @Override
    default R serverToolResult(ServerToolResult block) {
        return any(block);
    }

    @Override
    default R carried(Carried block) {
        return any(block);
    }

    @Override
    default R opaque(Opaque block) {
        return any(block);
    }
}
