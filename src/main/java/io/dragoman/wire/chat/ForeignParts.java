package io.dragoman.wire.chat;

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

/** Tells which blocks of an answer hold what a message of this wire cannot, so that the turn needs a carrier. */
final class ForeignParts implements Block.Cases<Boolean> {
    static final ForeignParts NEED_A_CARRIER = new ForeignParts();

    private ForeignParts() {}

    static boolean isOwn(Block block) {
        return block.raw().filter(raw -> raw.isOf(ChatWire.NAME)).isPresent();
    }

    @Override
    public Boolean text(Text block) {
        return !block.citations().isEmpty() && !isOwn(block);
    }

    @Override
    public Boolean thinking(Thinking block) {
        return block.signature().isPresent() && !isOwn(block);
    }

    @Override
    public Boolean redactedThinking(RedactedThinking block) {
        return true;
    }

    @Override
    public Boolean serverToolCall(ServerToolCall block) {
        return true;
    }

    @Override
    public Boolean serverToolResult(ServerToolResult block) {
        return true;
    }

    @Override
    public Boolean opaque(Opaque block) {
        return !isOwn(block);
    }

    @Override
    public Boolean image(Image block) {
        return false;
    }

    @Override
    public Boolean document(Document block) {
        return false;
    }

    @Override
    public Boolean toolCall(ToolCall block) {
        return false;
    }

    @Override
    public Boolean toolResult(ToolResult block) {
        return false;
    }

    @Override
    public Boolean carried(Carried block) {
        return false;
    }
}
