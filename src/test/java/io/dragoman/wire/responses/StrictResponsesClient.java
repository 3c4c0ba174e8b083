package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Assembles a stream as strictly as any client of this wire does, and notes every breach of its rules. */
final class StrictResponsesClient {
    private static final Set<String> LIFE = Set.of("response.created", "response.queued", "response.in_progress");
    private static final Set<String> ENDS = Set.of("response.completed", "response.incomplete", "response.failed");

    private static final class Part {
        private final String type;
        private final StringBuilder text = new StringBuilder();
        private final List<JsonNode> annotations = new ArrayList<>();

        private Part(String type) {
            this.type = type;
        }
    }

    private static final class Item {
        private final JsonNode announced;
        private final List<Part> parts = new ArrayList<>();
        private final List<Part> summary = new ArrayList<>();
        private final StringBuilder arguments = new StringBuilder();
        private JsonNode done = Json.MAPPER.missingNode();

        private Item(JsonNode announced) {
            this.announced = announced;
        }
    }

    final List<String> problems = new ArrayList<>();
    final List<String> types = new ArrayList<>();
    final List<JsonNode> events = new ArrayList<>();
    JsonNode response = Json.MAPPER.missingNode();
    private final List<Item> items = new ArrayList<>();
    private String id = "";
    private long sequence = -1;

    static StrictResponsesClient read(byte[] stream) {
        StrictResponsesClient client = new StrictResponsesClient();
        SseDecoder decoder = new SseDecoder(1 << 26, frame -> {
            if (frame instanceof SseFrame.Event event) {
                client.frame(event);
            }
        });
        decoder.feed(stream, 0, stream.length);
        if (stream.length > 1 && (stream[stream.length - 1] != '\n' || stream[stream.length - 2] != '\n')) {
            client.problems.add("the last event has no blank line");
        }
        decoder.end();
        if (client.response.isMissingNode()) {
            client.problems.add("no terminal event");
        }
        return client;
    }

