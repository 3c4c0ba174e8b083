package io.dragoman.wire.responses;

import io.dragoman.conversation.Aliases.ClientTool;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolCall.Form;
import java.io.IOException;
import java.util.Optional;

/**
 * A call of a client's tool, by the client's own name for it. A free-text tool that the provider knows as a function of one string gets
 * that string. Only the provider's own end of the call makes it done: clients run a call that is.
 */
final class CallOut extends BlockOut {
    private final ReplyItems items;
    private final ClientTool tool;
    private final String callId;
    private final int index;
    private final String id;
    private final StringBuilder sent = new StringBuilder();
    private final Optional<InputText> wrapped;

    CallOut(ReplyItems items, ToolCall shell, ClientTool tool) {
        items.beforeVisible();
        this.items = items;
        this.tool = tool;
        callId = shell.id();
        index = items.nextIndex();
        id = items.id(isText() ? "ctc_" : "fc_", index, shell.raw());
        wrapped = isText() && shell.form() == Form.JSON ? Optional.of(new InputText()) : Optional.empty();
        items.added(index, item("in_progress", ""));
    }

    static boolean isToolSearch(Raw raw) {
        String type = raw.isOf(ResponsesWire.NAME) ? raw.json().tree().path("type").asText() : "";
        return type.equals(Names.TOOL_SEARCH) || type.equals(Names.TOOL_SEARCH_CALL);
    }

    private boolean isText() {
        return tool.form() == Form.TEXT;
    }

    @Override
    void arguments(String delta) {
        send(wrapped.isPresent() ? wrapped.get().next(delta) : delta);
    }

    private void send(String piece) {
        if (!piece.isEmpty()) {
            sent.append(piece);
            items.send(isText() ? "response.custom_tool_call_input.delta" : "response.function_call_arguments.delta",
                    json -> at(json).text("delta", piece));
        }
    }

    private JsonOut at(JsonOut json) throws IOException {
        return json.text("item_id", id).number("output_index", index);
    }

    @Override
    void finish(Block block) {
        ToolCall whole = (ToolCall) block;
        if (wrapped.isPresent()) {
            send(wrapped.get().rest(whole.arguments()));
        } else if (sent.toString().isBlank()) {
            send(whole.arguments().isBlank() && !isText() ? "{}" : whole.arguments());
        }
        String arguments = sent.toString();
        if (isText()) {
            items.send("response.custom_tool_call_input.done", json -> at(json).text("input", arguments));
        } else {
            items.send("response.function_call_arguments.done", json -> at(json).text("name", tool.name()).text("arguments", arguments));
        }
        items.done(index, whole.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json).filter(this::isThisCall).map(Json::toBytes)
                .orElseGet(() -> item("completed", arguments)));
    }

    private boolean isThisCall(Json item) {
        return item.tree().path("id").asText().equals(id) && item.tree().path("name").asText().equals(tool.name())
                && item.tree().path("call_id").asText().equals(callId)
                && item.tree().path(isText() ? "input" : "arguments").asText("").contentEquals(sent);
    }

    private byte[] item(String status, String arguments) {
        return JsonOut.object(json -> {
            json.text("id", id).text("type", isText() ? Names.CUSTOM_TOOL_CALL : Names.FUNCTION_CALL).text("status", status)
                    .text("call_id", callId);
            if (!tool.namespace().isEmpty()) {
                json.text("namespace", tool.namespace());
            }
            json.text("name", tool.name()).text(isText() ? "input" : "arguments", arguments);
        });
    }
}
