package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
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
import java.util.OptionalLong;

/**
 * Writes tools and tool choice. A tool that another vendor runs never becomes a function: it is left out, or refused where it is all
 * that the client asked for.
 */
final class ToolWriter {
    /**
     * @param choice   empty: the wire's default
     * @param maxCalls limit on hosted calls
     * @param search   a web search is among the tools
     */
    record Written(List<Json> tools, Optional<Json> choice, OptionalLong maxCalls, boolean search) {}

    private final TargetRules rules;
    private final Losses losses;
    private final Optional<ToolChoice> choice;
    private final List<Tool> tools;
    private final Optional<Tool.WebSearchTool> search;
    private final boolean searchForced;
    /** What tool_choice may name, as it names it. */
    private final Map<String, ObjectNode> names = new LinkedHashMap<>();

    private ToolWriter(Conversation conversation, TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
        this.tools = conversation.tools();
        this.choice = conversation.toolChoice();
        this.searchForced = choice.filter(this::forcesSearch).isPresent();
        this.search = theSearch();
    }

    static Written write(Conversation conversation, TargetRules rules, Losses losses) {
        return new ToolWriter(conversation, rules, losses).write();
    }

    private Written write() {
        List<Json> written = new ArrayList<>();
        for (Tool tool : tools) {
            tool.accept(new OneTool()).ifPresent(written::add);
        }
        if (written.isEmpty() && tools.stream().anyMatch(tool -> tool instanceof Tool.HostedTool)) {
            throw refuse("This model's provider runs none of the tools that the request declares (" + tools.get(0).name() + ")");
        }
        boolean searches = search.isPresent() && rules.webSearch();
        OptionalLong limit = searches && rules.maxToolCalls() ? SearchWriter.limit(search.get()) : OptionalLong.empty();
        if (limit.isPresent() && limit.getAsLong() > Integer.MAX_VALUE) {
            limit = OptionalLong.empty();
        }
        Optional<Json> chosen = written.isEmpty() ? Optional.empty() : choice.flatMap(this::choice);
        return new Written(written, chosen, limit, searches);
    }

    private boolean forcesSearch(ToolChoice choice) {
        if (choice.mode() != Mode.NAMED) {
            return choice.mode() == Mode.WEB_SEARCH;
        }
        List<Tool> named = tools.stream().filter(tool -> choice.names().contains(tool.name())).toList();
        return !named.isEmpty() && named.stream().allMatch(Tool.WebSearchTool.class::isInstance);
    }

    /** The provider has one search. Of several the forced one counts, else the first. */
    private Optional<Tool.WebSearchTool> theSearch() {
        List<Tool.WebSearchTool> all = tools.stream().filter(Tool.WebSearchTool.class::isInstance).map(Tool.WebSearchTool.class::cast).toList();
        Optional<Tool.WebSearchTool> named = searchForced
                ? all.stream().filter(tool -> choice.orElseThrow().names().contains(tool.name())).findFirst() : Optional.empty();
        return named.or(() -> all.stream().findFirst());
    }

    private Optional<Json> choice(ToolChoice choice) {
        if (searchForced) {
            if (rules.forcedSearch()) {
                return Optional.of(Json.of(Json.MAPPER.createObjectNode().put(TYPE, Names.WEB_SEARCH)));
            }
            losses.coerced("tool_choice", "The provider does not take a forced web search; the model is free to search.");
            return word("auto");
        }
        return switch (choice.mode()) {
            case NONE -> word("none");
            case AUTO -> choice.names().isEmpty() ? word("auto") : allowed(choice, "auto");
            case REQUIRED -> choice.names().isEmpty() ? word("required") : allowed(choice, "required");
            case NAMED, WEB_SEARCH -> Optional.of(Json.of(named(choice)));
        };
    }

    private static Optional<Json> word(String word) {
        return Optional.of(Json.text('"' + word + '"'));
    }

    private ObjectNode named(ToolChoice choice) {
        return choice.names().stream().filter(names::containsKey).findFirst().map(names::get)
                .orElseThrow(() -> refuse("tool_choice forces a tool that this model's provider does not have: " + String.join(", ", choice.names())));
    }

    private Optional<Json> allowed(ToolChoice choice, String mode) {
        ObjectNode object = Json.MAPPER.createObjectNode().put(TYPE, "allowed_tools").put("mode", mode);
        ArrayNode list = object.putArray(Names.TOOLS);
        choice.names().stream().filter(names::containsKey).map(names::get).forEach(list::add);
        return list.isEmpty() ? word("none") : Optional.of(Json.of(object));
    }

