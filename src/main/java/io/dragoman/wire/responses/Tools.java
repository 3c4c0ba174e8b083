package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.TYPE;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads tool declarations. A namespace is read as its tools, each with the name of the namespace. */
final class Tools {
    static final Json NO_PARAMETERS = Json.text("{\"type\":\"object\",\"properties\":{}}");

    private Tools() {}

    /**
     * @param tools    an array
     * @param maxCalls the request's limit for hosted tools
     */
    static List<Tool> read(Value tools, Optional<Long> maxCalls) {
        List<Tool> found = new ArrayList<>();
        for (Value tool : tools.require(Kind.ARRAY).elements()) {
            add(tool, maxCalls, found);
        }
        return found;
    }

    private static void add(Value tool, Optional<Long> maxCalls, List<Tool> found) {
        String type = tool.require(Kind.OBJECT).required(TYPE).string();
        if (type.equals("namespace")) {
            Optional<String> namespace = Optional.of(tool.required(NAME).string());
            for (Value member : tool.required(Names.TOOLS).require(Kind.ARRAY).elements()) {
                found.add(one(member.require(Kind.OBJECT).required(TYPE).string(), member, namespace, maxCalls));
            }
        } else {
            found.add(one(type, tool, Optional.empty(), maxCalls));
        }
    }

    private static Tool one(String type, Value tool, Optional<String> namespace, Optional<Long> maxCalls) {
        Optional<Raw> raw = Optional.of(new Raw(ResponsesWire.NAME, tool.json()));
        if (isWebSearch(type)) {
            return webSearch(type, tool, maxCalls, raw);
        }
        return switch (type) {
            case Names.FUNCTION -> function(tool.required(NAME).string(), namespace, tool, raw);
            case Names.CUSTOM -> new Tool.CustomTool(tool.required(NAME).string(), namespace, tool.text("description").orElse(""),
                    tool.given("format").map(Value::json), raw);
            case Names.TOOL_SEARCH -> tool.text("execution").filter("client"::equals).isPresent()
                    ? function(Names.TOOL_SEARCH, namespace, tool, raw)
                    : new Tool.HostedTool(type, type, raw);
            case "file_search", "code_interpreter", "mcp", "image_generation", "programmatic_tool_calling" -> new Tool.HostedTool(type, type, raw);
            default -> new Tool.OpaqueTool(tool.text(NAME).orElse(type), type, raw.get());
        };
    }

    private static Tool function(String name, Optional<String> namespace, Value tool, Optional<Raw> raw) {
        Json schema = tool.given("parameters").map(Value::json).orElse(NO_PARAMETERS);
        Optional<Boolean> strict = tool.given("strict").map(Value::bool);
        boolean deferred = tool.field("defer_loading").filter(value -> value.is(Kind.TRUE)).isPresent();
        return new Tool.FunctionTool(name, namespace, tool.text("description").orElse(""), schema, strict, deferred, raw);
    }

    /** By type, never by name: a function may be called web_search. */
    static boolean isWebSearch(String type) {
        return type.equals(Names.WEB_SEARCH) || type.startsWith("web_search_");
    }

    private static Tool webSearch(String type, Value tool, Optional<Long> maxCalls, Optional<Raw> raw) {
        Optional<Value> filters = tool.given("filters");
        boolean live = tool.field("external_web_access").filter(value -> value.is(Kind.FALSE)).isEmpty();
        return new Tool.WebSearchTool(Names.WEB_SEARCH, type, maxCalls, domains(filters, "allowed_domains"), domains(filters, "blocked_domains"),
                tool.given("user_location").map(Value::json), live, raw);
    }

    private static List<String> domains(Optional<Value> filters, String field) {
        return filters.flatMap(value -> value.given(field)).stream().flatMap(list -> list.require(Kind.ARRAY).elements().stream())
                .map(Value::string).toList();
    }
}
