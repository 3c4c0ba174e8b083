package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a provider's reply. Its end counts only where event and status agree, its items by output index ({@link OutputItems}); what
 * contradicts itself fails.
 */
final class ReplyDecoder implements io.dragoman.wire.ReplyDecoder {
    private enum State { WAITING, STREAMING, ENDED }

    private static final Set<String> TERMINALS = Set.of("response.completed", "response.incomplete", "response.failed",
            "response.cancelled", "response.canceled", "error");
    private static final int MAX_EVENT_BYTES = 64 << 20;

    private final ReplyEvents events;
    private final OutputItems items;
    private State state = State.WAITING;
    private String responseId = "";
    private long sequence = -1;
    private boolean counts;
    private String last = "";

    ReplyDecoder(ReplyQuery query, EventSink sink) {
        events = new ReplyEvents(sink);
        items = new OutputItems(query, events);
    }

    @Override
    public boolean hasBegun() {
        return items.anyHidden();
    }

    @Override
    public void frame(SseFrame.Event frame) {
        // An end that says nothing more than its name would still be taken for one by a client of this wire.
        boolean says = !frame.data().isBlank() || TERMINALS.contains(frame.name());
        if (state != State.ENDED && says && !frame.data().strip().equals("[DONE]")) {
            guarded(() -> read(frame));
        }
    }

    @Override
    public void whole(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        String document = text.startsWith("\uFEFF") ? text.substring(1).strip() : text;
        if (document.startsWith("data:") || document.startsWith("event:") || document.startsWith(":")) {
            guarded(() -> new SseDecoder(MAX_EVENT_BYTES, this::stray).feed(body, 0, body.length));
            end();
            return;
        }
        if (state != State.ENDED) {
            guarded(() -> document(document, body));
        }
    }

    private void stray(SseFrame frame) {
        if (frame instanceof SseFrame.Event event) {
            frame(event);
        }
    }

    @Override
    public void end() {
        state = switch (state) {
            case WAITING -> fail(Failure.cut("The provider closed the stream before its first event."));
            case STREAMING -> fail(Failure.cut("The provider closed the stream inside the answer."));
            case ENDED -> state;
        };
    }

    @Override
    public void broken(Failure cause) {
        if (state != State.ENDED) {
            state = fail(cause);
        }
    }

    private State fail(Failure failure) {
        events.failed(failure);
        return State.ENDED;
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (DragomanException e) {
            state = fail(e.failure());
        }
        if (events.isEnded()) {
            state = State.ENDED;
        }
    }

    private void read(SseFrame.Event frame) {
        Payload payload = Payload.read(frame.data())
                .orElseThrow(() -> OutputItem.broken("The provider sent an event that is no JSON object."));
        String type = type(frame.name(), payload);
        if (isRepeated(payload, frame.data())) {
            return;
        }
        switch (type) {
            case "response.created", "response.queued", "response.in_progress" -> lifecycle(payload);
            case "response.completed", "response.incomplete" -> terminal(type, response(payload));
            case "response.failed" -> throw failed(response(payload)).exception();
            case "response.cancelled", "response.canceled" ->
                    throw Failure.of(Failure.Kind.SERVER_ERROR, 502, "The provider cancelled the response.").exception();
            case "error" -> throw errorEvent(payload).exception();
            default -> {
                if (OutputItems.knows(type)) {
                    start("", "");
                    items.event(type, payload);
                }
            }
        }
    }

    /** Where the event line and the payload name different ends, nobody knows which is true. */
    private static String type(String name, Payload payload) {
        if (payload.type().isEmpty()) {
            return payload.error().isPresent() ? "error" : name;
        }
        boolean conflict = !name.isEmpty() && !name.equals(payload.type()) && (TERMINALS.contains(name)
                || TERMINALS.contains(payload.type()) && name.startsWith("response."));
        if (conflict) {
            throw OutputItem.broken("The provider's event " + name + " says " + payload.type() + " inside.");
        }
        return payload.type();
    }

