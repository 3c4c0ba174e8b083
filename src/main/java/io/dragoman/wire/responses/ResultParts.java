package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.Losses;
import java.util.List;

/** Parts inside a tool output or a document. What a tool said in a shape that only the client's wire knows goes out as its JSON text. */
final class ResultParts implements Block.Cases<List<Json>> {
    private final PartWriter parts;
    private final Losses losses;

    ResultParts(PartWriter parts, Losses losses) {
        this.parts = parts;
        this.losses = losses;
    }

    @Override
    public List<Json> text(Text block) {
        return parts.input(block).stream().toList();
    }

    @Override
    public List<Json> image(Image block) {
        return parts.image(block);
    }

    @Override
    public List<Json> document(Document block) {
        return parts.document(block);
    }

    @Override
    public List<Json> opaque(Opaque block) {
        return PartWriter.own(block).map(List::of).orElseGet(() -> {
            losses.coerced("tool_result." + block.type(), "The Responses wire takes this part of a tool result as text only.");
            return List.of(PartWriter.inputText(block.json().json().text()));
        });
    }

    @Override
    public List<Json> thinking(Thinking block) {
        return misplaced("thinking");
    }

    @Override
    public List<Json> redactedThinking(RedactedThinking block) {
        return misplaced("redacted_thinking");
    }

    @Override
    public List<Json> toolCall(ToolCall block) {
        return misplaced("tool_use");
    }

    @Override
    public List<Json> toolResult(ToolResult block) {
        return misplaced("tool_result");
    }

    @Override
    public List<Json> serverToolCall(ServerToolCall block) {
        return misplaced(block.type());
    }

    @Override
    public List<Json> serverToolResult(ServerToolResult block) {
        return misplaced(block.type());
    }

    @Override
    public List<Json> carried(Carried block) {
        return misplaced("carrier");
    }

    private List<Json> misplaced(String kind) {
        losses.dropped("tool_result." + kind, "No such part can stand inside a tool result or a document.");
        return List.of();
    }
}
