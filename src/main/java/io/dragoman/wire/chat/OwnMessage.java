package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A message of this wire whose blocks were changed: every field that the change does not touch stays, known or not. */
final class OwnMessage {
    private final List<Block> was;
    private final ObjectNode message;
    private final TargetRules rules;
    private final Losses losses;

    OwnMessage(Turn.Source source, TargetRules rules, Losses losses) {
        this.was = source.blocks();
        this.message = source.raw().json().tree().deepCopy();
        this.rules = rules;
        this.losses = losses;
    }

    /** The message with these blocks; empty when they no longer make one message of this form. */
    Optional<Json> with(List<Block> is) {
        boolean answersCalls = is.stream().anyMatch(ToolResult.class::isInstance);
        if (message.path("role").asText().equals("tool") ? is.size() != 1 || !answersCalls : answersCalls) {
            return Optional.empty();
        }
        if (answersCalls) {
            return Optional.of(result((ToolResult) is.get(0)));
        }
        List<Block> said = of(is, OwnMessage::isSaid);
        if (said.isEmpty() && of(is, ToolCall.class::isInstance).isEmpty()) {
            return Optional.empty();
        }
        content(said);
        calls(of(is, ToolCall.class::isInstance));
        reasoning(of(is, Thinking.class::isInstance));
        return Optional.of(Json.of(message));
    }

    private Json result(ToolResult result) {
        message.put("tool_call_id", result.callId());
        boolean same = was.size() == 1 && was.get(0) instanceof ToolResult before && same(before.content(), result.content());
        if (!same) {
            message.set("content", parts(result.content(), JsonNodeFactory.instance.textNode("")));
        }
        return Json.of(message);
    }

    private void content(List<Block> said) {
        List<Block> before = of(was, OwnMessage::isSaid);
        if (same(before, said) || text(before).isPresent() && text(before).equals(text(said))) {
            return;
        }
        message.remove("refusal");
        Optional<String> text = text(said);
        message.set("content", text.isPresent() ? JsonNodeFactory.instance.textNode(text.get()) : parts(said, JsonNodeFactory.instance.nullNode()));
    }

    /** The joined text, when there is nothing else. */
    private static Optional<String> text(List<Block> said) {
        StringBuilder text = new StringBuilder();
        for (Block block : said) {
            if (!(block instanceof Text piece) || piece.raw().filter(ChatBlocks::isRefusal).isPresent()) {
                return Optional.empty();
            }
            text.append(piece.text());
        }
        return said.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }

    private JsonNode parts(List<Block> blocks, JsonNode none) {
        PartWriter writer = new PartWriter(losses);
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        blocks.forEach(block -> writer.write(block).forEach(parts::add));
        return parts.isEmpty() ? none : parts;
    }

    private void calls(List<Block> calls) {
        List<Block> before = of(was, ToolCall.class::isInstance);
        if (same(before, calls)) {
            return;
        }
        message.remove("function_call");
        if (calls.isEmpty()) {
            message.remove("tool_calls");
            return;
        }
        ArrayNode entries = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < calls.size(); i++) {
            ToolCall call = (ToolCall) calls.get(i);
            Optional<JsonNode> old = before.size() == calls.size() ? before.get(i).raw().map(raw -> raw.json().tree()) : Optional.empty();
            entries.add(call.raw().isPresent() || old.isEmpty() ? AssistantMessage.entry(call) : renamed(old.get().deepCopy(), call));
        }
        message.set("tool_calls", entries);
    }

    /** The same entry under another id or name; what a host put beside them must come back to it. */
    private static JsonNode renamed(ObjectNode entry, ToolCall call) {
        boolean custom = entry.path("custom").isObject();
        entry.put("id", call.id());
        ((ObjectNode) entry.path(custom ? "custom" : "function")).put("name", call.name()).put(custom ? "input" : "arguments", call.arguments());
        return entry;
    }

    private void reasoning(List<Block> thinking) {
        List<Block> before = of(was, Thinking.class::isInstance);
        if (same(before, thinking) && of(was, Carried.class::isInstance).isEmpty()) {
            return;
        }
        message.remove(List.of("reasoning_content", "reasoning", "reasoning_details"));
        AssistantMessage written = new AssistantMessage(rules, losses);
        written.add(thinking);
        written.putReasoning(message);
    }

    private static boolean isSaid(Block block) {
        return !(block instanceof Thinking) && !(block instanceof ToolCall) && !(block instanceof Carried);
    }

    private static List<Block> of(List<Block> blocks, Predicate<Block> kind) {
        return blocks.stream().filter(kind).toList();
    }

    private static boolean same(List<Block> a, List<Block> b) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            same = a.get(i) == b.get(i);
        }
        return same;
    }
}
