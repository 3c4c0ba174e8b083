package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts a stream together as the strictest clients do, and complains about whatever one of them would stumble over. */
final class StrictClient {
    final List<String> problems = new ArrayList<>();
    Optional<JsonNode> error = Optional.empty();
    Optional<JsonNode> usage = Optional.empty();
    boolean done;
    String finish = "";
    private final ObjectNode message = JsonNodeFactory.instance.objectNode();
    private final List<ObjectNode> calls = new ArrayList<>();
    private final StringBuilder content = new StringBuilder();
    private boolean hasContent;
    private String id = "";

    static StrictClient read(byte[] stream) {
        StrictClient client = new StrictClient();
        SseDecoder decoder = new SseDecoder(1 << 24, frame -> {
            if (frame instanceof SseFrame.Event event) {
                client.event(event);
            }
        });
        decoder.feed(stream, 0, stream.length);
        if (stream.length > 0 && (stream[stream.length - 1] != '\n' || stream[stream.length - 2] != '\n')) {
            client.problems.add("the last event does not end with a blank line");
        }
        return client;
    }

    private void require(boolean holds, String problem) {
        if (!holds) {
            problems.add(problem);
        }
    }

    private void event(SseFrame.Event event) {
        require(event.name().isEmpty(), "an event line");
        require(!done && error.isEmpty(), "something after the end");
        if (event.data().equals("[DONE]")) {
            done = true;
            return;
        }
        try {
            chunk(Json.MAPPER.readTree(event.data()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void chunk(JsonNode chunk) {
        if (chunk.hasNonNull("error")) {
            error = Optional.of(chunk.get("error"));
            require(chunk.at("/error/message").isTextual(), "an error without a message");
            return;
        }
        require(chunk.path("object").asText().equals("chat.completion.chunk"), "object");
        require(!chunk.path("id").asText().isEmpty() && (id.isEmpty() || id.equals(chunk.get("id").asText())), "the id changed");
        id = chunk.path("id").asText();
        require(chunk.path("choices").isArray(), "no choices");
        if (chunk.path("usage").isObject()) {
            require(chunk.path("choices").isEmpty(), "numbers beside a choice");
            usage = Optional.of(chunk.get("usage"));
        }
        chunk.path("choices").forEach(this::choice);
    }

    private void choice(JsonNode choice) {
        require(choice.path("index").isInt(), "a choice without an index");
        JsonNode delta = choice.path("delta");
        require(delta.isObject(), "no delta");
        require(finish.isEmpty(), "a choice after the finish reason");
        if (delta.has("role")) {
            require(!message.has("role"), "the role twice");
            message.set("role", delta.get("role"));
        }
        require(message.has("role"), "content before the role");
        if (delta.path("content").isTextual()) {
            hasContent = true;
            content.append(delta.get("content").textValue());
        }
        for (String field : List.of("refusal", "reasoning_content")) {
            if (delta.path(field).isTextual()) {
                message.put(field, message.path(field).asText("") + delta.get(field).textValue());
            }
        }
        for (String field : List.of("annotations", "reasoning_details")) {
            if (delta.has(field)) {
                require(!message.has(field), field + " in two chunks: clients keep the last");
                message.set(field, delta.get(field));
            }
        }
        delta.path("tool_calls").forEach(this::call);
        if (choice.hasNonNull("finish_reason")) {
            finish = choice.get("finish_reason").textValue();
            require(List.of("stop", "length", "tool_calls", "content_filter").contains(finish), "an unknown finish reason");
        }
    }

    private void call(JsonNode piece) {
        require(piece.path("index").isInt(), "a call without an index");
        int index = piece.path("index").intValue();
        String kind = piece.has("custom") ? "custom" : "function";
        String text = kind.equals("custom") ? "input" : "arguments";
        if (index == calls.size()) {
            require(!piece.path("id").asText().isEmpty() && !piece.at("/" + kind + "/name").asText().isEmpty()
                    && piece.path("type").asText().equals(kind), "a call begins without id, type or name");
            require(calls.stream().noneMatch(call -> call.get("id").equals(piece.get("id"))), "two calls with one id");
            ObjectNode call = JsonNodeFactory.instance.objectNode();
            call.setAll(List.of("id", "type").stream().collect(java.util.stream.Collectors.toMap(n -> n, piece::get)));
            call.set(kind, piece.get(kind).deepCopy());
            calls.add(call);
            return;
        }
        require(index >= 0 && index < calls.size(), "a gap between the calls");
        require(!piece.has("id") && !piece.has("type") && !piece.at("/" + kind).has("name"), "id, type or name once more");
        require(!piece.at("/" + kind + "/" + text).asText().isEmpty(), "a piece without arguments");
        ObjectNode inner = (ObjectNode) calls.get(index).get(kind);
        inner.put(text, inner.path(text).asText() + piece.at("/" + kind + "/" + text).asText());
    }

    /** The message that such a client holds now, in the shape of a whole answer. */
    JsonNode message() {
        ObjectNode whole = message.deepCopy();
        whole.put("content", hasContent ? content.toString() : null);
        if (!whole.has("refusal")) {
            whole.putNull("refusal");
        }
        if (!calls.isEmpty()) {
            ArrayNode all = whole.putArray("tool_calls");
            calls.forEach(all::add);
        }
        return whole;
    }
}