    /** Some hosts number all events alike: numbers count from the first step up. */
    private boolean isRepeated(Payload payload, String data) {
        if (!payload.hasSequence()) {
            return false;
        }
        long number = payload.sequence();
        if (counts && number <= sequence) {
            if (data.equals(last)) {
                return true;
            }
            throw OutputItem.broken("The provider's events are out of order.");
        }
        counts |= sequence >= 0 && number > sequence;
        sequence = number;
        last = data;
        return false;
    }

    private void lifecycle(Payload payload) {
        JsonNode response = payload.response().map(Json::tree).orElse(Json.MAPPER.createObjectNode());
        sameId(response);
        start(response.path("id").asText(""), response.path("model").asText(""));
    }

    private void sameId(JsonNode response) {
        String id = response.path("id").asText("");
        if (!id.isEmpty() && !responseId.isEmpty() && !id.equals(responseId)) {
            throw OutputItem.broken("The provider changed the id of the response.");
        }
        responseId = responseId.isEmpty() ? id : responseId;
    }

    private void start(String id, String model) {
        if (state == State.WAITING) {
            state = State.STREAMING;
            events.started(id, model, Usage.NONE);
        }
    }

    private static JsonNode response(Payload payload) {
        return payload.response().map(Json::tree).orElse(Json.MAPPER.createObjectNode());
    }

    private void terminal(String type, JsonNode response) {
        sameId(response);
        start(response.path("id").asText(""), response.path("model").asText(""));
        String status = response.path("status").asText("");
        JsonNode error = response.path("error");
        boolean erred = !error.isMissingNode() && !error.isNull();
        if (erred || status.equals("failed") || status.equals("cancelled")) {
            throw failed(response).exception();
        }
        String own = type.substring("response.".length());
        if (!status.isEmpty() && !status.equals(own)) {
            throw OutputItem.broken("The provider's " + type + " has status " + status + ".");
        }
        boolean cut = own.equals("incomplete");
        items.terminal(response.path("output"), cut ? OutputItem.Completeness.CUT : OutputItem.Completeness.WHOLE);
        if (events.isEnded()) {
            return;
        }
        StopReason stop = cut ? StopReasons.ofIncomplete(response.path("incomplete_details").path("reason").asText("")) : items.ownEnd();
        events.finished(stop, UsageFields.read(response.path("usage"), searches(response)));
    }

    private long searches(JsonNode response) {
        JsonNode told = response.path("tool_usage").path("web_search").path("num_requests");
        return told.isIntegralNumber() ? told.asLong() : items.searches();
    }

    private static Failure failed(JsonNode response) {
        return ResponsesErrors.inReply(response.path("error"), "The provider's response failed.");
    }

    private static Failure errorEvent(Payload payload) {
        Optional<JsonNode> nested = payload.error().map(Json::tree).filter(e -> e.isObject() || e.isTextual())
                .or(() -> payload.response().map(r -> r.tree().path("error")).filter(JsonNode::isObject));
        return ResponsesErrors.inReply(nested.orElseGet(() -> payload.whole().tree()), "The provider sent an error.");
    }

    private void document(String text, byte[] body) {
        JsonNode response = tree(text);
        JsonNode error = response.path("error");
        if (!response.path("object").asText("").equals("response") && !response.path("output").isArray()) {
            if (!error.isMissingNode() && !error.isNull()) {
                throw ResponsesErrors.INSTANCE.read(200, Map.of(), body).exception();
            }
            throw Failure.protocol("The provider's answer is no response.").exception();
        }
        String status = response.path("status").asText("completed");
        if (status.equals("failed") || !error.isMissingNode() && !error.isNull()) {
            throw failed(response).exception();
        }
        if (!status.equals("completed") && !status.equals("incomplete")) {
            throw OutputItem.broken("The provider answered with status " + status + ".");
        }
        terminal("response." + status, response);
    }

    private static JsonNode tree(String text) {
        try {
            JsonNode tree = Json.MAPPER.readTree(text);
            if (tree.isObject()) {
                return tree;
            }
        } catch (IOException e) {
            // What it is instead is of no use to a client.
        }
        throw Failure.protocol(text.isEmpty() ? "The provider's answer is empty." : "The provider's answer is no JSON object.").exception();
    }
}
