package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One assistant message, made of the blocks of neighbouring turns: its text, its calls, and reasoning where the provider wants it back. */
final class AssistantMessage {
    private final TargetRules rules;
    private final Losses losses;
    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private final Map<String, StringBuilder> reasoning = new LinkedHashMap<>();
    private final ArrayNode details = JsonNodeFactory.instance.arrayNode();
    private final List<JsonNode> calls = new ArrayList<>();

    AssistantMessage(TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
    }

    /** Texts of one turn are pieces of one text; between turns there is a border. */
    void add(List<Block> blocks) {
        boolean border = true;
        for (Block block : blocks) {
            if (block instanceof Text text) {
                border &= !addText(text, border);
            } else if (block instanceof ToolCall call) {
                calls.add(entry(call));
            } else if (block instanceof Thinking thinking) {
                addReasoning(thinking);
            } else {
                addOther(block);
            }
        }
    }

    private boolean addText(Text text, boolean border) {
        if (text.text().isEmpty()) {
            return false;
        }
        if (text.raw().filter(ChatBlocks::isRefusal).isPresent()) {
            refusal.append(text.text());
            return false;
        }
        if (border && !content.isEmpty() && !Character.isWhitespace(content.charAt(content.length() - 1))
                && !Character.isWhitespace(text.text().charAt(0))) {
            content.append("\n\n");
        }
        content.append(text.text());
        return true;
    }

    private void addOther(Block block) {
        List<ObjectNode> parts = new PartWriter(losses).write(block);
        if (!parts.isEmpty()) {
            losses.dropped("messages[].content[]", "An assistant message of the Chat wire holds text alone.");
        }
    }

    /** Opaque reasoning goes back to the host that made it and to nobody else; plain words go where a host was set up to want them. */
    private void addReasoning(Thinking thinking) {
        boolean own = thinking.raw().filter(raw -> raw.isOf(ChatWire.NAME)).isPresent()
                && thinking.issuer().filter(issuer -> !issuer.equals(rules.issuer())).isEmpty();
        if (rules.reasoning() != ReasoningReturn.NONE && own) {
            JsonNode raw = thinking.raw().map(Raw::json).orElseThrow().tree();
            for (String field : List.of("reasoning_content", "reasoning")) {
                if (raw.path(field).isTextual()) {
                    append(field, raw.path(field).textValue());
                }
            }
            raw.path("reasoning_details").forEach(details::add);
        } else if (rules.reasoning() == ReasoningReturn.CONTENT) {
            append("reasoning_content", thinking.text());
        } else {
            losses.dropped("messages[].thinking", "The provider does not take reasoning of another provider back.");
        }
    }

    private void append(String field, String text) {
        StringBuilder all = reasoning.computeIfAbsent(field, name -> new StringBuilder());
        if (!all.isEmpty() && !text.isEmpty()) {
            all.append("\n\n");
        }
        all.append(text);
    }

    static JsonNode entry(ToolCall call) {
        Optional<JsonNode> own = call.raw().filter(raw -> raw.isOf(ChatWire.NAME)).map(raw -> raw.json().tree());
        if (own.isPresent()) {
            return own.get();
        }
        String arguments = call.form() == ToolCall.Form.TEXT ? ToolArguments.ofFreeText(call.arguments())
                : call.arguments().isBlank() ? ToolArguments.NONE : call.arguments();
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put("id", call.id()).put("type", "function");
        entry.putObject("function").put("name", call.name()).put("arguments", arguments);
        return entry;
    }

    /** Empty when nothing was said that this wire can hold: a message without content and calls is refused. */
    Optional<Json> finish() {
        boolean thought = !reasoning.isEmpty() || !details.isEmpty();
        if (content.isEmpty() && refusal.isEmpty() && calls.isEmpty() && !thought) {
            return Optional.empty();
        }
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
        boolean silent = content.isEmpty() && (!calls.isEmpty() || !refusal.isEmpty());
        message.put("content", silent ? null : content.toString());
        if (!refusal.isEmpty()) {
            message.put("refusal", refusal.toString());
        }
        putReasoning(message);
        if (!calls.isEmpty()) {
            message.putArray("tool_calls").addAll(calls);
        }
        return Optional.of(Json.of(message));
    }

    void putReasoning(ObjectNode message) {
        if (rules.reasoning() == ReasoningReturn.CONTENT && !calls.isEmpty() && reasoning.isEmpty()) {
            // Hosts that want reasoning back refuse a call without any.
            message.put("reasoning_content", "");
        }
        reasoning.forEach((field, text) -> message.put(field, text.toString()));
        if (!details.isEmpty()) {
            message.set("reasoning_details", details);
        }
    }
}
