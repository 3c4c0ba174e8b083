package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import java.util.Optional;

/** The same block with other raw JSON, or without. */
final class Raws implements Block.Cases<Block> {
    private final Optional<Raw> raw;

    private Raws(Optional<Raw> raw) {
        this.raw = raw;
    }

    static Block with(Block block, Optional<Raw> raw) {
        return block.accept(new Raws(raw));
    }

    @Override
    public Block text(Text block) {
        return new Text(block.text(), block.citations(), raw);
    }

    @Override
    public Block image(Image block) {
        return new Image(block.media(), raw);
    }

    @Override
    public Block document(Document block) {
        return new Document(block.media(), block.title(), raw);
    }

    @Override
    public Block thinking(Thinking block) {
        return new Thinking(block.text(), block.signature(), block.issuer(), raw);
    }

    @Override
    public Block redactedThinking(RedactedThinking block) {
        return new RedactedThinking(block.data(), block.issuer(), raw);
    }

    @Override
    public Block toolCall(ToolCall block) {
        return new ToolCall(block.id(), block.name(), block.namespace(), block.arguments(), block.form(), raw);
    }

    @Override
    public Block toolResult(ToolResult block) {
        return new ToolResult(block.callId(), block.content(), block.error(), raw);
    }

    @Override
    public Block serverToolCall(ServerToolCall block) {
        return new ServerToolCall(block.id(), block.type(), block.name(), block.input(), raw);
    }

    @Override
    public Block serverToolResult(ServerToolResult block) {
        return new ServerToolResult(block.callId(), block.type(), block.content(), raw);
    }

    @Override
    public Block carried(Carried block) {
        return new Carried(block.token(), raw);
    }

    @Override
    public Block opaque(Opaque block) {
        return raw.<Block>map(json -> new Opaque(block.type(), json)).orElse(block);
    }
}
