package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cache marks of a request whose runs are back: four at most, and none that lives an hour behind one that lives five minutes. Marks on
 * blocks that stayed in the conversation are the client's business; one on a block that comes back goes where it would break the rule.
 */
final class CacheMarks {
    private static final int MOST = 4;

    /** @param block empty for marks that stay whatever they are */
    private record Mark(boolean hour, Optional<Block> block) {}

    private final Conversation conversation;
    private final Rebuilding rebuilding;
    private final Set<Block> back = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Mark> marks = new ArrayList<>();

    CacheMarks(Conversation conversation, Rebuilding rebuilding) {
        this.conversation = conversation;
        this.rebuilding = rebuilding;
    }

    /** The conversation with the runs in it and no more marks than it may have. */
    Conversation within(Tally tally) {
        List<Turn> turns = rebuilding.rebuilt();
        rebuilding.inserted().filter(block -> json(block).flatMap(CacheMark::of).isPresent()).forEach(back::add);
        if (back.isEmpty()) {
            return conversation.withTurns(turns);
        }
        conversation.tools().forEach(tool -> mark(tool.raw().map(Raw::json), Optional.empty()));
        conversation.system().forEach(this::mark);
        turns.forEach(turn -> turn.blocks().forEach(this::mark));
        conversation.origin().map(Origin::document).ifPresent(document -> mark(Optional.of(document), Optional.empty()));
        Set<Block> excess = excess();
        tally.add("marks-dropped", excess.size());
        return conversation.withTurns(turns.stream().map(turn -> without(turn, excess)).toList());
    }

    private void mark(Block block) {
        if (block instanceof ToolResult result) {
            result.content().forEach(inside -> mark(json(inside), Optional.empty()));
        }
        mark(json(block), Optional.of(block).filter(back::contains));
    }

    private void mark(Optional<Json> json, Optional<Block> block) {
        json.flatMap(CacheMark::of).ifPresent(mark -> marks.add(new Mark(mark.hour(), block)));
    }

    private Set<Block> excess() {
        Set<Block> excess = Collections.newSetFromMap(new IdentityHashMap<>());
        int hoursAhead = (int) marks.stream().filter(mark -> mark.hour() && mark.block().isEmpty()).count();
        boolean minutes = false;
        int count = marks.size();
        for (Mark mark : marks) {
            if (mark.block().isEmpty()) {
                hoursAhead -= mark.hour() ? 1 : 0;
                minutes |= !mark.hour();
            } else if (mark.hour() ? minutes : hoursAhead > 0) {
                excess.add(mark.block().get());
                count--;
            } else {
                minutes |= !mark.hour();
            }
        }
        for (Mark mark : marks) {
            if (count > MOST && mark.block().filter(excess::add).isPresent()) {
                count--;
            }
        }
        return excess;
    }

    private static Turn without(Turn turn, Set<Block> excess) {
        return turn.blocks().stream().noneMatch(excess::contains) ? turn
                : turn.withBlocks(turn.blocks().stream().map(block -> excess.contains(block) ? without(block) : block).toList());
    }

    private static Block without(Block block) {
        return block.accept(new Kinds<Block>() {
            @Override
            public Block any(Block other) {
                return other;
            }

            @Override
            public Block serverToolCall(ServerToolCall call) {
                return new ServerToolCall(call.id(), call.type(), call.name(), call.input(), cut(call.raw()));
            }

            @Override
            public Block serverToolResult(ServerToolResult result) {
                return new ServerToolResult(result.callId(), result.type(), result.content(), cut(result.raw()));
            }
        });
    }

    private static Optional<Raw> cut(Optional<Raw> raw) {
        return raw.map(whole -> CacheMark.of(whole.json()).map(mark -> new Raw(whole.wire(), mark.cutFrom(whole.json()))).orElse(whole));
    }

    private static Optional<Json> json(Block block) {
        return block.raw().map(Raw::json);
    }
}
