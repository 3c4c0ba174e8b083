package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Thinking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reasoning details of one stretch of reasoning: opaque to everyone but their host, and in a stream cut into pieces that belong together. */
final class ReasoningTrail {
    private final List<ObjectNode> details = new ArrayList<>();

    boolean isEmpty() {
        return details.isEmpty();
    }

    void add(List<JsonNode> pieces) {
        for (JsonNode piece : pieces) {
            if (piece instanceof ObjectNode object) {
                add(object);
            }
        }
    }

    private void add(ObjectNode piece) {
        if (details.isEmpty() || !continues(details.get(details.size() - 1), piece)) {
            details.add(piece.deepCopy());
            return;
        }
        ObjectNode last = details.get(details.size() - 1);
        piece.fields().forEachRemaining(field -> {
            boolean grows = field.getKey().equals("text") || field.getKey().equals("summary");
            if (grows && field.getValue().isTextual()) {
                last.put(field.getKey(), last.path(field.getKey()).asText("") + field.getValue().textValue());
            } else if (!field.getValue().isNull()) {
                last.set(field.getKey(), field.getValue());
            }
        });
    }

    /** Ciphertext comes whole; text of one entry comes in pieces of the same type and number. */
    private static boolean continues(JsonNode last, JsonNode piece) {
        return !piece.has("data") && last.path("type").equals(piece.path("type")) && last.path("index").equals(piece.path("index"))
                && (!piece.hasNonNull("id") || last.path("id").equals(piece.path("id")));
    }

    /** What these pieces show; the same words usually come as plain reasoning too. */
    static String shown(List<JsonNode> pieces) {
        StringBuilder text = new StringBuilder();
        for (JsonNode piece : pieces) {
            text.append(piece.path("text").asText("")).append(piece.path("summary").asText(""));
        }
        return text.toString();
    }

    /** The finished stretch; afterwards the trail is empty. @param field where its host wrote the text */
    Thinking finish(String text, String field) {
        Thinking whole = thinking(text, field, details);
        details.clear();
        return whole;
    }

    static Thinking thinking(String text, String field, List<? extends JsonNode> details) {
        ObjectNode raw = JsonNodeFactory.instance.objectNode();
        if (!text.isEmpty()) {
            raw.put(field, text);
        }
        if (!details.isEmpty()) {
            ArrayNode array = raw.putArray("reasoning_details");
            details.forEach(array::add);
        }
        return new Thinking(text, Optional.empty(), Optional.empty(), Optional.of(new Raw(ChatWire.NAME, Json.of(raw))));
    }
}
