package io.dragoman.repair;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Aliases.ClientTool;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names and forms of client tools. A name that the target cannot hold is replaced by one that it can; a tool of a group gets one name;
 * a tool that takes free text becomes a function with the one string {@code input}. Declarations, choice and history calls alike;
 * {@link Aliases} tells the way back.
 */
final class ToolNames {
    /** Longest name that Anthropic takes for a call in a history, where it is longer than in a declaration. */
    private static final int ANTHROPIC_CALL_NAME = 200;
    private static final Json TEXT_SCHEMA = Json.text("{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}},"
            + "\"required\":[\"input\"],\"additionalProperties\":false}");

    /** @param conversation with the names that the target is told */
    record Named(Conversation conversation, Aliases aliases) {}

    /** A tool as the client knows it; an empty namespace is none. */
    private record Key(String namespace, String name) {}

    private final Demands demands;
    private final Changes changes;
    private final int limit;
    private final ToolIdAllocator allocator;
    private final Set<Key> declared = new HashSet<>();
    private final Map<Key, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, ClientTool> aliases = new LinkedHashMap<>();

    private ToolNames(TargetRules rules, Demands demands, Changes changes) {
        this.demands = demands;
        this.changes = changes;
        this.limit = rules.ids().maxToolName();
        this.allocator = new ToolIdAllocator(limit);
    }

    static Named settle(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        ToolNames names = new ToolNames(rules, demands, changes);
        names.reserve(conversation);
        List<Tool> tools = new ArrayList<>(conversation.tools().size());
        conversation.tools().forEach(tool -> tools.add(tool.accept(names.new Declaration())));
        Optional<ToolChoice> choice = conversation.toolChoice().map(c -> names.choice(c, conversation.tools()));
        boolean same = Walk.same(conversation.tools(), tools) && choice.equals(conversation.toolChoice());
        Conversation c = same ? conversation : conversation.withTools(tools, choice);
        c = Walk.blocks(c, (block, turn, number) -> Optional.of(block instanceof ToolCall call ? names.call(call, turn, number) : block));
        return new Named(c, names.aliases.isEmpty() ? Aliases.NONE : new Aliases(names.aliases));
    }

    private void reserve(Conversation conversation) {
        for (Tool tool : conversation.tools()) {
            Key key = key(tool);
            declared.add(key);
            if (key.namespace().isEmpty() || !flattens()) {
                reserve(key);
            }
        }
        for (var turn : conversation.turns()) {
            for (Block block : turn.blocks()) {
                if (block instanceof ToolCall call && (call.namespace().isEmpty() || !flattens())) {
                    reserve(new Key("", call.name()));
                }
            }
        }
    }

    private void reserve(Key key) {
        if (allocator.isLegal(key.name())) {
            allocator.reserve(key.name());
            taken.add(key.name());
        }
    }

    private static Key key(Tool tool) {
        if (tool instanceof Tool.FunctionTool function) {
            return new Key(function.namespace().orElse(""), function.name());
        }
        return tool instanceof Tool.CustomTool custom ? new Key(custom.namespace().orElse(""), custom.name()) : new Key("", tool.name());
    }

    /** Groups of tools are known to Responses alone. */
    private boolean flattens() {
        return !demands.responses();
    }

    /** Tools that take free text are known to Responses, and to Chat when the client speaks it. */
    private boolean wrapsText() {
        return !demands.responses() && !(demands.chat() && demands.sameWire());
    }

    private String name(Key key) {
        if (key.name().isEmpty()) {
            return allocator.isLegal("unnamed_tool") ? "unnamed_tool" : key.name();
        }
        return names.computeIfAbsent(key, k -> k.namespace().isEmpty() || !flattens() ? allocator.allocate(k.name()) : flat(k));
    }

    private String flat(Key key) {
        String joined = key.namespace() + (key.namespace().endsWith("__") ? "" : "__") + key.name();
        // The same words may be cut elsewhere, or be the name of a plain tool.
        return taken.add(joined) ? allocator.allocate(joined) : allocator.allocate(key.namespace() + "\n" + key.name());
    }

    private Optional<String> namespace(Optional<String> namespace) {
        return flattens() ? Optional.empty() : namespace;
    }

