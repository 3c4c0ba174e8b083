package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes server blocks out, and with them the reasoning that was made in their presence, since newer models bind it to the exact text
 * before it: what follows in the same stretch, and the next stretch when its request still held the block. Reasoning of later turns was
 * made on the repaired history and stays.
 */
final class BoundThinking {
    private final ServerSpots spots;
    private final Changes changes;

    BoundThinking(ServerSpots spots, Changes changes) {
        this.spots = spots;
        this.changes = changes;
    }

    /** @param toTheEnd earlier requests held all that goes, so all later reasoning is bound to it */
    Conversation without(Conversation conversation, boolean toTheEnd) {
        Set<Long> gone = new HashSet<>();
        spots.all().stream().filter(ServerSpots.Spot::isGone).forEach(spot -> gone.add(place(spot.turn(), spot.number())));
        List<Turn> turns = conversation.turns();
        List<Turn> out = new ArrayList<>(turns.size());
        int stretch = -1;
        int from = 0;
        boolean bound = false;
        while (from < turns.size()) {
            int to = Walk.stretch(turns, from);
            if (Walk.isAssistant(turns.get(from))) {
                stretch++;
                bound = spots.answersCarried(stretch) || toTheEnd && bound;
                bound = stretch(turns.subList(from, to), from, gone, bound, out);
            } else {
                out.addAll(turns.subList(from, to));
            }
            from = to;
        }
        return Walk.turns(conversation, out);
    }

    private boolean stretch(List<Turn> turns, int first, Set<Long> gone, boolean boundBefore, List<Turn> out) {
        List<Turn> kept = new ArrayList<>(turns.size());
        boolean[] bound = {boundBefore};
        boolean touched = false;
        for (int i = 0; i < turns.size(); i++) {
            Turn now = Walk.turn(turns.get(i), first + i, (block, turn, number) -> stays(block, turn, number, gone, bound));
            touched |= now != turns.get(i);
            kept.add(now);
        }
        if (touched) {
            dropThinkingAtTheEnd(kept, first);
        }
        out.addAll(kept);
        return bound[0];
    }

    private Optional<Block> stays(Block block, int turn, int number, Set<Long> gone, boolean[] bound) {
        if (gone.contains(place(turn, number))) {
            bound[0] = true;
            return Optional.empty();
        }
        if (bound[0] && Kind.isThinking(block)) {
            changes.add("thinking-dropped", turn, number);
            return Optional.empty();
        }
        return Optional.of(block);
    }

    /** An assistant turn cannot end in reasoning; it did not before something was taken from behind it. */
    private void dropThinkingAtTheEnd(List<Turn> turns, int first) {
        for (int i = turns.size() - 1; i >= 0; i--) {
            List<Block> blocks = turns.get(i).blocks();
            int end = blocks.size();
            while (end > 0 && Kind.isThinking(blocks.get(end - 1))) {
                changes.add("thinking-dropped", first + i, --end);
            }
            if (end < blocks.size()) {
                turns.set(i, turns.get(i).withBlocks(blocks.subList(0, end)));
            }
            if (end > 0) {
                return;
            }
        }
    }

    private static long place(int turn, int number) {
        return (long) turn << 32 | number;
    }
}
