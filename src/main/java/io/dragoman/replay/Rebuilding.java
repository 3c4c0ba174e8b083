package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Turns with the things that go back into them, told in the order of the history. */
final class Rebuilding {
    private record Insert(int block, List<Block> blocks) {}

    private record Own(Turn shell, List<Block> blocks) {}

    private final List<Turn> turns;
    private final Map<Integer, List<Insert>> inserts = new HashMap<>();
    private final Map<Integer, List<Own>> owns = new HashMap<>();
    private final Map<Integer, Map<Integer, Block>> replaced = new HashMap<>();
    private final Map<Integer, List<Block>> wholes = new HashMap<>();

    Rebuilding(List<Turn> turns) {
        this.turns = turns;
    }

    /** @param own the turn that the blocks were the whole of */
    void insert(Places.Place place, List<Block> blocks, Optional<Turn> own) {
        if (blocks.isEmpty()) {
            return;
        }
        if (place.own()) {
            List<Own> before = owns.computeIfAbsent(place.turn(), t -> new ArrayList<>());
            Turn shell = own.orElseThrow();
            // Only a turn made by capture can hold runs of several issuers; one that was read is a run by itself.
            if (shell.blocks().isEmpty() && !before.isEmpty() && before.get(before.size() - 1).shell() == shell) {
                before.get(before.size() - 1).blocks().addAll(blocks);
            } else {
                before.add(new Own(shell, new ArrayList<>(blocks)));
            }
        } else {
            inserts.computeIfAbsent(place.turn(), t -> new ArrayList<>()).add(new Insert(place.block(), blocks));
        }
    }

    void replace(Places.Place place, Block block) {
        replaced.computeIfAbsent(place.turn(), t -> new HashMap<>()).put(place.block(), block);
    }

    void replace(int turn, List<Block> blocks) {
        wholes.put(turn, blocks);
    }

    /** All blocks that are no part of the turns as they came here and that nobody replaced another by. */
    Stream<Block> inserted() {
        return Stream.concat(inserts.values().stream().flatMap(List::stream).map(Insert::blocks),
                owns.values().stream().flatMap(List::stream).map(Own::blocks)).flatMap(List::stream);
    }

    List<Turn> rebuilt() {
        List<Turn> all = new ArrayList<>(turns.size() + owns.size());
        for (int t = 0; t <= turns.size(); t++) {
            owns.getOrDefault(t, List.of()).forEach(own -> all.add(turn(own)));
            if (t < turns.size()) {
                all.add(turn(t));
            }
        }
        return all;
    }

    private static Turn turn(Own own) {
        return isSame(own.shell().blocks(), own.blocks()) ? own.shell() : new Turn(Role.ASSISTANT, own.blocks(), own.shell().source());
    }

    private Turn turn(int t) {
        Turn turn = turns.get(t);
        List<Insert> into = inserts.getOrDefault(t, List.of());
        Map<Integer, Block> others = replaced.getOrDefault(t, Map.of());
        List<Block> whole = wholes.getOrDefault(t, List.of());
        if (!whole.isEmpty()) {
            List<Block> blocks = new ArrayList<>();
            into.forEach(insert -> blocks.addAll(insert.blocks()));
            blocks.addAll(whole);
            return Turn.made(turn.role(), blocks);
        }
        if (into.isEmpty() && others.isEmpty()) {
            return turn;
        }
        List<Block> blocks = new ArrayList<>();
        List<Insert> sorted = into.stream().sorted(Comparator.comparingInt(Insert::block)).toList();
        int next = 0;
        for (int b = 0; b <= turn.blocks().size(); b++) {
            while (next < sorted.size() && sorted.get(next).block() == b) {
                blocks.addAll(sorted.get(next++).blocks());
            }
            if (b < turn.blocks().size()) {
                blocks.add(others.getOrDefault(b, turn.blocks().get(b)));
            }
        }
        return turn.withBlocks(blocks);
    }

    private static boolean isSame(List<Block> a, List<Block> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i)) {
                return false;
            }
        }
        return true;
    }
}