    private void alias(String provider, Key key, ToolCall.Form form, boolean wrapped) {
        boolean flattened = flattens() && !key.namespace().isEmpty();
        if (!provider.equals(key.name()) || flattened || wrapped) {
            aliases.putIfAbsent(provider, new ClientTool(key.name(), key.namespace(), form));
        }
    }

    private final class Declaration implements Tool.Cases<Tool> {
        @Override
        public Tool function(Tool.FunctionTool tool) {
            Key key = key(tool);
            if (key.name().isEmpty()) {
                return tool;
            }
            String name = name(key);
            alias(name, key, ToolCall.Form.JSON, false);
            if (name.equals(tool.name()) && namespace(tool.namespace()).equals(tool.namespace())) {
                return tool;
            }
            changes.add("tool-renamed", -1, -1);
            return new Tool.FunctionTool(name, namespace(tool.namespace()), tool.description(), tool.schema(), tool.strict(),
                    tool.deferred(), Optional.empty());
        }

        @Override
        public Tool custom(Tool.CustomTool tool) {
            Key key = key(tool);
            if (key.name().isEmpty()) {
                return tool;
            }
            String name = name(key);
            alias(name, key, ToolCall.Form.TEXT, wrapsText());
            if (wrapsText()) {
                changes.add("custom-tool-as-function", -1, -1);
                return new Tool.FunctionTool(name, namespace(tool.namespace()), described(tool), TEXT_SCHEMA, Optional.empty(), false,
                        Optional.empty());
            }
            if (name.equals(tool.name()) && namespace(tool.namespace()).equals(tool.namespace())) {
                return tool;
            }
            changes.add("tool-renamed", -1, -1);
            return new Tool.CustomTool(name, namespace(tool.namespace()), tool.description(), tool.format(), Optional.empty());
        }

        @Override
        public Tool webSearch(Tool.WebSearchTool tool) {
            return tool;
        }

        @Override
        public Tool hosted(Tool.HostedTool tool) {
            return tool;
        }

        @Override
        public Tool opaque(Tool.OpaqueTool tool) {
            return tool;
        }
    }

    /** The model must still learn the grammar that its text has to follow. */
    private static String described(Tool.CustomTool tool) {
        String definition = tool.format().map(format -> format.tree().findPath("definition").asText("")).orElse("");
        if (definition.isEmpty()) {
            return tool.description();
        }
        String grammar = "The input follows this grammar:\n" + definition;
        return tool.description().isEmpty() ? grammar : tool.description() + "\n\n" + grammar;
    }

    private ToolChoice choice(ToolChoice choice, List<Tool> tools) {
        List<String> mapped = choice.names().stream().map(name -> chosen(name, tools)).toList();
        return mapped.equals(choice.names()) ? choice : new ToolChoice(choice.mode(), mapped);
    }

    private String chosen(String name, List<Tool> tools) {
        Key plain = new Key("", name);
        if (declared.contains(plain) || tools.isEmpty()) {
            return names.getOrDefault(plain, name);
        }
        return tools.stream().map(ToolNames::key).filter(key -> key.name().equals(name)).findFirst()
                .map(key -> names.getOrDefault(key, name)).orElse(name);
    }

    private Block call(ToolCall call, int turn, int number) {
        Key key = new Key(flattens() ? call.namespace().orElse("") : "", call.name());
        boolean wrap = call.form() == ToolCall.Form.TEXT && wrapsText();
        String name = isLongHistoryName(key) ? call.name() : name(key);
        if (!call.name().isEmpty()) {
            alias(name, key, call.form(), wrap);
        }
        if (name.equals(call.name()) && !wrap && namespace(call.namespace()).equals(call.namespace())) {
            return call;
        }
        changes.add(wrap ? "custom-call-as-function" : "tool-renamed", turn, number);
        String arguments = wrap ? Json.of(Json.MAPPER.createObjectNode().put("input", call.arguments())).text() : call.arguments();
        return new ToolCall(call.id(), name, namespace(call.namespace()), arguments, wrap ? ToolCall.Form.JSON : call.form(), Optional.empty());
    }

    private boolean isLongHistoryName(Key key) {
        return demands.anthropic() && demands.sameWire() && key.namespace().isEmpty() && !declared.contains(key)
                && key.name().length() > limit && key.name().length() <= ANTHROPIC_CALL_NAME && CallIds.isPlain(key.name());
    }
}
