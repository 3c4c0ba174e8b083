package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Turn;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of server tools that a client put on the user's side. They belong right behind their call. */
final class MisplacedResults {
    private final Map<ServerToolCall, ServerToolResult> byCall = new IdentityHashMap<>();

    static MisplacedResults in(List<Turn> turns, Tally tally) {
        MisplacedResults found = new MisplacedResults();
        Map<String, ServerToolCall> open = new HashMap<>();
        for (Turn turn : turns) {
            boolean assistant = turn.role() == Role.ASSISTANT;
            for (Block block : turn.blocks()) {
                if (block instanceof ServerToolCall call && assistant) {
                    open.put(call.id(), call);
                } else if (block instanceof ServerToolResult result) {
                    Optional<ServerToolCall> call = Optional.ofNullable(open.remove(result.callId()));
                    if (!assistant && call.isPresent()) {
                        found.byCall.put(call.get(), result);
                    } else if (!assistant) {
                        tally.add("dropped:unknown-call");
                    }
                }
            }
        }
        return found;
    }

    Optional<ServerToolResult> answerTo(ServerToolCall call) {
        return Optional.ofNullable(byCall.get(call));
    }
}
