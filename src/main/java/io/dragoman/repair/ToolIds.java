package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ids of client tool calls and their results: legal for the target, none empty, none twice. Calls that carry the same id are told apart
 * by position: a result belongs to the call before it. Ids of server calls are only reserved.
 */
final class ToolIds {
    private final Demands demands;
    private final Changes changes;
    private final ToolIdAllocator allocator;
    private final Set<String> used = new HashSet<>();
    private final Map<String, String> latest = new HashMap<>();

    private ToolIds(TargetRules rules, Demands demands, Changes changes) {
        this.demands = demands;
        this.changes = changes;
        int limit = rules.ids().maxToolId();
        // Anthropic documents no length; a client of that wire may be used to longer ids, and the target has seen them.
        boolean anyLength = !rules.ids().shortenIds() || demands.anthropic() && demands.sameWire();
        this.allocator = new ToolIdAllocator(limit, id -> (!demands.anthropic() || CallIds.isPlain(id)) && (anyLength || id.length() <= limit));
    }

    static Conversation settle(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        ToolIds ids = new ToolIds(rules, demands, changes);
        conversation.turns().forEach(turn -> turn.blocks().forEach(ids::reserve));
        List<Turn> turns = conversation.turns();
        List<Turn> out = new ArrayList<>(turns.size());
        int from = 0;
        while (from < turns.size()) {
            int calls = Walk.isAssistant(turns.get(from)) ? Walk.stretch(turns, from) : from;
            int results = calls < turns.size() ? Walk.stretch(turns, calls) : calls;
            ids.stretch(turns, from, calls, results, out);
            from = results;
        }
        return Walk.turns(conversation, out);
    }

    private void reserve(Block block) {
        if (block instanceof ToolCall call) {
            reserve(call.id());
        } else if (block instanceof ToolResult result) {
            reserve(result.callId());
        } else if (block instanceof ServerToolCall call) {
            allocator.reserve(call.id());
        } else if (block instanceof ServerToolResult result) {
            allocator.reserve(result.callId());
        }
    }

    private void reserve(String id) {
        String unwrapped = CallIds.unwrap(id);
        if (allocator.isLegal(unwrapped)) {
            allocator.reserve(unwrapped);
        } else if (allocator.isLegal(id)) {
            allocator.reserve(id);
        }
    }

    /** The assistant turns from {@code from}, then the others from {@code calls} up to {@code end}. */
    private void stretch(List<Turn> turns, int from, int calls, int end, List<Turn> out) {
        Given given = new Given(repeats(turns, from, calls, end));
        if (demands.chat()) {
            used.clear();
        }
        for (int t = from; t < calls; t++) {
            out.add(Walk.turn(turns.get(t), t, (block, turn, number) ->
                    block instanceof ToolCall call ? call(call, given, turn, number) : Optional.of(block)));
        }
        for (int t = calls; t < end; t++) {
            out.add(Walk.turn(turns.get(t), t, (block, turn, number) ->
                    block instanceof ToolResult result ? Optional.of(result(result, given, turn, number)) : Optional.of(block)));
        }
    }

    /** Calls of this stretch, by the id they came with. */
    private static final class Given {
        private final Map<String, Integer> surplus;
        private final Map<String, List<String>> ids = new HashMap<>();
        private final Map<String, Integer> answered = new HashMap<>();
        private final Map<String, Set<ToolCall>> seen = new HashMap<>();

        private Given(Map<String, Integer> surplus) {
            this.surplus = surplus;
        }

        /** One call written twice: the same in every word, and the client has fewer results than calls. */
        private boolean isSurplus(ToolCall call) {
            int left = surplus.getOrDefault(call.id(), 0);
            ToolCall plain = new ToolCall(call.id(), call.name(), call.namespace(), call.arguments(), call.form(), Optional.empty());
            boolean surplusCall = left > 0 && !seen.computeIfAbsent(call.id(), id -> new HashSet<>()).add(plain);
            if (surplusCall) {
                surplus.put(call.id(), left - 1);
            }
            return surplusCall;
        }
    }

    /** For ids that several calls of the stretch carry: how many calls there are more than results, one at least being left. */
    private static Map<String, Integer> repeats(List<Turn> turns, int from, int calls, int end) {
        Map<String, Integer> called = new HashMap<>();
        Map<String, Integer> results = new HashMap<>();
        for (int t = from; t < end; t++) {
            for (Block block : turns.get(t).blocks()) {
                if (t < calls && block instanceof ToolCall call) {
                    called.merge(call.id(), 1, Integer::sum);
                } else if (block instanceof ToolResult result) {
                    results.merge(result.callId(), 1, Integer::sum);
                }
            }
        }
        called.replaceAll((id, count) -> count - Math.max(1, results.getOrDefault(id, 0)));
        return called;
    }

    private Optional<Block> call(ToolCall call, Given given, int turn, int number) {
        if (demands.isServerCall(call.id())) {
            return Optional.of(call);
        }
        if (given.isSurplus(call)) {
            changes.add("tool-call-merged", turn, number);
            return Optional.empty();
        }
        String id = unique(call.id());
        given.ids.computeIfAbsent(call.id(), raw -> new ArrayList<>()).add(id);
        latest.put(call.id(), id);
        if (id.equals(call.id())) {
            return Optional.of(call);
        }
        changes.add(call.id().isEmpty() ? "tool-id-minted" : "tool-id-rewritten", turn, number);
        return Optional.of(new ToolCall(id, call.name(), call.namespace(), call.arguments(), call.form(), Optional.empty()));
    }

    private String unique(String raw) {
        if (raw.isEmpty()) {
            return allocator.another("call");
        }
        String legal = legal(raw);
        String id = used.contains(legal) ? allocator.another(legal) : legal;
        used.add(id);
        return id;
    }

    private String legal(String raw) {
        String unwrapped = CallIds.unwrap(raw);
        return allocator.isLegal(unwrapped) ? unwrapped : allocator.isLegal(raw) ? raw : allocator.allocate(unwrapped);
    }

    private Block result(ToolResult result, Given given, int turn, int number) {
        List<String> ids = given.ids.getOrDefault(result.callId(), List.of());
        int position = given.answered.merge(result.callId(), 1, Integer::sum) - 1;
        // A result whose call stands further back is legal on Responses only; elsewhere it becomes text later.
        String id = ids.isEmpty() ? latest.getOrDefault(result.callId(), result.callId()) : ids.get(Math.min(position, ids.size() - 1));
        if (id.equals(result.callId())) {
            return result;
        }
        changes.add("tool-id-rewritten", turn, number);
        return new ToolResult(id, result.content(), result.error(), Optional.empty());
    }
}
