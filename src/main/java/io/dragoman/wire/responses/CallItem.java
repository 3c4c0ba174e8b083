package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolCall.Form;
import io.dragoman.wire.ReplyEvents;
import java.io.IOException;
import java.util.Optional;

/** A call of a client's tool. It ends only when the provider said so and the arguments are what it said. */
final class CallItem extends OutputItem {
    private final Form form;
    private final StringBuilder arguments = new StringBuilder();
    private String callId = "";
    private String name = "";
    private Optional<String> namespace = Optional.empty();
    private Optional<Json> announced = Optional.empty();
    private Optional<Json> complete = Optional.empty();
    private boolean argumentsDone;
    private Optional<ReplyEvents> events = Optional.empty();
    private Optional<ReplyEvents.OpenBlock> block = Optional.empty();

    CallItem(int index, String type) {
        super(index, type);
        form = type.equals("custom_tool_call") ? Form.TEXT : Form.JSON;
    }

    String callId() {
        return callId;
    }

    @Override
    void added(Json item) {
        if (announced.isEmpty()) {
            announced = Optional.of(item);
            head(item);
            String given = given(item.tree());
            if (arguments.length() == 0 && !given.equals("{}")) {
                append(given);
            }
            open();
        }
    }

    private void head(Json item) {
        JsonNode tree = item.tree();
        callId = same("call_id", callId, tree.path("call_id").asText(""));
        name = same("name", name, tree.path("name").asText(""));
        if (tree.path("namespace").isTextual() && !tree.path("namespace").textValue().isEmpty()) {
            namespace = Optional.of(tree.path("namespace").textValue());
        }
    }

    /** Some hosts leave the value empty when they say it again. */
    private static String same(String field, String known, String again) {
        if (known.isEmpty() || again.isEmpty() || known.equals(again)) {
            return again.isEmpty() ? known : again;
        }
        throw broken("The provider changed the " + field + " of a tool call.");
    }

    private String given(JsonNode item) {
        JsonNode value = item.path(form == Form.TEXT ? "input" : "arguments");
        return value.isTextual() ? value.textValue() : value.isObject() ? value.toString() : "";
    }

    void delta(String piece) {
        if (!isDone()) {
            append(piece);
        } else if (!piece.isEmpty()) {
            throw broken("The provider sent arguments of a tool call that it had completed.");
        }
    }

    private void append(String piece) {
        if (!piece.isEmpty()) {
            arguments.append(piece);
            block.ifPresent(b -> b.arguments(piece));
        }
    }

    /** All arguments at once; an empty value says nothing, since some hosts send it before the deltas. */
    void argumentsDone(String whole) {
        if (!isDone() && !whole.isEmpty()) {
            reconcile(whole);
            argumentsDone = true;
        }
    }

    private void reconcile(String whole) {
        if (whole.length() >= arguments.length() && whole.startsWith(arguments.toString())) {
            append(whole.substring(arguments.length()));
        } else if (!arguments.toString().startsWith(whole) && !sameJson(whole)) {
            throw broken("The provider's finished tool call differs from what it had streamed.");
        }
    }

    private boolean sameJson(String whole) {
        try {
            return form == Form.JSON && Json.MAPPER.readTree(whole).equals(Json.MAPPER.readTree(arguments.toString()));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    void done(Json item, Completeness completeness) {
        if (isDone()) {
            return;
        }
        head(item);
        boolean cut = completeness == Completeness.CUT || item.tree().path("status").asText("").equals("incomplete");
        String given = given(item.tree());
        if (!given.isEmpty()) {
            reconcile(given);
        }
        if (!cut) {
            complete = Optional.of(item);
            complete();
        }
    }

    private void complete() {
        if (callId.isEmpty()) {
            callId = id().isEmpty() ? "call_" + index() : id();
        }
        if (name.isEmpty()) {
            throw broken("The provider sent a tool call without a name.");
        }
        if (form == Form.JSON) {
            if (arguments.toString().isBlank()) {
                open();
                append("{}");
            }
            check();
        }
        markDone();
        open();
        finish();
    }

    private void check() {
        try {
            if (Json.MAPPER.readTree(arguments.toString()).isObject()) {
                return;
            }
        } catch (IOException e) {
            // Told below: what the provider wrote stays out of the message.
        }
        throw broken("The provider completed a call of " + name + " whose arguments are no JSON object.");
    }

    @Override
    void show(ReplyEvents target, ShowContext context) {
        events = Optional.of(target);
        open();
        finish();
    }

    @Override
    boolean isUnbegun() {
        return block.isEmpty();
    }

    private void open() {
        if (block.isEmpty() && events.isPresent() && !callId.isEmpty() && !name.isEmpty()) {
            ReplyEvents.OpenBlock opened = events.get().open(call("", announced));
            block = Optional.of(opened);
            if (arguments.length() > 0) {
                opened.arguments(arguments.toString());
            }
        }
    }

    private void finish() {
        if (isDone() && block.isPresent() && !block.get().isClosed()) {
            // An item that left out what had been streamed is no longer the whole call.
            block.get().finish(text -> call(text, complete.filter(item -> given(item.tree()).equals(text))));
        }
    }

    private ToolCall call(String text, Optional<Json> item) {
        return new ToolCall(callId, name, namespace, text, form, item.map(json -> new Raw(ResponsesWire.NAME, json)));
    }

    /** True when the provider completed it, if only by its arguments. */
    boolean isComplete() {
        return isDone();
    }

    @Override
    void end(Completeness completeness) {
        if (isDone()) {
            return;
        }
        if (completeness == Completeness.CUT) {
            block.filter(b -> !b.isClosed()).ifPresent(ReplyEvents.OpenBlock::drop);
        } else if (argumentsDone) {
            complete();
        } else {
            throw broken("The provider ended the reply without completing a tool call.");
        }
    }
}
