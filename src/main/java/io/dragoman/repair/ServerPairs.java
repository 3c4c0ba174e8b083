package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.ToolCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Exchanges of server tools toward a provider that takes them verbatim; toward any other they are dropped, should one have come so far.
 *
 * <p>A call without a result stays while its turn is open: nothing but results of client tools follows the last assistant turn. A result
 * may open the next assistant turn when only such results stand between. An exchange that the vendor would not take back goes with its
 * whole run, since the blocks of a run may rest on each other.
 */
final class ServerPairs {
    private static final Pattern VENDOR_ID = Pattern.compile("srvtoolu_[a-zA-Z0-9_]+");

    private final TargetRules rules;
    private final Changes changes;
    private final ServerSpots spots;
    private final ServerResults results;
    private final Map<String, Call> current = new HashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> degraded = new HashSet<>();

    /** A call and, once met, its result. */
    private static final class Call {
        private final ServerSpots.Spot spot;
        private final boolean sound;
        private Optional<ServerSpots.Spot> result = Optional.empty();

        private Call(ServerSpots.Spot spot, boolean sound) {
            this.spot = spot;
            this.sound = sound;
        }

        private boolean isTouched() {
            return spot.isGone() || result.filter(ServerSpots.Spot::isGone).isPresent();
        }
    }

    private ServerPairs(Conversation conversation, TargetRules rules, Changes changes) {
        this.rules = rules;
        this.changes = changes;
        this.spots = ServerSpots.of(conversation.turns());
        this.results = new ServerResults(conversation);
    }

    static Conversation settle(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        Conversation c = Walk.blocks(conversation, (block, turn, number) -> {
            boolean stays = !(block instanceof Carried) && (demands.first() || demands.responses() || !Kind.isServer(block));
            if (!stays) {
                changes.add(block instanceof Carried ? "carrier-dropped" : "server-block-dropped", turn, number);
            }
            return stays ? Optional.of(block) : Optional.empty();
        });
        return demands.first() && demands.anthropic() ? new ServerPairs(c, rules, changes).settle(c) : c;
    }

    /** The conversation without all exchanges of server tools, and without the reasoning that is bound to them. */
    static Conversation withoutAny(Conversation conversation, Changes changes) {
        ServerSpots spots = ServerSpots.of(conversation.turns());
        spots.all().forEach(spot -> drop(spot, "server-run-refused", changes));
        return new BoundThinking(spots, changes).without(conversation, true);
    }

    private Conversation settle(Conversation conversation) {
        spots.all().forEach(this::pair);
        calls.forEach(this::judge);
        if (spots.all().stream().noneMatch(ServerSpots.Spot::isGone)) {
            return conversation;
        }
        spread();
        return new BoundThinking(spots, changes).without(conversation, false);
    }

    private void pair(ServerSpots.Spot spot) {
        if (spot.block() instanceof ServerToolResult result) {
            Call call = current.get(result.callId());
            if (call == null || call.result.isPresent() || call.spot.stretch() < spots.chain(spot.stretch())) {
                drop(spot, "server-result-orphan", changes);
            } else {
                call.result = Optional.of(spot);
            }
            return;
        }
        String id = id(spot.block());
        Optional<Call> before = Optional.ofNullable(current.get(id));
        // A later call with the same id takes the results; one that waits for none any more goes.
        before.filter(call -> call.result.isEmpty()).ifPresent(this::abandon);
        Call call = new Call(spot, before.filter(b -> b.result.isPresent()).isEmpty() && isSound(spot.block(), id));
        current.put(id, call);
        calls.add(call);
    }

    private static String id(Block call) {
        return call instanceof ServerToolCall server ? server.id() : ((ToolCall) call).id();
    }

    private boolean isSound(Block call, String id) {
        boolean vendor = rules.issuer().equals(ForeignThinking.NATIVE_ISSUER) && call instanceof ServerToolCall server
                && server.type().equals("server_tool_use");
        return isOwn(call) && (vendor ? VENDOR_ID.matcher(id).matches() : CallIds.isPlain(id));
    }

    private boolean isOwn(Block block) {
        return block.raw().map(raw -> raw.isOf(rules.wire())).orElse(true);
    }

    private void judge(Call call) {
        boolean sound = call.sound && call.result.map(ServerSpots.Spot::block)
                .map(result -> isOwn(result) && results.isSound((ServerToolResult) result)).orElse(true);
        if (!sound) {
            dropRun(call.spot);
            call.result.ifPresent(this::dropRun);
        } else if (call.result.isEmpty() && !spots.isOpen(call.spot.stretch())) {
            abandon(call);
        }
    }

    private void abandon(Call call) {
        drop(call.spot, "server-call-unanswered", changes);
        spots.wasCarried(call.spot.stretch());
    }

    private void dropRun(ServerSpots.Spot spot) {
        if (degraded.add(spot.run())) {
            spots.run(spot.run()).forEach(member -> drop(member, "server-run-degraded", changes));
        }
    }

    private static void drop(ServerSpots.Spot spot, String kind, Changes changes) {
        if (spot.goes()) {
            changes.add(kind, spot.turn(), spot.number());
        }
    }

    /** What belongs to a block that went goes too: its other half, and the exchanges that its code made. */
    private void spread() {
        Map<String, List<Call>> nested = new HashMap<>();
        calls.forEach(call -> caller(call.spot.block()).ifPresent(id -> nested.computeIfAbsent(id, i -> new ArrayList<>()).add(call)));
        Deque<Call> touched = new ArrayDeque<>();
        calls.stream().filter(Call::isTouched).forEach(touched::add);
        while (!touched.isEmpty()) {
            Call call = touched.poll();
            drop(call.spot, "server-run-degraded", changes);
            call.result.ifPresent(spot -> drop(spot, "server-run-degraded", changes));
            Optional.ofNullable(nested.remove(id(call.spot.block()))).ifPresent(touched::addAll);
        }
    }

    private static Optional<String> caller(Block call) {
        return call.raw().map(Raw::json).filter(json -> json.occurrences("\"tool_id\"") > 0)
                .map(json -> json.tree().path("caller").path("tool_id").asText("")).filter(id -> !id.isEmpty());
    }
}