    private static RuntimeException refuse(String sentence) {
        return Failure.invalid(sentence + ".", "tools").exception();
    }

    private boolean isForced(Tool tool) {
        return choice.filter(c -> c.mode() == Mode.NAMED && c.names().contains(tool.name())).isPresent();
    }

    private Optional<Json> leaveOut(Tool tool, String type) {
        if (isForced(tool)) {
            throw refuse("tool_choice forces " + tool.name() + ", which this model's provider does not run");
        }
        losses.dropped("tools[]." + type, "The provider does not run this tool.");
        return Optional.empty();
    }

    /** One declaration; empty when it is left out. */
    private final class OneTool implements Tool.Cases<Optional<Json>> {
        @Override
        public Optional<Json> function(Tool.FunctionTool tool) {
            names.put(tool.name(), Json.MAPPER.createObjectNode().put(TYPE, Names.FUNCTION).put(NAME, tool.name()));
            return Optional.of(own(tool).orElseGet(() -> Json.of(declare(tool, losses))));
        }

        @Override
        public Optional<Json> custom(Tool.CustomTool tool) {
            names.put(tool.name(), Json.MAPPER.createObjectNode().put(TYPE, Names.CUSTOM).put(NAME, tool.name()));
            return Optional.of(own(tool).orElseGet(() -> Json.of(declare(tool))));
        }

        @Override
        public Optional<Json> webSearch(Tool.WebSearchTool tool) {
            if (!rules.webSearch()) {
                if (searchForced) {
                    throw refuse("tool_choice forces web search, which this model's provider does not run");
                }
                losses.dropped("tools[].web_search", "The provider runs no web search.");
                return Optional.empty();
            }
            if (tool != search.orElse(tool)) {
                losses.dropped("tools[].web_search", "The provider has one web search; another one of the request is used.");
                return Optional.empty();
            }
            names.put(tool.name(), Json.MAPPER.createObjectNode().put(TYPE, Names.WEB_SEARCH));
            return Optional.of(own(tool).orElseGet(() -> Json.of(SearchWriter.write(tool, losses))));
        }

        @Override
        public Optional<Json> hosted(Tool.HostedTool tool) {
            Optional<Json> own = own(tool);
            own.ifPresent(json -> names.put(tool.name(), Json.MAPPER.createObjectNode().put(TYPE, tool.type())));
            return own.or(() -> leaveOut(tool, tool.type()));
        }

        @Override
        public Optional<Json> opaque(Tool.OpaqueTool tool) {
            return Optional.of(own(tool).orElseThrow(() -> refuse("tools: the tool " + tool.name() + " of type " + tool.type()
                    + " cannot be told to this model's provider; declare it with a schema of its own")));
        }

        private Optional<Json> own(Tool tool) {
            return tool.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
        }
    }

    static ObjectNode declare(Tool.FunctionTool tool, Losses losses) {
        ObjectNode function = Json.MAPPER.createObjectNode().put(TYPE, Names.FUNCTION).put(NAME, tool.name());
        if (!tool.description().isEmpty()) {
            function.put("description", tool.description());
        }
        JsonNode schema = Schemas.objectSchema(tool.schema().tree());
        boolean asked = tool.strict().orElse(false);
        boolean strict = asked && Schemas.isStrict(schema);
        if (asked && !strict) {
            losses.coerced("tools[].strict", "Strict mode of the Responses wire refuses a schema with open objects or optional properties.");
        }
        function.set("parameters", schema);
        return function.put("strict", strict);
    }

    static ObjectNode declare(Tool.CustomTool tool) {
        ObjectNode custom = Json.MAPPER.createObjectNode().put(TYPE, Names.CUSTOM).put(NAME, tool.name());
        if (!tool.description().isEmpty()) {
            custom.put("description", tool.description());
        }
        tool.format().ifPresent(format -> custom.set("format", flat(format.tree())));
        return custom;
    }

    /** One wire keeps the grammar in an object of its own below the type. */
    private static JsonNode flat(JsonNode format) {
        if (!(format.path("grammar") instanceof ObjectNode grammar)) {
            return format;
        }
        ObjectNode all = Json.MAPPER.createObjectNode().put(TYPE, "grammar");
        all.setAll(grammar);
        return all;
    }
}
