package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
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

/** What became of the tools of a request of this wire: a tool under another name keeps all else of its declaration. */
final class OwnTools {
    private final Conversation conversation;
    private final Origin origin;
    private final TargetRules rules;
    private final Losses losses;

    private OwnTools(Conversation conversation, TargetRules rules, Losses losses) {
        this.conversation = conversation;
        this.origin = conversation.origin().orElseThrow();
        this.rules = rules;
        this.losses = losses;
    }

    /** Top-level fields with their new values; empty: the field goes. */
    static Map<String, Optional<Json>> changes(Conversation conversation, TargetRules rules, Losses losses) {
        return new OwnTools(conversation, rules, losses).changes();
    }

    private Map<String, Optional<Json>> changes() {
        Map<String, Optional<Json>> changes = new LinkedHashMap<>();
        List<Json> tools = new ArrayList<>();
        boolean searches = false;
        for (int i = 0; i < conversation.tools().size(); i++) {
            Tool tool = conversation.tools().get(i);
            if (tool instanceof Tool.WebSearchTool search && search.type().equals(ToolReader.SEARCH_FIELD)) {
                searches = true;
            } else {
                written(tool, i).ifPresent(tools::add);
            }
        }
        changes.put("functions", Optional.empty());
        changes.put("function_call", Optional.empty());
        changes.put("tools", tools.isEmpty() ? Optional.empty() : Optional.of(JsonText.array(tools)));
        changes.put("tool_choice", tools.isEmpty() ? Optional.empty() : choice());
        if (tools.isEmpty()) {
            changes.put("parallel_tool_calls", Optional.empty());
        }
        if (!searches) {
            changes.put(ToolReader.SEARCH_FIELD, Optional.empty());
        }
        return changes;
    }

    private Optional<Json> written(Tool tool, int at) {
        Optional<Json> own = tool.raw().filter(raw -> raw.isOf(ChatWire.NAME)).map(Raw::json);
        if (own.isPresent()) {
            return own.map(OwnTools::framed);
        }
        boolean inPlace = conversation.tools().size() == origin.tools().size();
        Optional<JsonNode> before = inPlace ? origin.tools().get(at).raw().map(raw -> framed(raw.json()).tree()) : Optional.empty();
        for (String kind : List.of("function", "custom")) {
            if (before.filter(tree -> tree.path(kind).isObject()).isPresent()) {
                ObjectNode copy = before.get().deepCopy();
                ((ObjectNode) copy.path(kind)).put("name", tool.name());
                return Optional.of(Json.of(copy));
            }
        }
        Conversation alone = conversation.withTools(List.of(tool), Optional.empty());
        return Optional.ofNullable(ToolWriter.write(alone, rules, losses).get("tools"))
                .map(list -> Json.of(list.tree().get(0)));
    }

    /** A function of the old list stands there without its frame. */
    private static Json framed(Json tool) {
        if (tool.tree().has("type") || tool.tree().has("function")) {
            return tool;
        }
        return Json.of(JsonNodeFactory.instance.objectNode().put("type", "function").set("function", tool.tree()));
    }

    private Optional<Json> choice() {
        if (conversation.toolChoice().equals(origin.toolChoice())) {
            return origin.field("tool_choice").or(() -> conversation.toolChoice().flatMap(ToolWriter::choice));
        }
        return conversation.toolChoice().flatMap(choice -> {
            if (choice.mode() == Mode.NAMED) {
                return Optional.of(Json.of(named(choice.names().get(0))));
            }
            return choice.names().isEmpty() ? ToolWriter.choice(choice) : Optional.of(allowed(choice));
        });
    }

    private ObjectNode named(String name) {
        boolean custom = conversation.tools().stream().anyMatch(tool -> tool instanceof Tool.CustomTool && tool.name().equals(name));
        return ToolWriter.named(custom ? "custom" : "function", name);
    }

    private Json allowed(ToolChoice choice) {
        ObjectNode allowed = JsonNodeFactory.instance.objectNode().put("type", "allowed_tools");
        ObjectNode inner = allowed.putObject("allowed_tools").put("mode", choice.mode() == Mode.REQUIRED ? "required" : "auto");
        choice.names().forEach(name -> inner.withArray("tools").add(named(name)));
        return Json.of(allowed);
    }
}
