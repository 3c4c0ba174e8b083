package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a request declares: tools, hosted web search, and which of them may or must be called. */
final class ToolReader {
    /** Hosted search is asked for by a field of its own on this wire; by this name it stands among the tools. */
    static final String SEARCH_FIELD = "web_search_options";
    static final String SEARCH_NAME = "web_search";
    private static final Json NO_PARAMETERS = Json.text("{\"type\":\"object\",\"properties\":{}}");

    private ToolReader() {}

    static List<Tool> tools(Value request) {
        List<Tool> tools = new ArrayList<>();
        request.given("tools").ifPresent(all -> all.require(Kind.ARRAY).elements().forEach(tool -> tools.add(tool(tool))));
        request.given("functions").ifPresent(all -> all.require(Kind.ARRAY).elements()
                .forEach(function -> tools.add(function(function.require(Kind.OBJECT), function))));
        request.given(SEARCH_FIELD).ifPresent(options -> tools.add(search(SEARCH_FIELD, options.require(Kind.OBJECT))));
        return tools;
    }

    private static Tool tool(Value tool) {
        String type = tool.require(Kind.OBJECT).text("type").orElse("function");
        if (type.equals(SEARCH_NAME) || type.startsWith("web_search_")) {
            return search(type, tool);
        }
        return switch (type) {
            case "function" -> function(tool.required("function").require(Kind.OBJECT), tool);
            case "custom" -> custom(tool.required("custom").require(Kind.OBJECT), tool);
            default -> new Tool.OpaqueTool(tool.text("name").orElse(type), type, ChatBlocks.raw(tool));
        };
    }

    private static Tool function(Value function, Value tool) {
        return new Tool.FunctionTool(function.required("name").string(), Optional.empty(), function.text("description").orElse(""),
                function.given("parameters").map(schema -> schema.require(Kind.OBJECT).json()).orElse(NO_PARAMETERS),
                function.given("strict").map(Value::bool), false, Optional.of(ChatBlocks.raw(tool)));
    }

    private static Tool custom(Value custom, Value tool) {
        return new Tool.CustomTool(custom.required("name").string(), Optional.empty(), custom.text("description").orElse(""),
                custom.given("format").map(format -> flat(format.json(), "grammar")), Optional.of(ChatBlocks.raw(tool)));
    }

    private static Tool search(String type, Value options) {
        List<String> allowed = new ArrayList<>();
        options.given("filters").flatMap(filters -> filters.given("allowed_domains"))
                .ifPresent(domains -> domains.elements().forEach(domain -> allowed.add(domain.string())));
        return new Tool.WebSearchTool(SEARCH_NAME, type, Optional.empty(), allowed, List.of(),
                options.given("user_location").map(location -> flat(location.json(), "approximate")), true,
                Optional.of(ChatBlocks.raw(options)));
    }

    /** Other wires write beside the type what this one writes into an object named like it. */
    private static Json flat(Json nested, String name) {
        JsonNode tree = nested.tree();
        if (!tree.path(name).isObject()) {
            return nested;
        }
        ObjectNode flat = Json.MAPPER.createObjectNode();
        flat.set("type", tree.path("type"));
        flat.setAll((ObjectNode) tree.path(name));
        return Json.of(flat);
    }

    static Optional<ToolChoice> choice(Value request) {
        return request.given("tool_choice").or(() -> request.given("function_call")).map(ToolReader::choiceOf);
    }

    private static ToolChoice choiceOf(Value choice) {
        if (choice.is(Kind.STRING)) {
            return switch (choice.string()) {
                case "auto" -> ToolChoice.of(Mode.AUTO);
                case "required" -> ToolChoice.of(Mode.REQUIRED);
                case "none" -> ToolChoice.of(Mode.NONE);
                default -> throw choice.invalid("must be none, auto, required or an object");
            };
        }
        String type = choice.require(Kind.OBJECT).text("type").orElse("");
        if (type.equals(SEARCH_NAME) || type.startsWith("web_search_")) {
            return ToolChoice.of(Mode.WEB_SEARCH);
        }
        if (type.equals("allowed_tools")) {
            return allowed(choice.given("allowed_tools").orElse(choice));
        }
        return new ToolChoice(Mode.NAMED, List.of(named(choice)));
    }

    private static ToolChoice allowed(Value allowed) {
        Mode mode = allowed.text("mode").orElse("auto").equals("required") ? Mode.REQUIRED : Mode.AUTO;
        return new ToolChoice(mode, allowed.required("tools").require(Kind.ARRAY).elements().stream().map(ToolReader::named).toList());
    }

    private static String named(Value tool) {
        return tool.require(Kind.OBJECT).given("function").or(() -> tool.given("custom")).orElse(tool).required("name").string();
    }
}
