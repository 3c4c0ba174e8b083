package io.dragoman.repair;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the providers refuse, written from their rules and not from the repairs: the list is empty for a request that each takes. */
final class RuleBook {
    private final Conversation conversation;
    private final TargetRules rules;
    private final List<String> problems = new ArrayList<>();

    private RuleBook(Conversation conversation, TargetRules rules) {
        this.conversation = conversation;
        this.rules = rules;
    }

    static List<String> problems(Conversation conversation, TargetRules rules) {
        RuleBook book = new RuleBook(conversation, rules);
        book.everywhere();
        switch (rules.wire().value()) {
            case "anthropic" -> book.anthropic();
            case "responses" -> book.responses();
            default -> book.chat();
        }
        return book.problems;
    }

    private void refuse(boolean broken, String rule) {
        if (broken) {
            problems.add(rule);
        }
    }

    // ---- all wires

    private void everywhere() {
        Set<String> names = new HashSet<>();
        for (Tool tool : conversation.tools()) {
            refuse(!tool.name().matches("[a-zA-Z0-9_-]{1," + rules.ids().maxToolName() + "}"), "tool name " + tool.name());
            boolean namespaced = tool instanceof Tool.FunctionTool f && f.namespace().isPresent();
            refuse(!namespaced && !names.add(tool.name()), "two tools named " + tool.name());
            refuse(tool instanceof Tool.CustomTool && !speaksCustom(), "a free text tool");
            refuse(namespaced && !isResponses(), "a tool in a group");
        }
        for (Turn turn : conversation.turns()) {
            for (Block block : turn.blocks()) {
                refuse(block instanceof Carried, "a carrier");
                refuse(block instanceof ToolResult && turn.role() != Role.USER, "a result outside a user turn");
                refuse(isAssistants(block) && turn.role() != Role.ASSISTANT, "an assistant's block elsewhere");
                if (block instanceof ToolCall call) {
                    call(call);
                }
            }
        }
    }

    private void call(ToolCall call) {
        refuse(call.id().isEmpty(), "a call without id");
        refuse(call.form() == ToolCall.Form.TEXT && !speaksCustom(), "a free text call");
        refuse(call.namespace().isPresent() && !isResponses(), "a call in a group");
        boolean same = conversation.cameBy(rules.wire());
        boolean anthropic = rules.wire().equals(Histories.ANTHROPIC);
        refuse(!call.name().matches("[a-zA-Z0-9_-]{1," + (same && anthropic ? 200 : rules.ids().maxToolName()) + "}"), "call name " + call.name());
        refuse(!(same && anthropic) && call.id().length() > rules.ids().maxToolId(), "long id " + call.id());
        if (call.form() == ToolCall.Form.JSON && (anthropic || !same)) {
            refuse(!isObject(call.arguments()), "arguments " + call.arguments());
        }
    }

    private boolean speaksCustom() {
        return isResponses() || rules.wire().equals(Histories.CHAT) && conversation.cameBy(Histories.CHAT);
    }

    private boolean isResponses() {
        return rules.wire().equals(Histories.RESPONSES);
    }

    private static boolean isAssistants(Block block) {
        return block instanceof ToolCall || block instanceof Thinking || block instanceof RedactedThinking || block instanceof ServerToolCall
                || block instanceof ServerToolResult;
    }

