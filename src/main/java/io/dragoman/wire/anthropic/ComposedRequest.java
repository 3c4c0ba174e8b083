package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A request that came by another wire, or by none, put together for Anthropic. */
final class ComposedRequest {
    private static final Json ANY_OBJECT = Json.text("{\"type\":\"object\",\"properties\":{}}");

    /** Neighbouring turns of one role as one message. */
    private record Message(String role, List<Json> content) {}

    private final Conversation conversation;
    private final TargetRules rules;
    private final Losses losses;
    private final BlockWriter blocks;
    private final Models model;

    ComposedRequest(Conversation conversation, TargetRules rules, Losses losses, BlockWriter blocks) {
        this.conversation = conversation;
        this.rules = rules;
        this.losses = losses;
        this.blocks = blocks;
        this.model = Models.of(conversation.model(), rules.issuer());
    }

    byte[] toBytes() {
        Settings settings = conversation.settings();
        long maxTokens = settings.maxTokens().orElse(model.maxTokens());
        List<Turn> turns = new ArrayList<>(conversation.turns());
        Fields out = new Fields().put(Names.MODEL, conversation.model()).put(Names.MAX_TOKENS, maxTokens);
        String system = system(turns);
        if (!system.isEmpty()) {
            out.put(Names.SYSTEM, system);
        }
        List<Message> messages = messages(turns);
        out.put(Names.MESSAGES, Fields.array(messages.stream()
                .map(m -> new Fields().put(Names.ROLE, m.role()).put(Names.CONTENT, Fields.array(m.content())).json()).toList()));
        tools(out);
        SettingsWriter writer = new SettingsWriter(settings, rules, model, losses);
        writer.write(out, new SettingsWriter.Circumstances(maxTokens, ToolChoices.isForced(conversation.toolChoice()),
                isInsideUnthoughtLoop(messages)));
        if (rules.automaticCache()) {
            out.put(Names.CACHE_CONTROL, Fields.typed("ephemeral"));
        }
        if (settings.stream()) {
            out.put(Names.STREAM, true);
        }
        return out.toBytes();
    }

    /** The system prompt: what stands outside the turns, and system turns before the first other one. They leave the list. */
    private String system(List<Turn> turns) {
        List<Block> parts = new ArrayList<>(conversation.system());
        while (!turns.isEmpty() && (turns.get(0).role() == Role.SYSTEM || turns.get(0).role() == Role.DEVELOPER)) {
            parts.addAll(turns.remove(0).blocks());
        }
        List<String> texts = new ArrayList<>();
        for (Block part : parts) {
            if (part instanceof Text text) {
                if (!text.text().isBlank()) {
                    texts.add(text.text());
                }
            } else {
                losses.dropped(Names.SYSTEM, "A system prompt holds text only.");
            }
        }
        return String.join("\n\n", texts);
    }

    private List<Message> messages(List<Turn> turns) {
        List<Message> messages = new ArrayList<>();
        for (Turn turn : turns) {
            List<Json> content = blocks.write(turn.blocks());
            String role = RequestEncoder.role(turn);
            if (content.isEmpty()) {
                continue;
            }
            if (!messages.isEmpty() && messages.get(messages.size() - 1).role().equals(role)) {
                messages.get(messages.size() - 1).content().addAll(content);
            } else {
                messages.add(new Message(role, new ArrayList<>(content)));
            }
        }
        return messages;
    }

    private void tools(Fields out) {
        Set<String> allowed = allowed();
        ToolWriter writer = new ToolWriter(rules, losses);
        List<Json> written = new ArrayList<>();
        for (Tool tool : conversation.tools()) {
            if (allowed.isEmpty() || allowed.contains(tool.name())) {
                tool.accept(writer).ifPresent(written::add);
            }
        }
        if (!written.isEmpty()) {
            out.put(Names.TOOLS, Fields.array(written));
            ToolChoices.write(choice(), conversation.settings().parallelTools(),
                    new ToolChoices.Forcing(model.takesForcedChoice(), rules.forcedSearch()), losses)
                    .ifPresent(choice -> out.put(Names.TOOL_CHOICE, choice));
            return;
        }
        if (ToolChoices.isForced(conversation.toolChoice())) {
            losses.dropped(Names.TOOL_CHOICE, "No tool is left that could be called.");
        }
        List<Json> called = called();
        if (!called.isEmpty()) {
            // Anthropic refuses calls in a history when no tool is declared.
            losses.coerced(Names.TOOLS, "Tools that the history calls are declared, and none may be called.");
            out.put(Names.TOOLS, Fields.array(called)).put(Names.TOOL_CHOICE, Fields.typed("none"));
        }
    }

    private Set<String> allowed() {
        Optional<ToolChoice> choice = conversation.toolChoice().filter(c -> c.mode() != ToolChoice.Mode.NAMED && !c.names().isEmpty());
        if (choice.isEmpty()) {
            return Set.of();
        }
        losses.coerced("tool_choice.allowed_tools", "Only the allowed tools are declared.");
        return Set.copyOf(choice.get().names());
    }

    /** A search that could not be declared cannot be forced either. */
    private Optional<ToolChoice> choice() {
        boolean searches = conversation.tools().stream()
                .anyMatch(tool -> tool instanceof Tool.WebSearchTool search && search.live() && rules.webSearch());
        Optional<ToolChoice> fitting = conversation.toolChoice().filter(c -> c.mode() != ToolChoice.Mode.WEB_SEARCH || searches);
        if (fitting.isEmpty() && conversation.toolChoice().isPresent()) {
            losses.dropped(Names.TOOL_CHOICE, "The search that was to be forced is not declared.");
        }
        return fitting;
    }

    private List<Json> called() {
        Set<String> names = new LinkedHashSet<>();
        for (Turn turn : conversation.turns()) {
            for (Block block : turn.blocks()) {
                if (block instanceof ToolCall call) {
                    names.add(ToolWriter.nameOf(call.name(), call.namespace()));
                }
            }
        }
        return names.stream().map(name -> new Fields().put(Names.NAME, name).put("input_schema", ANY_OBJECT).json()).toList();
    }

    /** Models with a thinking budget demand that the answer whose calls are being answered began with thinking. */
    private static boolean isInsideUnthoughtLoop(List<Message> messages) {
        if (messages.size() < 2) {
            return false;
        }
        Message last = messages.get(messages.size() - 1);
        Message before = messages.get(messages.size() - 2);
        return last.role().equals(Names.USER) && type(last).equals(Names.TOOL_RESULT) && before.role().equals(Names.ASSISTANT)
                && !type(before).endsWith(Names.THINKING);
    }

    private static String type(Message message) {
        return message.content().get(0).tree().path(Names.TYPE).asText();
    }
}
