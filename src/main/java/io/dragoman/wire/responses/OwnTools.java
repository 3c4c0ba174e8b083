package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.NAMESPACE;
import static io.dragoman.wire.responses.Names.TOOLS;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What became of the tools of a request of this wire. Tools that were renamed keep all else of their declaration; tools that somebody
 * took out go; the rest is as it was read, namespaces included.
 */
final class OwnTools {
    private final Conversation conversation;
    private final Origin origin;
    private final boolean dropSearch;
    private final Map<String, String> renamed = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final List<Tool> added = new ArrayList<>();
    private final Map<String, Optional<Json>> changes = new LinkedHashMap<>();

    private OwnTools(Conversation conversation, boolean dropSearch) {
        this.conversation = conversation;
        this.origin = conversation.origin().orElseThrow();
        this.dropSearch = dropSearch;
    }

    static OwnTools compare(Conversation conversation, TargetRules rules, Losses losses) {
        boolean declared = conversation.tools().stream().anyMatch(Tool.WebSearchTool.class::isInstance);
        boolean drop = declared && !rules.webSearch();
        if (drop) {
            if (conversation.toolChoice().filter(choice -> choice.mode() == Mode.WEB_SEARCH).isPresent()) {
                throw Failure.invalid("tool_choice forces web search, which this model's provider does not run.", "tool_choice").exception();
            }
            losses.dropped("tools[].web_search", "The provider runs no web search.");
        }
        OwnTools tools = new OwnTools(conversation, drop);
        if (drop || !conversation.toolsUntouched()) {
            tools.compare();
        }
        return tools;
    }

    /** Top-level fields that change; empty: the field goes. */
    Map<String, Optional<Json>> changes() {
        return changes;
    }

    /** True when tools that items brought along were taken out with all others. */
    boolean dropsItemTools() {
        return conversation.tools().isEmpty() && !origin.tools().isEmpty();
    }

    /** The item with the new names of the tools that it brings along. */
    Json renamedIn(Json item) {
        if (renamed.isEmpty() || !(item.tree() instanceof ObjectNode read)) {
            return item;
        }
        ObjectNode copy = read.deepCopy();
        copy.set(TOOLS, rewritten(read.path(TOOLS)));
        return Json.of(copy);
    }

    private void compare() {
        List<Tool> was = origin.tools();
        List<Tool> is = conversation.tools();
        if (was.size() == is.size()) {
            for (int i = 0; i < was.size(); i++) {
                if (!ToolNames.key(was.get(i)).equals(ToolNames.key(is.get(i)))) {
                    renamed.put(ToolNames.key(was.get(i)), is.get(i).name());
                }
            }
        } else {
            Set<String> left = new HashSet<>();
            is.forEach(tool -> left.add(ToolNames.key(tool)));
            was.forEach(tool -> gone.add(ToolNames.key(tool)));
            is.stream().filter(tool -> !gone.contains(ToolNames.key(tool))).forEach(added::add);
            gone.removeAll(left);
        }
        tools();
        choice();
    }

    private void tools() {
        ArrayNode list = rewritten(origin.field(TOOLS).map(Json::tree).orElseGet(Json.MAPPER::createArrayNode));
        added.forEach(tool -> list.add(declaration(tool)));
        if (list.isEmpty()) {
            List.of(TOOLS, "tool_choice", "parallel_tool_calls").stream().filter(origin.fields()::containsKey)
                    .forEach(name -> changes.put(name, Optional.empty()));
        } else {
            changes.put(TOOLS, Optional.of(Json.of(list)));
        }
    }

    private ArrayNode rewritten(JsonNode tools) {
        ArrayNode list = Json.MAPPER.createArrayNode();
        for (JsonNode tool : tools) {
            if (tool.path(TYPE).asText().equals(NAMESPACE)) {
                ObjectNode group = tool.deepCopy();
                ArrayNode members = group.putArray(TOOLS);
                tool.path(TOOLS).forEach(member -> one(member, Optional.of(tool.path(NAME).asText())).ifPresent(members::add));
                if (!members.isEmpty() || tool.path(TOOLS).isEmpty()) {
                    list.add(group);
                }
            } else {
                one(tool, Optional.empty()).ifPresent(list::add);
            }
        }
        return list;
    }

