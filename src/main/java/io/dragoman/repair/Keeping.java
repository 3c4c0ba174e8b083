package io.dragoman.repair;

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
import java.util.Optional;

/** Leaves every kind of block as it is; a repair says which kinds it is about. */
abstract class Keeping implements Block.Cases<Optional<Block>> {
    @Override
    public Optional<Block> text(Text block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> image(Image block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> document(Document block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> thinking(Thinking block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> redactedThinking(RedactedThinking block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> toolCall(ToolCall block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> toolResult(ToolResult block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> serverToolCall(ServerToolCall block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> serverToolResult(ServerToolResult block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> carried(Carried block) {
        return Optional.of(block);
    }

    @Override
    public Optional<Block> opaque(Opaque block) {
        return Optional.of(block);
    }
}
