package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.ReplyEvents;
import java.util.Optional;

/** An item of a kind that the model does not know, or a tool search that the client runs. It is shown when it is complete. */
final class OtherItem extends OutputItem {
    private Optional<Json> json = Optional.empty();
    private Optional<ReplyEvents> events = Optional.empty();
    private boolean shown;

    OtherItem(int index, String type) {
        super(index, type);
    }

    @Override
    void added(Json item) {}

    @Override
    void done(Json item, Completeness completeness) {
        if (!isDone()) {
            json = Optional.of(item);
            markDone();
            events.ifPresent(this::showWhole);
        }
    }

    @Override
    void show(ReplyEvents target, ShowContext context) {
        events = Optional.of(target);
        if (isDone()) {
            showWhole(target);
        }
    }

    @Override
    boolean isUnbegun() {
        return !shown;
    }

    /** A tool search that the client runs is a call like any other. */
    boolean isClientCall() {
        return type().equals("tool_search_call") && json.map(Json::tree).filter(item -> item.path("call_id").isTextual()
                && !item.path("execution").asText().equals("server")).isPresent();
    }

    private void showWhole(ReplyEvents target) {
        shown = true;
        json.ifPresent(item -> target.whole(block(item)));
    }

    private Block block(Json item) {
        Raw raw = new Raw(ResponsesWire.NAME, item);
        if (isClientCall()) {
            JsonNode arguments = item.tree().path("arguments");
            return new ToolCall(item.tree().path("call_id").textValue(), "tool_search", Optional.empty(),
                    arguments.isTextual() ? arguments.textValue() : arguments.toString(), ToolCall.Form.JSON, Optional.of(raw));
        }
        return new Opaque(type(), raw);
    }
}
