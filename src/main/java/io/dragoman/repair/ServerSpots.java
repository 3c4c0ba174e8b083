package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where the server blocks of a history stand: in which assistant stretch, in which run, and which stretches results of client tools join. */
final class ServerSpots {
    private final List<Spot> all = new ArrayList<>();
    /** For each stretch the first one from which only results of client tools lead here. */
    private final List<Integer> chains = new ArrayList<>();
    private final List<Integer> runStarts = new ArrayList<>();
    private final Set<Integer> carried = new HashSet<>();
    private boolean open;
    private boolean runGoesOn;

    /** A server block at its place. */
    static final class Spot {
        private final Block block;
        private final int turn;
        private final int number;
        private final int stretch;
        private final int run;
        private boolean gone;

        private Spot(Block block, int turn, int number, int stretch, int run) {
            this.block = block;
            this.turn = turn;
            this.number = number;
            this.stretch = stretch;
            this.run = run;
        }

        Block block() {
            return block;
        }

        int turn() {
            return turn;
        }

        int number() {
            return number;
        }

        int stretch() {
            return stretch;
        }

        int run() {
            return run;
        }

        boolean isGone() {
            return gone;
        }

        /** @return false when it was gone already */
        boolean goes() {
            boolean first = !gone;
            gone = true;
            return first;
        }
    }

    private ServerSpots() {}

    static ServerSpots of(List<Turn> turns) {
        ServerSpots spots = new ServerSpots();
        boolean inStretch = false;
        boolean onlyResults = false;
        for (int t = 0; t < turns.size(); t++) {
            Turn turn = turns.get(t);
            if (Walk.isAssistant(turn)) {
                spots.assistant(turn, t, inStretch, onlyResults);
                inStretch = true;
            } else {
                onlyResults = (inStretch || onlyResults) && turn.blocks().stream().allMatch(ToolResult.class::isInstance);
                inStretch = false;
            }
        }
        spots.open = inStretch || onlyResults;
        return spots;
    }

    private void assistant(Turn turn, int t, boolean inStretch, boolean onlyResults) {
        if (!inStretch) {
            chains.add(onlyResults ? chains.get(chains.size() - 1) : chains.size());
        }
        // A run may reach over the border of two messages of one stretch.
        boolean inRun = inStretch && runGoesOn;
        for (int b = 0; b < turn.blocks().size(); b++) {
            Block block = turn.blocks().get(b);
            boolean server = isServer(block);
            if (server) {
                if (!inRun) {
                    runStarts.add(all.size());
                }
                all.add(new Spot(block, t, b, chains.size() - 1, runStarts.size() - 1));
            }
            inRun = server;
        }
        runGoesOn = inRun;
    }

    static boolean isServer(Block block) {
        return Kind.isServer(block) || block instanceof ToolCall call && Kind.isServerId(call.id());
    }

    List<Spot> all() {
        return all;
    }

    List<Spot> run(int run) {
        return all.subList(runStarts.get(run), run + 1 < runStarts.size() ? runStarts.get(run + 1) : all.size());
    }

    /** First stretch whose calls may be answered in this one. */
    int chain(int stretch) {
        return chains.get(stretch);
    }

    /** Nothing but results of client tools follows this stretch. */
    boolean isOpen(int stretch) {
        return open && stretch == chains.size() - 1;
    }

    /** A block of this stretch goes that an earlier request held. */
    void wasCarried(int stretch) {
        carried.add(stretch);
    }

    /** The request that this stretch answered held a block which goes now. */
    boolean answersCarried(int stretch) {
        return stretch > 0 && carried.contains(stretch - 1) && chains.get(stretch) < stretch;
    }
}
