package io.dragoman.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** An answer as the server-sent events of the Anthropic wire, text word by word. */
final class DemoStream {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<byte[]> frames = new ArrayList<>();

    private DemoStream() {}

    /** One frame an element. */
    static List<byte[]> of(DemoAnswer answer) {
        DemoStream stream = new DemoStream();
        ObjectNode start = event("message_start");
        start.set("message", answer.shell());
        stream.add(start);
        int number = 0;
        for (ObjectNode block : answer.blocks()) {
            stream.block(number++, block);
        }
        ObjectNode delta = event("message_delta");
        delta.putObject("delta").put("stop_reason", answer.stopReason()).putNull("stop_sequence");
        delta.set("usage", answer.usage(true));
        stream.add(delta);
        stream.add(event("message_stop"));
        return stream.frames;
    }

    private void block(int number, ObjectNode block) {
        ObjectNode shell = block.deepCopy();
        List<ObjectNode> deltas = new ArrayList<>();
        switch (block.path("type").asText()) {
            case "text" -> {
                shell.put("text", "");
                if (shell.has("citations")) {
                    shell.putArray("citations");
                    block.path("citations").forEach(citation -> deltas.add((ObjectNode) NODES.objectNode().put("type", "citations_delta").set("citation", citation)));
                }
                for (String word : block.path("text").asText().split("(?<= )")) {
                    deltas.add(NODES.objectNode().put("type", "text_delta").put("text", word));
                }
            }
            case "tool_use", "server_tool_use" -> {
                shell.set("input", NODES.objectNode());
                deltas.add(input(""));
                deltas.add(input(Json.of(block.get("input")).text()));
            }
            default -> { }
        }
        ObjectNode start = event("content_block_start").put("index", number);
        start.set("content_block", shell);
        add(start);
        for (ObjectNode each : deltas) {
            ObjectNode delta = event("content_block_delta").put("index", number);
            delta.set("delta", each);
            add(delta);
        }
        add(event("content_block_stop").put("index", number));
    }

    private static ObjectNode input(String json) {
        return NODES.objectNode().put("type", "input_json_delta").put("partial_json", json);
    }

    private static ObjectNode event(String type) {
        return NODES.objectNode().put("type", type);
    }

    private void add(JsonNode event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SseWriter.event(out, event.get("type").asText(), Json.of(event).toBytes());
        frames.add(out.toByteArray());
    }
}