    List<JsonNode> items() {
        return items.stream().map(item -> item.done.isMissingNode() ? item.announced : item.done).toList();
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            problems.add(rule);
        }
    }

    private void frame(SseFrame.Event frame) {
        JsonNode event;
        try {
            event = Json.MAPPER.readTree(frame.data());
        } catch (IOException e) {
            problems.add("no JSON: " + frame.data());
            return;
        }
        String type = event.path("type").asText();
        events.add(event);
        require(frame.name().equals(type), "event line " + frame.name() + ", type " + type);
        require(response.isMissingNode(), type + " after the end");
        require(types.isEmpty() == type.equals("response.created"), "created stands first and once, not " + type);
        require(event.path("sequence_number").isIntegralNumber() && event.path("sequence_number").asLong() > sequence,
                type + " has number " + event.path("sequence_number"));
        sequence = event.path("sequence_number").asLong();
        types.add(type);
        if (LIFE.contains(type) || ENDS.contains(type)) {
            life(type, event.path("response"));
        } else {
            content(type, event);
        }
    }

    private void life(String type, JsonNode said) {
        require(said.path("id").isTextual() && !said.path("id").asText().isEmpty(), type + " without response id");
        require(id.isEmpty() || id.equals(said.path("id").asText()), "the response id changed");
        id = said.path("id").asText();
        require(said.path("object").asText().equals("response"), type + " is no response");
        require(said.path("output").isArray(), type + " without output");
        if (LIFE.contains(type)) {
            require(said.path("status").asText().equals("in_progress"), type + " has status " + said.path("status"));
            return;
        }
        require(("response." + said.path("status").asText()).equals(type), type + " has status " + said.path("status"));
        response = said;
        if (type.equals("response.failed")) {
            require(said.path("error").path("message").isTextual() && said.path("error").path("code").isTextual(), "failed without error");
            return;
        }
        require(!type.equals("response.incomplete") || said.path("incomplete_details").path("reason").isTextual(), "incomplete without reason");
        JsonNode usage = said.path("usage");
        require(usage.path("total_tokens").asLong(-1) == usage.path("input_tokens").asLong(-9) + usage.path("output_tokens").asLong(-9),
                "usage " + usage);
        List<JsonNode> done = items.stream().map(item -> item.done).filter(item -> !item.isMissingNode()).toList();
        require(type.equals("response.incomplete") || done.size() == items.size(), "an item was never done");
        List<JsonNode> listed = new ArrayList<>();
        said.path("output").forEach(listed::add);
        require(listed.equals(done), "the finished output differs: " + listed + " but " + done);
    }

    private void content(String type, JsonNode event) {
        int index = event.path("output_index").asInt(-1);
        if (type.equals("response.output_item.added")) {
            added(index, event.path("item"));
            return;
        }
        if (index < 0 || index >= items.size()) {
            problems.add(type + " for unknown index " + index);
            return;
        }
        Item item = items.get(index);
        require(item.done.isMissingNode(), type + " after the item was done");
        if (type.equals("response.output_item.done")) {
            done(item, event.path("item"));
            return;
        }
        require(event.path("item_id").asText().equals(item.announced.path("id").asText()), type + " has item_id " + event.path("item_id"));
        switch (type) {
            case "response.content_part.added" -> part(item.parts, event, "content_index");
            case "response.reasoning_summary_part.added" -> part(item.summary, event, "summary_index");
            case "response.output_text.delta" -> text(item.parts, event, "content_index", "output_text").append(event.path("delta").asText());
            case "response.refusal.delta" -> text(item.parts, event, "content_index", "refusal").append(event.path("delta").asText());
            case "response.reasoning_summary_text.delta" ->
                    text(item.summary, event, "summary_index", "summary_text").append(event.path("delta").asText());
            case "response.output_text.done" -> same(text(item.parts, event, "content_index", "output_text"), event.path("text"), type);
            case "response.refusal.done" -> same(text(item.parts, event, "content_index", "refusal"), event.path("refusal"), type);
            case "response.reasoning_summary_text.done" ->
                    same(text(item.summary, event, "summary_index", "summary_text"), event.path("text"), type);
            case "response.content_part.done" -> same(text(item.parts, event, "content_index", event.path("part").path("type").asText()),
                    event.path("part").path(event.path("part").has("text") ? "text" : "refusal"), type);
            case "response.reasoning_summary_part.done" ->
                    same(text(item.summary, event, "summary_index", "summary_text"), event.path("part").path("text"), type);
            case "response.output_text.annotation.added" -> annotation(item, event);
            case "response.function_call_arguments.delta" -> arguments(item, "function_call").append(event.path("delta").asText());
            case "response.custom_tool_call_input.delta" -> arguments(item, "custom_tool_call").append(event.path("delta").asText());
            case "response.function_call_arguments.done" -> same(arguments(item, "function_call"), event.path("arguments"), type);
            case "response.custom_tool_call_input.done" -> same(arguments(item, "custom_tool_call"), event.path("input"), type);
            case "response.web_search_call.in_progress", "response.web_search_call.searching", "response.web_search_call.completed" ->
                    require(item.announced.path("type").asText().equals("web_search_call"), type + " on another item");
            default -> problems.add("unknown event " + type);
        }
    }

    private void added(int index, JsonNode announced) {
        require(index == items.size(), "output_index " + index + " instead of " + items.size());
        Set<String> ids = new HashSet<>();
        items.forEach(item -> ids.add(item.announced.path("id").asText()));
        require(announced.path("id").isTextual() && ids.add(announced.path("id").asText()), "item id " + announced.path("id"));
        require(announced.path("id").asText().length() <= 64, "item id is too long");
        String type = announced.path("type").asText();
        if (type.equals("function_call") || type.equals("custom_tool_call")) {
            require(!announced.path("call_id").asText().isEmpty() && !announced.path("name").asText().isEmpty(), type + " without head");
            require(items.stream().noneMatch(i -> i.announced.path("call_id").equals(announced.path("call_id"))), "call_id twice");
        }
        items.add(new Item(announced));
    }

    private void part(List<Part> parts, JsonNode event, String indexField) {
        require(event.path(indexField).asInt(-1) == parts.size(), indexField + " " + event.path(indexField));
        parts.add(new Part(event.path("part").path("type").asText()));
    }

    private StringBuilder text(List<Part> parts, JsonNode event, String indexField, String type) {
        int index = event.path(indexField).asInt(-1);
        if (index < 0 || index >= parts.size()) {
            problems.add(event.path("type").asText() + " before its part");
            return new StringBuilder();
        }
        require(parts.get(index).type.equals(type), event.path("type").asText() + " on a part " + parts.get(index).type);
        return parts.get(index).text;
    }

    private StringBuilder arguments(Item item, String type) {
        require(item.announced.path("type").asText().equals(type), "arguments of " + type + " on another item");
        return item.arguments;
    }

    private void same(StringBuilder streamed, JsonNode whole, String type) {
        require(whole.isTextual() && whole.textValue().contentEquals(streamed), type + " differs from its deltas");
    }

    private void annotation(Item item, JsonNode event) {
        int index = event.path("content_index").asInt(-1);
        if (index < 0 || index >= item.parts.size()) {
            problems.add("annotation before its part");
            return;
        }
        Part part = item.parts.get(index);
        require(event.path("annotation_index").asInt(-1) == part.annotations.size(), "annotation_index " + event.path("annotation_index"));
        part.annotations.add(event.path("annotation"));
    }

    private void done(Item item, JsonNode whole) {
        for (String field : List.of("id", "type", "call_id")) {
            require(whole.path(field).equals(item.announced.path(field)), field + " changed from " + item.announced + " to " + whole);
        }
        item.done = whole;
        String type = whole.path("type").asText();
        if (type.equals("message")) {
            require(whole.path("content").size() == item.parts.size(), "message done with other parts");
            for (int i = 0; i < Math.min(whole.path("content").size(), item.parts.size()); i++) {
                JsonNode part = whole.path("content").get(i);
                same(item.parts.get(i).text, part.path(part.has("text") ? "text" : "refusal"), "message part");
                List<JsonNode> annotations = new ArrayList<>();
                part.path("annotations").forEach(annotations::add);
                require(annotations.equals(item.parts.get(i).annotations), "message annotations differ");
            }
        } else if (type.equals("function_call")) {
            same(item.arguments, whole.path("arguments"), "function_call");
            try {
                require(Json.MAPPER.readTree(whole.path("arguments").asText()).isObject(), "arguments are no object");
            } catch (IOException e) {
                problems.add("arguments are no JSON");
            }
        } else if (type.equals("custom_tool_call")) {
            same(item.arguments, whole.path("input"), "custom_tool_call");
        } else if (type.equals("reasoning")) {
            require(whole.path("summary").isArray(), "reasoning without summary");
        }
    }
}
