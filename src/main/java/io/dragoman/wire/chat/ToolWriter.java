package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes tools for a provider that runs none of them itself, but for hosted search where it was set up to. */
final class ToolWriter implements Tool.Cases<Optional<Json>> {
    private final Optional<ToolChoice> choice;
    private final TargetRules rules;
    private final Losses losses;
    private final Map<String, Json> fields = new LinkedHashMap<>();

    private ToolWriter(Optional<ToolChoice> choice, TargetRules rules, Losses losses) {
        this.choice = choice;
        this.rules = rules;
        this.losses = losses;
    }

    /** Fields of the request: tools, tool_choice, parallel_tool_calls, web_search_options, as far as they are needed. */
    static Map<String, Json> write(Conversation conversation, TargetRules rules, Losses losses) {
        ToolWriter writer = new ToolWriter(conversation.toolChoice(), rules, losses);
        List<Json> tools = new ArrayList<>();
        conversation.tools().stream().filter(writer::isAllowed).forEach(tool -> tool.accept(writer).ifPresent(tools::add));
        writer.refuseWhatIsForcedAndGone(conversation.tools(), tools.isEmpty());
        if (!tools.isEmpty()) {
            writer.fields.put("tools", JsonText.array(tools));
            conversation.toolChoice().flatMap(ToolWriter::choice).ifPresent(json -> writer.fields.put("tool_choice", json));
            conversation.settings().parallelTools()
                    .ifPresent(parallel -> writer.fields.put("parallel_tool_calls", Json.text(parallel.toString())));
        }
        return writer.fields;
    }

    /** Hosts rarely know a list of allowed tools; those that are not on it are not declared. */
    private boolean isAllowed(Tool tool) {
        return choice.filter(c -> c.mode() != Mode.NAMED && !c.names().isEmpty() && !c.names().contains(tool.name())).isEmpty();
    }

    private void refuseWhatIsForcedAndGone(List<Tool> declared, boolean none) {
        if (choice.filter(c -> c.mode() == Mode.WEB_SEARCH).isPresent() && !fields.containsKey(ToolReader.SEARCH_FIELD)) {
            throw Failure.invalid("tool_choice forces web_search, which this model's provider does not run.", "tool_choice").exception();
        }
        boolean named = choice.filter(c -> c.mode() == Mode.NAMED && declared.stream().filter(ToolWriter::isOfProvider)
                .anyMatch(tool -> c.names().contains(tool.name()))).isPresent();
        boolean required = none && !declared.isEmpty() && choice.filter(c -> c.mode() == Mode.REQUIRED).isPresent();
        if (named || required) {
            throw Failure.invalid("tool_choice forces a tool that this model's provider does not run.", "tool_choice").exception();
        }
    }

    private static boolean isOfProvider(Tool tool) {
        return tool instanceof Tool.HostedTool || tool instanceof Tool.WebSearchTool || tool instanceof Tool.OpaqueTool;
    }

    static Optional<Json> choice(ToolChoice choice) {
        return switch (choice.mode()) {
            case AUTO -> Optional.of(Json.text("\"auto\""));
            case REQUIRED -> Optional.of(Json.text("\"required\""));
            case NONE -> Optional.of(Json.text("\"none\""));
            case NAMED -> Optional.of(Json.of(named("function", choice.names().get(0))));
            case WEB_SEARCH -> Optional.empty();
        };
    }

    static ObjectNode named(String type, String name) {
        ObjectNode named = JsonNodeFactory.instance.objectNode().put("type", type);
        named.putObject(type).put("name", name);
        return named;
    }

    @Override
    public Optional<Json> function(Tool.FunctionTool tool) {
        JsonNode schema = ObjectSchema.of(tool.schema().tree());
        if (schema != tool.schema().tree()) {
            losses.coerced("tools[].parameters", "The schema of a function must be an object at its root.");
        }
        return Optional.of(function(tool.name(), tool.description(), schema, tool.strict()));
    }

    @Override
    public Optional<Json> custom(Tool.CustomTool tool) {
        JsonNode format = tool.format().map(Json::tree).orElse(JsonNodeFactory.instance.objectNode());
        String grammar = format.path("definition").asText("");
        String description = grammar.isEmpty() ? tool.description()
                : (tool.description() + "\n\nThe input must follow this " + format.path("syntax").asText("") + " grammar:\n" + grammar).strip();
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putObject("properties").putObject(ToolArguments.FREE_TEXT).put("type", "string").put("description", "The whole input, as plain text.");
        schema.putArray("required").add(ToolArguments.FREE_TEXT);
        schema.put("additionalProperties", false);
        losses.coerced("tools[].custom", "The tool was declared as a function with one string.");
        return Optional.of(function(tool.name(), description, schema, Optional.empty()));
    }

    private static Json function(String name, String description, JsonNode schema, Optional<Boolean> strict) {
        ObjectNode tool = JsonNodeFactory.instance.objectNode().put("type", "function");
        ObjectNode function = tool.putObject("function").put("name", name);
        if (!description.isEmpty()) {
            function.put("description", description);
        }
        function.set("parameters", schema);
        strict.ifPresent(is -> function.put("strict", is));
        return Json.of(tool);
    }

    @Override
    public Optional<Json> webSearch(Tool.WebSearchTool tool) {
        if (!rules.webSearch() || !tool.live()) {
            losses.dropped("tools[].web_search", "The provider runs no web search.");
            return Optional.empty();
        }
        if (!tool.allowedDomains().isEmpty() || !tool.blockedDomains().isEmpty()) {
            throw Failure.invalid("web_search: this model's provider cannot limit its search to domains; leave "
                    + (tool.blockedDomains().isEmpty() ? "allowed_domains" : "blocked_domains") + " out.", "tools").exception();
        }
        tool.maxUses().ifPresent(limit -> losses.dropped("tools[].max_uses", "The provider takes no limit of searches."));
        fields.put(ToolReader.SEARCH_FIELD, tool.raw().filter(raw -> raw.isOf(ChatWire.NAME) && tool.type().equals(ToolReader.SEARCH_FIELD))
                .map(raw -> raw.json()).orElseGet(() -> searchOptions(tool)));
        return Optional.empty();
    }

    private static Json searchOptions(Tool.WebSearchTool tool) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        tool.userLocation().map(Json::tree).filter(JsonNode::isObject).ifPresent(location -> {
            ObjectNode approximate = location.deepCopy();
            approximate.remove("type");
            options.putObject("user_location").put("type", "approximate").set("approximate", approximate);
        });
        return Json.of(options);
    }

    @Override
    public Optional<Json> hosted(Tool.HostedTool tool) {
        losses.dropped("tools[]." + tool.type(), "The provider does not run this tool.");
        return Optional.empty();
    }

    @Override
    public Optional<Json> opaque(Tool.OpaqueTool tool) {
        losses.dropped("tools[]." + tool.type(), "The Chat wire has no such tool.");
        return Optional.empty();
    }
}