    private Optional<JsonNode> one(JsonNode tool, Optional<String> namespace) {
        String type = tool.path(TYPE).asText();
        if (dropSearch && Tools.isWebSearch(type)) {
            return Optional.empty();
        }
        boolean client = type.equals(Names.FUNCTION) || type.equals(Names.CUSTOM);
        String key = client ? ToolNames.key(namespace, tool.path(NAME).asText()) : "hosted " + type;
        if (client && gone.contains(key) || conversation.tools().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(renamed.containsKey(key) ? ((ObjectNode) tool.deepCopy()).put(NAME, renamed.get(key)) : tool);
    }

    private void choice() {
        if (changes.containsKey("tool_choice") || origin.toolChoice().equals(conversation.toolChoice())) {
            return;
        }
        changes.put("tool_choice", conversation.toolChoice().map(this::choice));
    }

    private Json choice(ToolChoice choice) {
        String word = switch (choice.mode()) {
            case NONE -> "none";
            case REQUIRED -> "required";
            case AUTO, NAMED, WEB_SEARCH -> "auto";
        };
        ObjectNode object = Json.MAPPER.createObjectNode();
        if (choice.mode() == Mode.WEB_SEARCH) {
            return Json.of(object.put(TYPE, Names.WEB_SEARCH));
        }
        if (choice.mode() == Mode.NAMED) {
            return Json.of(selector(choice.names().get(0)));
        }
        if (choice.names().isEmpty()) {
            return SettingsWriter.string(word);
        }
        ArrayNode list = object.put(TYPE, "allowed_tools").put("mode", word).putArray(TOOLS);
        choice.names().forEach(name -> list.add(selector(name)));
        return Json.of(object);
    }

    private ObjectNode selector(String name) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        for (Tool tool : conversation.tools()) {
            if (tool.name().equals(name)) {
                return tool.accept(new Selector(object));
            }
        }
        return object.put(TYPE, Names.FUNCTION).put(NAME, name);
    }

    private static JsonNode declaration(Tool tool) {
        return tool.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(raw -> raw.json().tree()).orElseGet(() -> tool.accept(new Declaration()));
    }

    /** How tool_choice points at a tool. */
    private record Selector(ObjectNode object) implements Tool.Cases<ObjectNode> {
        @Override
        public ObjectNode function(Tool.FunctionTool tool) {
            return object.put(TYPE, Names.FUNCTION).put(NAME, tool.name());
        }

        @Override
        public ObjectNode custom(Tool.CustomTool tool) {
            return object.put(TYPE, Names.CUSTOM).put(NAME, tool.name());
        }

        @Override
        public ObjectNode webSearch(Tool.WebSearchTool tool) {
            return object.put(TYPE, Names.WEB_SEARCH);
        }

        @Override
        public ObjectNode hosted(Tool.HostedTool tool) {
            return object.put(TYPE, tool.type());
        }

        @Override
        public ObjectNode opaque(Tool.OpaqueTool tool) {
            return object.put(TYPE, tool.type());
        }
    }

    /** A tool that somebody added to the request. */
    private static final class Declaration implements Tool.Cases<JsonNode> {
        @Override
        public JsonNode function(Tool.FunctionTool tool) {
            return ToolWriter.declare(tool, new Losses());
        }

        @Override
        public JsonNode custom(Tool.CustomTool tool) {
            return ToolWriter.declare(tool);
        }

        @Override
        public JsonNode webSearch(Tool.WebSearchTool tool) {
            return SearchWriter.write(tool, new Losses());
        }

        @Override
        public JsonNode hosted(Tool.HostedTool tool) {
            return Json.MAPPER.createObjectNode().put(TYPE, tool.type());
        }

        @Override
        public JsonNode opaque(Tool.OpaqueTool tool) {
            return tool.json().json().tree();
        }
    }
}
