package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;

/** One thing that capture kept for the provider it belongs to. Turn and block are ordinals in the conversation as capture left it. */
sealed interface Kept {
    /** Number of the turn. */
    int turn();

    /** Runs of server-tool blocks in it. */
    int runs();

    /** UTF-8 length of its raw JSON. */
    long bytes();

    /** Who made it, when a carrier told. */
    Optional<String> issuer();

    void accept(Cases cases);

    /** One method a kind. */
    interface Cases {
        void run(Run run);

        void text(OriginalText text);

        void turn(OriginalTurn turn);
    }

    static long bytes(List<? extends Block> blocks) {
        return blocks.stream().mapToLong(block -> block.raw().map(Raw::json).map(Json::length).orElse(0)).sum();
    }

    /**
     * Server-tool blocks that stood next to each other, before block {@code block} of turn {@code turn}, or after its last one.
     *
     * @param own      they were the whole of a turn, which stood before turn {@code turn}: that turn, without them when it was made here
     * @param stretch  number of the series of assistant turns that they stood in
     * @param next     the anchor: the visible block that follows them in the stretch
     * @param previous the visible block before them in the stretch
     */
    record Run(int turn, int block, Optional<Turn> own, List<Block> blocks, Optional<String> issuer, int stretch, Optional<Block> next,
            Optional<Block> previous) implements Kept {
        public Run {
            blocks = List.copyOf(blocks);
        }

        Run before(Block anchor) {
            return new Run(turn, block, own, blocks, issuer, stretch, Optional.of(anchor), previous);
        }

        @Override
        public void accept(Cases cases) {
            cases.run(this);
        }

        @Override
        public int runs() {
            return 1;
        }

        @Override
        public long bytes() {
            return Kept.bytes(blocks);
        }
    }

    /** The text that a provider really wrote, with its citations, in the place of block {@code block} that has the same words. */
    record OriginalText(int turn, int block, Text text, Optional<String> issuer) implements Kept {
        @Override
        public void accept(Cases cases) {
            cases.text(this);
        }

        @Override
        public int runs() {
            return 0;
        }

        @Override
        public long bytes() {
            return Kept.bytes(List.of(text));
        }
    }

    /** All blocks of a turn as a provider wrote them, in the place of blocks that say the same. */
    record OriginalTurn(int turn, List<Block> blocks, Optional<String> issuer) implements Kept {
        public OriginalTurn {
            blocks = List.copyOf(blocks);
        }

        @Override
        public void accept(Cases cases) {
            cases.turn(this);
        }

        @Override
        public int runs() {
            int runs = 0;
            boolean inside = false;
            for (Block block : blocks) {
                boolean server = Server.is(block);
                runs += server && !inside ? 1 : 0;
                inside = server;
            }
            return runs;
        }

        @Override
        public long bytes() {
            return Kept.bytes(blocks);
        }
    }
}
