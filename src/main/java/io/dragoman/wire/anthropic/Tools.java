package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads tool declarations. */
final class Tools {
    static final String WEB_SEARCH = "web_search";
    private static final String CUSTOM = "custom";
    /** Types, without their version, of tools that the provider itself runs. */
    private static final List<String> HOSTED = List.of("web_fetch", "code_execution", "tool_search_tool", "advisor", "mcp_toolset");

    private Tools() {}

    static List<Tool> readArray(JsonScan.Value array) {
        List<Tool> tools = new ArrayList<>();
        for (JsonScan.Value element : array.require(Kind.ARRAY).elements()) {
            tools.add(read(element));
        }
        return tools;
    }

    private static Tool read(JsonScan.Value tool) {
        String type = tool.require(Kind.OBJECT).given(Names.TYPE).map(JsonScan.Value::string).orElse(CUSTOM);
        Raw raw = Blocks.raw(tool.json());
        if (type.equals(CUSTOM)) {
            return function(tool, raw);
        }
        if (type.equals(WEB_SEARCH) || type.startsWith(WEB_SEARCH + "_")) {
            return webSearch(tool, type, raw);
        }
        String name = tool.text(Names.NAME).orElse(type);
        if (HOSTED.stream().anyMatch(type::startsWith)) {
            return new Tool.HostedTool(name, type, Optional.of(raw));
        }
        return ClientTools.schema(type).<Tool>map(schema -> new Tool.FunctionTool(name, Optional.empty(), ClientTools.description(type),
                schema, Optional.empty(), false, Optional.of(raw))).orElseGet(() -> new Tool.OpaqueTool(name, type, raw));
    }

    private static Tool function(JsonScan.Value tool, Raw raw) {
        String name = tool.required(Names.NAME).string();
        Json schema = tool.required("input_schema").require(Kind.OBJECT).json();
        return new Tool.FunctionTool(name, Optional.empty(), tool.text("description").orElse(""), schema,
                tool.given("strict").map(JsonScan.Value::bool), tool.given("defer_loading").map(JsonScan.Value::bool).orElse(false),
                Optional.of(raw));
    }

    private static Tool webSearch(JsonScan.Value tool, String type, Raw raw) {
        List<String> allowed = domains(tool, "allowed_domains");
        List<String> blocked = domains(tool, "blocked_domains");
        if (!allowed.isEmpty() && !blocked.isEmpty()) {
            throw tool.invalid("must not have both allowed_domains and blocked_domains");
        }
        return new Tool.WebSearchTool(tool.text(Names.NAME).orElse(WEB_SEARCH), type, maxUses(tool), allowed, blocked,
                tool.given("user_location").map(place -> place.require(Kind.OBJECT).json()), true, Optional.of(raw));
    }

    private static Optional<Long> maxUses(JsonScan.Value tool) {
        return tool.given("max_uses").map(given -> {
            OptionalLong uses = given.whole();
            if (uses.isEmpty() || uses.getAsLong() < 1) {
                throw given.invalid("must be a whole number greater than 0");
            }
            return uses.getAsLong();
        });
    }

    static List<String> domains(JsonScan.Value tool, String field) {
        List<String> domains = new ArrayList<>();
        tool.given(field).ifPresent(given -> given.require(Kind.ARRAY).elements().forEach(d -> domains.add(d.string())));
        return domains;
    }
}
