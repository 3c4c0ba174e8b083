package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;

/** Parts a turn that holds what the other side says: results that stand in an assistant turn, calls and server blocks in a user turn. */
final class Sides {
    private Sides() {}

    static Conversation split(Conversation conversation, Changes changes) {
        List<Turn> out = new ArrayList<>(conversation.turns().size());
        List<Turn> turns = conversation.turns();
        for (int t = 0; t < turns.size(); t++) {
            Turn turn = turns.get(t);
            if (turn.blocks().stream().allMatch(block -> fits(turn, block))) {
                out.add(turn);
            } else {
                changes.add("turn-split", t, -1);
                parts(turn, out);
            }
        }
        return Walk.turns(conversation, out);
    }

    private static boolean fits(Turn turn, Block block) {
        return Walk.isAssistant(turn) ? !Kind.isResult(block) : !Kind.isAssistants(block);
    }

    private static void parts(Turn turn, List<Turn> out) {
        Role other = Walk.isAssistant(turn) ? Role.USER : Role.ASSISTANT;
        boolean sourceGiven = false;
        List<Block> blocks = turn.blocks();
        int from = 0;
        while (from < blocks.size()) {
            boolean own = fits(turn, blocks.get(from));
            int to = from;
            while (to < blocks.size() && fits(turn, blocks.get(to)) == own) {
                to++;
            }
            List<Block> part = blocks.subList(from, to);
            // What was said of the message itself is said once.
            out.add(own && !sourceGiven ? turn.withBlocks(part) : Turn.made(own ? turn.role() : other, part));
            sourceGiven |= own;
            from = to;
        }
    }
}