    private static boolean isObject(String json) {
        try {
            JsonNode tree = Json.MAPPER.readTree(json);
            return tree != null && tree.isObject();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isSurrogateAlone(String text) {
        return !new String(text.getBytes(UTF_8), UTF_8).equals(text);
    }

    // ---- Anthropic

    /** Neighbouring messages of one side, as the vendor reads them. */
    private record Side(Role role, List<Block> blocks) {}

    private List<Side> sides() {
        List<Side> sides = new ArrayList<>();
        int first = 0;
        while (first < conversation.turns().size() && isSystem(conversation.turns().get(first))) {
            first++;
        }
        for (Turn turn : conversation.turns().subList(first, conversation.turns().size())) {
            Role role = turn.role() == Role.ASSISTANT ? Role.ASSISTANT : Role.USER;
            Side last = sides.isEmpty() ? null : sides.get(sides.size() - 1);
            if (isSystem(turn)) {
                refuse(!rules.systemTurns(), "a system message among the turns");
                refuse(!conversation.cameBy(rules.wire()) && (last == null || last.role() != Role.USER), "a system message behind an assistant");
            }
            refuse(turn.blocks().isEmpty() && turn.role() != Role.SYSTEM, "an empty message");
            if (last == null || last.role() != role) {
                sides.add(new Side(role, new ArrayList<>(turn.blocks())));
            } else {
                last.blocks().addAll(turn.blocks());
            }
        }
        return sides;
    }

    private static boolean isSystem(Turn turn) {
        return turn.role() == Role.SYSTEM || turn.role() == Role.DEVELOPER;
    }

    private void anthropic() {
        List<Side> sides = sides();
        refuse(!sides.isEmpty() && sides.get(0).role() != Role.USER, "an assistant speaks first");
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < sides.size(); i++) {
            anthropicSide(sides, i, ids);
        }
        if (!sides.isEmpty() && sides.get(sides.size() - 1).role() == Role.ASSISTANT) {
            List<Block> blocks = sides.get(sides.size() - 1).blocks();
            refuse(!blocks.isEmpty() && blocks.get(blocks.size() - 1) instanceof Text text && !text.text().equals(text.text().stripTrailing()),
                    "a prefill that ends in spaces");
        }
        if (rules.nativeServerTools()) {
            serverPairs(sides);
        } else {
            refuse(sides.stream().anyMatch(s -> s.blocks().stream().anyMatch(b -> b instanceof ServerToolCall || b instanceof ServerToolResult)),
                    "a server block");
        }
    }

    private void anthropicSide(List<Side> sides, int i, Set<String> ids) {
        Set<String> called = new LinkedHashSet<>();
        for (Block block : sides.get(i).blocks()) {
            if (block instanceof Text text) {
                refuse(text.text().isBlank() || text.text().equals("\u00A0"), "a blank text");
                refuse(isSurrogateAlone(text.text()), "half a character");
            } else if (block instanceof Thinking thinking && rules.issuer().equals("anthropic")) {
                refuse(thinking.signature().isEmpty(), "unsigned thinking");
            } else if (block instanceof ToolCall call && !call.id().startsWith("srvtoolu_")) {
                refuse(!call.id().matches("[a-zA-Z0-9_-]+"), "id " + call.id());
                refuse(!ids.add(call.id()), "twice " + call.id());
                called.add(call.id());
            }
        }
        List<String> answered = i + 1 < sides.size() ? results(sides.get(i + 1)) : List.of();
        refuse(!answered.containsAll(called), "unanswered call");
        Set<String> before = i == 0 ? Set.of() : calls(sides.get(i - 1));
        boolean otherMet = false;
        Set<String> seen = new HashSet<>();
        for (Block block : sides.get(i).blocks()) {
            if (block instanceof ToolResult result) {
                refuse(otherMet, "a result behind something else");
                refuse(!before.contains(result.callId()), "a result without call");
                refuse(!seen.add(result.callId()), "two results");
                result.content().forEach(part -> refuse(part instanceof Text text && text.text().isBlank(), "a blank text in a result"));
            }
            otherMet |= !(block instanceof ToolResult);
        }
    }

    private static List<String> results(Side side) {
        return side.blocks().stream().filter(ToolResult.class::isInstance).map(b -> ((ToolResult) b).callId()).toList();
    }

    private static Set<String> calls(Side side) {
        Set<String> calls = new HashSet<>();
        side.blocks().forEach(b -> {
            if (b instanceof ToolCall call) {
                calls.add(call.id());
            }
        });
        return calls;
    }

    private void serverPairs(List<Side> sides) {
        Map<String, Integer> callSide = new HashMap<>();
        Set<String> answered = new HashSet<>();
        int lastAssistant = -1;
        for (int i = 0; i < sides.size(); i++) {
            lastAssistant = sides.get(i).role() == Role.ASSISTANT ? i : lastAssistant;
            for (Block block : sides.get(i).blocks()) {
                if (block instanceof ServerToolCall call) {
                    refuse(!call.id().matches("srvtoolu_[a-zA-Z0-9_]+"), "server id " + call.id());
                    refuse(callSide.put(call.id(), i) != null, "server call twice");
                } else if (block instanceof ToolCall call && call.id().startsWith("srvtoolu_")) {
                    refuse(callSide.put(call.id(), i) != null, "server call twice");
                } else if (block instanceof ServerToolResult result) {
                    refuse(!callSide.containsKey(result.callId()), "a server result without call");
                    refuse(!answered.add(result.callId()), "two server results");
                    refuse(!onlyResultsBetween(sides, callSide.getOrDefault(result.callId(), i), i), "a server result too far away");
                    refuse(result.content().tree().findValues("url").size() != result.content().tree().findValues("encrypted_content").size(),
                            "a hit without ciphertext");
                }
            }
        }
        int last = lastAssistant;
        boolean open = onlyResultsBetween(sides, last, sides.size());
        callSide.forEach((id, side) -> refuse(!answered.contains(id) && !(open && side == last), "an unanswered server call"));
    }

    private static boolean onlyResultsBetween(List<Side> sides, int from, int to) {
        for (int i = Math.max(0, from); i < to; i++) {
            if (sides.get(i).role() == Role.USER && !sides.get(i).blocks().stream().allMatch(ToolResult.class::isInstance)) {
                return false;
            }
        }
        return true;
    }

    // ---- Responses

    private void responses() {
        Set<String> calls = new LinkedHashSet<>();
        Set<String> outputs = new HashSet<>();
        Block before = null;
        for (Turn turn : conversation.turns()) {
            if (turn.role() != Role.ASSISTANT) {
                refuse(before instanceof Thinking || before instanceof RedactedThinking, "reasoning without its following item");
                before = null;
            }
            for (Block block : turn.blocks()) {
                before = turn.role() == Role.ASSISTANT ? block : null;
                if (block instanceof ToolCall call) {
                    refuse(!calls.add(call.id()), "call_id twice");
                } else if (block instanceof ToolResult result) {
                    refuse(!calls.contains(result.callId()), "an output without call");
                    refuse(!outputs.add(result.callId()), "two outputs");
                }
            }
        }
        refuse(before instanceof Thinking || before instanceof RedactedThinking, "reasoning without its following item");
        refuse(!outputs.containsAll(calls), "a call without output");
    }

    // ---- Chat

    private void chat() {
        List<Turn> turns = conversation.turns();
        Set<String> awaited = new LinkedHashSet<>();
        Set<String> answered = new HashSet<>();
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            boolean joined = i > 0 && turns.get(i - 1).role() == Role.ASSISTANT && turn.role() == Role.ASSISTANT;
            // The encoder of another wire's history joins neighbours; messages of a Chat client go out one by one.
            if (turn.role() == Role.ASSISTANT && !(joined && !conversation.cameBy(Histories.CHAT))) {
                refuse(!awaited.isEmpty(), "a call is not answered right after");
                awaited.clear();
                answered.clear();
            }
            for (Block block : turn.blocks()) {
                refuse(block instanceof ServerToolCall || block instanceof ServerToolResult, "a server block");
                if (block instanceof ToolCall call) {
                    refuse(!awaited.add(call.id()), "an id twice in one message");
                } else if (block instanceof ToolResult result) {
                    refuse(!awaited.remove(result.callId()), "a tool message that answers no call");
                } else if (turn.role() != Role.ASSISTANT) {
                    refuse(!awaited.isEmpty(), "something before the tool message");
                }
            }
            refuse(turn.blocks().isEmpty(), "an empty message");
        }
        refuse(!awaited.isEmpty(), "a call is not answered");
    }
}
