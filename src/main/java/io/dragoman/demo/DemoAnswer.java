package io.dragoman.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * What the demo says to a request of the Anthropic wire, the same for the same request: it calls the first client tool when it is asked to, plays a
 * whole web search when one is declared, reads tool results back, and else repeats what it was told. Every answer says that it is a demo.
 *
 * @param blocks content blocks, complete
 */
record DemoAnswer(String id, String model, List<ObjectNode> blocks, String stopReason, int inputTokens, int searches) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String WHO = "This is Dragoman's built-in demo, no model is behind it. ";
    private static final String SOURCE = "https://en.wikipedia.org/wiki/Dragoman";
    private static final String TITLE = "Dragoman - Wikipedia";
    private static final String QUOTE = "A dragoman was an interpreter, translator, and official guide between Turkish-, Arabic-, and Persian-speaking"
            + " countries and European embassies.";

    static DemoAnswer to(JsonNode request) {
        JsonNode last = last(request.path("messages"));
        String asked = text(last);
        String mark = Integer.toHexString(request.path("messages").toString().hashCode());
        List<ObjectNode> blocks = new ArrayList<>();
        Optional<JsonNode> tool = clientTool(request, asked, last);
        boolean search = tool.isEmpty() && results(last).isEmpty() && declaresSearch(request);
        if (tool.isPresent()) {
            blocks.add(said(WHO + "It calls " + tool.get().path("name").asText() + "."));
            blocks.add(call("toolu_demo" + mark, tool.get()));
        } else if (search) {
            blocks.addAll(searched("srvtoolu_demo" + mark, asked));
        } else {
            blocks.add(said(WHO + results(last).map(result -> "The tool returned: " + result).orElse("You said: " + asked)));
        }
        int input = Math.max(1, request.toString().length() / 4);
        return new DemoAnswer("msg_demo" + mark, request.path("model").asText("demo"), blocks, tool.isPresent() ? "tool_use" : "end_turn", input,
                search ? 1 : 0);
    }

    int outputTokens() {
        return Math.max(1, blocks.stream().mapToInt(block -> block.toString().length() / 4).sum());
    }

    ObjectNode usage(boolean atEnd) {
        ObjectNode usage = NODES.objectNode().put("input_tokens", inputTokens).put("cache_creation_input_tokens", 0)
                .put("cache_read_input_tokens", 0).put("output_tokens", atEnd ? outputTokens() : 1);
        if (atEnd && searches > 0) {
            usage.putObject("server_tool_use").put("web_search_requests", searches);
        }
        return usage;
    }

    /** The answer as one document. */
    ObjectNode whole() {
        ObjectNode message = shell();
        ArrayNode content = (ArrayNode) message.get("content");
        blocks.forEach(content::add);
        message.put("stop_reason", stopReason);
        message.set("usage", usage(true));
        return message;
    }

    /** The message as a stream begins with it. */
    ObjectNode shell() {
        ObjectNode message = NODES.objectNode().put("id", id).put("type", "message").put("role", "assistant").put("model", model);
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.set("usage", usage(false));
        return message;
    }

    private static ObjectNode said(String text) {
        ObjectNode block = NODES.objectNode().put("type", "text").put("text", text);
        return block;
    }

    private static ObjectNode call(String id, JsonNode tool) {
        ObjectNode block = NODES.objectNode().put("type", "tool_use").put("id", id).put("name", tool.path("name").asText());
        block.set("input", sample(tool.path("input_schema")));
        return block;
    }

    /** A value that fits a schema of the simple kind. */
    private static ObjectNode sample(JsonNode schema) {
        ObjectNode input = NODES.objectNode();
        schema.path("properties").fields().forEachRemaining(property -> {
            boolean required = StreamSupport.stream(schema.path("required").spliterator(), false)
                    .anyMatch(name -> name.asText().equals(property.getKey()));
            if (required || schema.path("required").isEmpty()) {
                input.set(property.getKey(), value(property.getValue()));
            }
        });
        return input;
    }

    private static JsonNode value(JsonNode schema) {
        if (schema.path("enum").size() > 0) {
            return schema.path("enum").get(0);
        }
        return switch (schema.path("type").asText("string")) {
            case "integer", "number" -> NODES.numberNode(1);
            case "boolean" -> NODES.booleanNode(true);
            case "array" -> NODES.arrayNode();
            case "object" -> sample(schema);
            default -> NODES.textNode("demo");
        };
    }

    private static List<ObjectNode> searched(String id, String asked) {
        ObjectNode call = NODES.objectNode().put("type", "server_tool_use").put("id", id).put("name", "web_search");
        call.putObject("input").put("query", asked.isEmpty() ? "dragoman" : asked.substring(0, Math.min(asked.length(), 80)));
        ObjectNode result = NODES.objectNode().put("type", "web_search_tool_result").put("tool_use_id", id);
        result.putArray("content").addObject().put("type", "web_search_result").put("url", SOURCE).put("title", TITLE)
                .put("encrypted_content", opaque("content", id)).put("page_age", "January 1, 2026");
        ObjectNode cited = said(QUOTE);
        cited.putArray("citations").addObject().put("type", "web_search_result_location").put("url", SOURCE).put("title", TITLE)
                .put("encrypted_index", opaque("index", id)).put("cited_text", QUOTE);
        return List.of(said(WHO + "It pretends to search the web."), call, result, cited, said(" That was the demo's only page."));
    }

    private static String opaque(String what, String id) {
        return Base64.getEncoder().encodeToString(("dragoman demo " + what + " of " + id).getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<JsonNode> clientTool(JsonNode request, String asked, JsonNode last) {
        String choice = request.path("tool_choice").path("type").asText("auto");
        List<JsonNode> tools = StreamSupport.stream(request.path("tools").spliterator(), false).filter(tool -> tool.has("input_schema")).toList();
        if (tools.isEmpty() || choice.equals("none") || results(last).isPresent()) {
            return Optional.empty();
        }
        if (choice.equals("tool")) {
            return tools.stream().filter(tool -> tool.path("name").equals(request.path("tool_choice").path("name"))).findFirst();
        }
        boolean isAsked = choice.equals("any") || asked.toLowerCase(java.util.Locale.ROOT).matches("(?s).*\\btools?\\b.*");
        return tools.stream().filter(tool -> asked.contains(tool.path("name").asText())).findFirst()
                .or(() -> isAsked ? Optional.of(tools.get(0)) : Optional.empty());
    }

    private static boolean declaresSearch(JsonNode request) {
        return StreamSupport.stream(request.path("tools").spliterator(), false)
                .anyMatch(tool -> tool.path("type").asText().startsWith("web_search_")) && !request.path("tool_choice").path("type").asText().equals("none");
    }

    private static JsonNode last(JsonNode messages) {
        JsonNode found = NODES.objectNode();
        for (JsonNode message : messages) {
            found = message.path("role").asText().equals("user") ? message : found;
        }
        return found;
    }

    private static String text(JsonNode message) {
        if (message.path("content").isTextual()) {
            return message.path("content").asText();
        }
        StringBuilder text = new StringBuilder();
        message.path("content").forEach(block -> text.append(block.path("text").asText("")));
        return text.toString();
    }

    private static Optional<String> results(JsonNode message) {
        for (JsonNode block : message.path("content")) {
            if (block.path("type").asText().equals("tool_result")) {
                JsonNode content = block.path("content");
                return Optional.of(content.isTextual() ? content.asText() : text(block));
            }
        }
        return Optional.empty();
    }
}
