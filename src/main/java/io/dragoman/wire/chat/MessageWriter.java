package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes turns as messages. An assistant message takes all neighbouring assistant turns, since its calls must be answered right behind it;
 * each result is a message of its own, and what a tool message cannot hold, a picture or a file, follows in a user message behind the last result.
 */
final class MessageWriter {
    private final TargetRules rules;
    private final Losses losses;
    private final PartWriter parts;
    private final List<Json> messages = new ArrayList<>();
    private final List<String> leadingSystem = new ArrayList<>();
    private final List<ObjectNode> shownByTools = new ArrayList<>();
    private Optional<AssistantMessage> assistant = Optional.empty();

    MessageWriter(TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
        this.parts = new PartWriter(losses);
    }

    /** System text that stands in front of all turns; it shares one message with system turns at the head, since many templates know no second. */
    MessageWriter system(List<Block> system) {
        texts(system).ifPresent(leadingSystem::add);
        return this;
    }

    List<Json> write(List<Turn> turns) {
        turns.forEach(this::add);
        flush();
        return messages;
    }

    private void add(Turn turn) {
        switch (turn.role()) {
            case SYSTEM, DEVELOPER -> system(turn);
            case USER -> user(turn);
            case ASSISTANT -> {
                endUser();
                endSystem();
                if (assistant.isEmpty()) {
                    assistant = Optional.of(new AssistantMessage(rules, losses));
                }
                assistant.get().add(turn.blocks());
            }
        }
    }

    private void system(Turn turn) {
        if (messages.isEmpty() && assistant.isEmpty() && shownByTools.isEmpty()) {
            texts(turn.blocks()).ifPresent(leadingSystem::add);
            return;
        }
        endAssistant();
        endUser();
        texts(turn.blocks()).ifPresent(text -> messages.add(message(Role.SYSTEM, text)));
    }

    /** Blocks of a system prompt are paragraphs. */
    private static Optional<String> texts(List<Block> blocks) {
        String text = blocks.stream().filter(Text.class::isInstance).map(block -> ((Text) block).text()).filter(t -> !t.isEmpty())
                .collect(Collectors.joining("\n\n"));
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private void user(Turn turn) {
        endAssistant();
        endSystem();
        List<ObjectNode> said = new ArrayList<>();
        for (Block block : turn.blocks()) {
            if (block instanceof ToolResult result) {
                messages.add(toolMessage(result));
            } else {
                said.addAll(parts.write(block));
            }
        }
        if (!said.isEmpty()) {
            shownByTools.addAll(said);
            endUser();
        }
    }

    private Json toolMessage(ToolResult result) {
        List<String> texts = new ArrayList<>();
        boolean shows = false;
        for (Block block : result.content()) {
            if (block instanceof Opaque opaque && !ForeignParts.isOwn(opaque)) {
                // The answer to a call must not be empty only because this wire has no word for it.
                losses.coerced("messages[].content[]." + opaque.type(), "It was sent as its JSON text.");
                texts.add(opaque.json().json().text());
                continue;
            }
            for (ObjectNode part : parts.write(block)) {
                if (part.path("type").asText().equals("text")) {
                    texts.add(part.path("text").asText());
                } else {
                    shownByTools.add(part);
                    shows = true;
                }
            }
        }
        String text = String.join("\n", texts);
        if (text.isEmpty() && shows) {
            text = "[The result is shown in the next user message.]";
        }
        if (result.error()) {
            losses.coerced("messages[].content[].is_error", "A tool message has no such field; its text says so.");
            text = "[tool error]" + (text.isEmpty() ? "" : " " + text);
        }
        return Json.of(JsonNodeFactory.instance.objectNode().put("role", "tool").put("tool_call_id", result.callId()).put("content", text));
    }

    private void flush() {
        endAssistant();
        endSystem();
        endUser();
    }

    private void endSystem() {
        if (!leadingSystem.isEmpty()) {
            messages.add(message(Role.SYSTEM, String.join("\n\n", leadingSystem)));
            leadingSystem.clear();
        }
    }

    private void endAssistant() {
        assistant.flatMap(AssistantMessage::finish).ifPresent(messages::add);
        assistant = Optional.empty();
    }

    private void endUser() {
        if (!shownByTools.isEmpty()) {
            messages.add(userMessage(shownByTools));
            shownByTools.clear();
        }
    }

    private static Json userMessage(List<ObjectNode> said) {
        ObjectNode only = said.get(0);
        if (said.size() == 1 && only.size() == 2 && only.path("text").isTextual()) {
            return message(Role.USER, only.path("text").textValue());
        }
        ArrayNode content = JsonNodeFactory.instance.arrayNode().addAll(said);
        return Json.of(JsonNodeFactory.instance.objectNode().put("role", "user").set("content", content));
    }

    private static Json message(Role role, String text) {
        return Json.of(JsonNodeFactory.instance.objectNode().put("role", role == Role.USER ? "user" : "system").put("content", text));
    }
}
