package io.dragoman.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A provider's whole answer as bytes.
 *
 * @param needed bytes without the last of which the answer is not whole
 */
record GoldenStream(String name, Wire wire, byte[] bytes, int needed) {
    static GoldenStream of(Wire wire, String name) {
        StringBuilder text = new StringBuilder();
        int needed = 0;
        for (JsonNode event : events(wire, name)) {
            text.append(wire == Wires.CHAT ? "" : "event: " + event.path("type").asText() + "\n").append("data: ").append(event);
            boolean isEnd = wire != Wires.CHAT || !event.path("choices").path(0).path("finish_reason").isMissingNode()
                    && !event.path("choices").path(0).path("finish_reason").isNull();
            needed = isEnd ? length(text) : needed;
            text.append("\n\n");
        }
        text.append(wire == Wires.CHAT ? "data: [DONE]\n\n" : "");
        return new GoldenStream(wire.name() + "/" + name, wire, text.toString().getBytes(StandardCharsets.UTF_8), needed);
    }

    private static int length(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** A whole answer as one document. */
    static byte[] document(Wire wire) {
        return Json.of(json(wire, wire == Wires.ANTHROPIC ? "response.tool_use" : wire == Wires.RESPONSES ? "response.completed"
                : "response.tool_calls")).toBytes();
    }

    private static JsonNode events(Wire wire, String name) {
        return json(wire, "stream." + name);
    }

    private static JsonNode json(Wire wire, String name) {
        String folder = wire == Wires.ANTHROPIC ? "anthropic" : wire == Wires.RESPONSES ? "responses" : "chat";
        try (InputStream in = GoldenStream.class.getResourceAsStream("/golden/" + folder + "/" + name + ".json")) {
            if (in == null) {
                throw new IllegalArgumentException("There is no golden " + name + ".");
            }
            return Json.MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
