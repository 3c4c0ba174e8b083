package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rebuilds turns block by block; what stays is the same object, and a conversation in which all stays is the same object too. */
final class Walk {
    private Walk() {}

    /** What becomes of one block: itself, another, or nothing. */
    @FunctionalInterface
    interface Step {
        Optional<Block> apply(Block block, int turn, int number);
    }

    static Conversation blocks(Conversation conversation, Step step) {
        List<Turn> turns = conversation.turns();
        List<Turn> made = new ArrayList<>(turns.size());
        for (int t = 0; t < turns.size(); t++) {
            made.add(turn(turns.get(t), t, step));
        }
        return turns(conversation, made);
    }

    static Turn turn(Turn turn, int t, Step step) {
        List<Block> kept = list(turn.blocks(), t, step);
        return kept == turn.blocks() ? turn : turn.withBlocks(kept);
    }

    /** The same list when every block stays. */
    static List<Block> list(List<Block> blocks, int turn, Step step) {
        List<Block> kept = new ArrayList<>(blocks.size());
        boolean same = true;
        for (int b = 0; b < blocks.size(); b++) {
            Block block = blocks.get(b);
            Optional<Block> now = step.apply(block, turn, b);
            now.ifPresent(kept::add);
            same &= now.isPresent() && now.get() == block;
        }
        return same ? blocks : kept;
    }

    /** The same conversation when these are its very turns. */
    static Conversation turns(Conversation conversation, List<Turn> turns) {
        return same(conversation.turns(), turns) ? conversation : conversation.withTurns(turns);
    }

    static boolean same(List<?> a, List<?> b) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            same = a.get(i) == b.get(i);
        }
        return same;
    }

    static boolean isAssistant(Turn turn) {
        return turn.role() == Role.ASSISTANT;
    }

    /** End, exclusive, of the stretch of neighbouring turns of one side that begins here. Everybody but the assistant is the other side. */
    static int stretch(List<Turn> turns, int from) {
        int to = from;
        while (to < turns.size() && isAssistant(turns.get(to)) == isAssistant(turns.get(from))) {
            to++;
        }
        return to;
    }
}
