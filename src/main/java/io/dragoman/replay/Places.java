package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where kept things belong in a conversation now. While it says what it said when capture left it, that is where they stood. Else a block
 * is known again when it is the very same object, or has the same anchor, and in either case there is only one of it, then as now.
 */
final class Places {
    /** @param own before turn {@code turn} rather than in it */
    record Place(int turn, int block, boolean own) {}

    private record Spot(int turn, int block) {
        static final Spot MANY = new Spot(-1, -1);
    }

    /** The visible blocks of the assistant's turns. */
    private static final class Index {
        private final Map<Block, Spot> blocks = new IdentityHashMap<>();
        private final Map<Anchor, Spot> anchors = new HashMap<>();
        private final Map<Turn, Integer> turns = new IdentityHashMap<>();
        /** What others say: moved to the assistant's side it looks like an anchor. */
        private final Set<Anchor> others = new HashSet<>();
        private final int[] last;

        Index(List<Turn> all) {
            last = new int[all.size()];
            Arrays.fill(last, -1);
            for (int t = 0; t < all.size(); t++) {
                turns.merge(all.get(t), t, (a, b) -> -1);
                if (all.get(t).role() != Role.ASSISTANT) {
                    all.get(t).blocks().forEach(block -> Anchor.of(block).ifPresent(others::add));
                } else {
                    List<Block> inside = all.get(t).blocks();
                    for (int b = 0; b < inside.size(); b++) {
                        Spot spot = new Spot(t, b);
                        last[t] = isEmpty(inside.get(b)) ? last[t] : b;
                        blocks.merge(inside.get(b), spot, (one, other) -> Spot.MANY);
                        Anchor.of(inside.get(b)).ifPresent(anchor -> anchors.merge(anchor, spot, (one, other) -> Spot.MANY));
                    }
                }
            }
        }

        /** The last block of this turn that says anything, or -1. */
        int last(int turn) {
            return last[turn];
        }

        boolean hasOne(Block block) {
            return one(blocks.get(block)).isPresent();
        }

        static Optional<Spot> one(Spot spot) {
            return Optional.ofNullable(spot).filter(found -> found != Spot.MANY);
        }

        Optional<Integer> turn(Turn turn) {
            return Optional.ofNullable(turns.get(turn)).filter(number -> number >= 0);
        }
    }

    private final List<Turn> bare;
    private final List<Turn> turns;
    private final boolean same;
    private final Index before;
    private final Index now;
    /** For each turn, whether it or a later one of its stretch says anything; one more at the end. */
    private final boolean[] speaks;

    Places(List<Turn> bare, List<Turn> turns) {
        this.bare = bare;
        this.turns = turns;
        same = Alike.turns(bare, turns);
        before = new Index(same ? List.of() : bare);
        now = new Index(same ? List.of() : turns);
        speaks = new boolean[turns.size() + 1];
        for (int t = turns.size() - 1; t >= 0 && !same; t--) {
            speaks[t] = turns.get(t).role() == Role.ASSISTANT && (speaks[t + 1] || now.last(t) >= 0);
        }
    }

    /** Where this run goes; empty when its owner is gone or cannot be told from others. */
    Optional<Place> of(Kept.Run run) {
        if (same) {
            return Optional.of(new Place(run.turn(), run.block(), run.own().isPresent()));
        }
        if (run.next().isPresent()) {
            return spot(run.next().get()).map(spot -> before(run, spot));
        }
        return run.previous().isPresent() ? spot(run.previous().get()).flatMap(spot -> behind(run, spot)) : between(run);
    }

    /** Where the block with the same words is. */
    Optional<Place> of(Kept.OriginalText text) {
        if (same) {
            return Optional.of(new Place(text.turn(), text.block(), false));
        }
        return spot(bare.get(text.turn()).blocks().get(text.block())).map(spot -> new Place(spot.turn(), spot.block(), false));
    }

    /** The turn that says the same, each of its blocks the only one of its kind. */
    Optional<Place> of(Kept.OriginalTurn turn) {
        if (same) {
            return Optional.of(new Place(turn.turn(), 0, false));
        }
        Turn was = bare.get(turn.turn());
        List<Optional<Spot>> spots = was.blocks().stream().filter(block -> !isEmpty(block)).map(this::spot).toList();
        if (spots.isEmpty() || spots.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        int found = spots.get(0).orElseThrow().turn();
        return Alike.turn(was, turns.get(found)) ? Optional.of(new Place(found, 0, false)) : Optional.empty();
    }

    private Optional<Spot> spot(Block block) {
        if (before.hasOne(block) && now.hasOne(block)) {
            return Index.one(now.blocks.get(block));
        }
        return Anchor.of(block).filter(anchor -> Index.one(before.anchors.get(anchor)).isPresent() && !before.others.contains(anchor))
                .flatMap(anchor -> Index.one(now.anchors.get(anchor)));
    }

    private Place before(Kept.Run run, Spot anchor) {
        if (anchor.block() > 0) {
            return new Place(anchor.turn(), anchor.block(), false);
        }
        if (run.own().isPresent()) {
            return new Place(anchor.turn(), 0, true);
        }
        boolean endOfItsTurn = run.block() == bare.get(run.turn()).blocks().size();
        return endOfItsTurn && anchor.turn() > 0 && turns.get(anchor.turn() - 1) == bare.get(run.turn())
                ? new Place(anchor.turn() - 1, run.block(), false)
                : new Place(anchor.turn(), 0, false);
    }

    /** Nothing followed the run in its stretch, so nothing may follow it now. */
    private Optional<Place> behind(Kept.Run run, Spot previous) {
        int turn = previous.turn();
        if (now.last(turn) != previous.block() || speaks[turn + 1]) {
            return Optional.empty();
        }
        return Optional.of(run.own().isPresent() ? new Place(turn + 1, 0, true) : new Place(turn, turns.get(turn).blocks().size(), false));
    }

    /** The run was all that the assistant said there: it goes between the very turns it stood between, or among the same empty texts. */
    private Optional<Place> between(Kept.Run run) {
        if (run.own().isEmpty()) {
            return unique(run.turn()).filter(turn -> turns.get(turn).role() == Role.ASSISTANT && !speaks[turn])
                    .map(turn -> new Place(turn, run.block(), false));
        }
        int after = run.turn();
        Optional<Integer> place = after == bare.size() ? unique(after - 1).map(turn -> turn + 1).filter(turn -> turn == turns.size()) : unique(after);
        return place.filter(turn -> after == 0 ? turn == 0 : turn > 0 && unique(after - 1).filter(one -> one == turn - 1).isPresent())
                .filter(turn -> !speaks[turn]).map(turn -> new Place(turn, 0, true));
    }

    /** Where the turn that capture left at this place is now. */
    private Optional<Integer> unique(int number) {
        return number < 0 || before.turn(bare.get(number)).isEmpty() ? Optional.empty() : now.turn(bare.get(number));
    }

    private static boolean isEmpty(Block block) {
        return block instanceof Text text && text.text().isEmpty();
    }
}
