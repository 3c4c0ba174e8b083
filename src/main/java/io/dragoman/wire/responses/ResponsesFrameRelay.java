package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.responses.ReplyHead.Standing;
import io.dragoman.wire.sse.SseFrame;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Watches a provider's events on their way to a client of the same wire. Response id and event numbers are found by their text: frames are
 * not parsed again.
 */
final class ResponsesFrameRelay implements FrameRelay {
    private static final String NUMBER = "\"sequence_number\":";
    private static final List<String> ENDS = List.of("response.completed", "response.incomplete", "response.failed");

    private final ReplyContext context;
    private Optional<String> responseId = Optional.empty();
    private String model = "";
    private long number = -1;
    private boolean begun;
    private boolean ended;

    ResponsesFrameRelay(ReplyContext context) {
        this.context = context;
    }

    /**
     * Codex overlooks {@code error} events, and the official client throws on them; both understand a failed response. Codex decides by its code
     * whether to try again, and takes one that it does not know for worth trying.
     */
    @Override
    public boolean tells(SseFrame.Event frame, Failure failure) {
        Optional<JsonNode> response = kind(frame).equals("response.failed")
                ? Payload.read(frame.data()).flatMap(Payload::response).map(Json::tree) : Optional.empty();
        return response.filter(r -> r.path("status").asText().equals("failed") && r.path("id").asText().equals(responseId.orElse(""))
                && r.path("error").path("code").asText().equals(ResponsesErrors.streamCode(failure))).isPresent();
    }

    @Override
    public void passed(SseFrame.Event frame) {
        begun = true;
        String data = frame.data();
        number = Math.max(number, number(data));
        if (responseId.isEmpty() && data.contains("\"response\"")) {
            Payload.read(data).flatMap(Payload::response).ifPresent(response -> {
                String id = response.tree().path("id").asText("");
                responseId = id.isEmpty() ? Optional.empty() : Optional.of(id);
                model = response.tree().path("model").asText("");
            });
        }
        ended |= ENDS.contains(kind(frame));
    }

    /** The event's own type where the line says nothing, or nothing of this wire. */
    private static String kind(SseFrame.Event frame) {
        String name = frame.name();
        if (name.startsWith("response.") || name.equals("error")) {
            return name;
        }
        return frame.data().isBlank() ? name : Payload.read(frame.data()).map(payload -> payload.type().isEmpty() && payload.error().isPresent()
                ? "error" : payload.type()).orElse(name);
    }

    /** Inside a string the quotes of such a key would be escaped. */
    private static long number(String data) {
        int at = data.lastIndexOf(NUMBER);
        long found = -1;
        if (at >= 0) {
            int i = at + NUMBER.length();
            while (i < data.length() && data.charAt(i) == ' ') {
                i++;
            }
            while (i < data.length() && data.charAt(i) >= '0' && data.charAt(i) <= '9' && found < Integer.MAX_VALUE) {
                found = Math.max(found, 0) * 10 + data.charAt(i++) - '0';
            }
        }
        return found;
    }

    @Override
    public void failure(Failure failure, ByteArrayOutputStream out) {
        if (ended) {
            return;
        }
        ended = true;
        ReplyHead head = head();
        if (!begun) {
            byte[] running = JsonOut.object(json -> head.write(json, Standing.running()));
            ReplyFrames.Numbered.write(out, "response.created", ++number, json -> json.raw("response", running));
        }
        Standing failed = new Standing("failed", List.of(), Optional.empty(), Optional.of(failure), Optional.empty());
        ReplyFrames.Numbered.write(out, "response.failed", ++number,
                json -> json.raw("response", JsonOut.object(response -> head.write(response, failed))));
    }

    /** The provider's own numbers go on from where they are, so that a sign of life takes none of its own. */
    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        if (ended) {
            return;
        }
        if (!begun || responseId.isEmpty()) {
            SseWriter.comment(out, "keep-alive");
            return;
        }
        byte[] running = JsonOut.object(head()::writeShort);
        ReplyFrames.Numbered.write(out, "response.in_progress", Math.max(number, 0), json -> json.raw("response", running));
    }

    private ReplyHead head() {
        ReplyHead head = responseId.map(id -> new ReplyHead(context, id)).orElseGet(() -> new ReplyHead(context));
        head.model(model);
        return head;
    }
}
