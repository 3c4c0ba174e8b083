package io.dragoman.wire;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Usage;
import java.util.function.Function;

/**
 * The grammar of a reply and the only maker of its events: gives out block numbers, keeps what a block needs to be told whole at its
 * end, and lets exactly one ending through. What a provider's bytes may get wrong is for the decoder to check; a breach here is a bug.
 */
public final class ReplyEvents {
    private enum State { WAITING, STREAMING, ENDED }

    private final EventSink sink;
    private State state = State.WAITING;
    private int next;
    private int open;

    public ReplyEvents(EventSink sink) {
        this.sink = sink;
    }

    public boolean isStarted() {
        return state != State.WAITING;
    }

    public boolean isEnded() {
        return state == State.ENDED;
    }

    /** Blocks that have started and not finished. */
    public int openBlocks() {
        return open;
    }

    public void started(String id, String model, Usage usage) {
        require(state == State.WAITING, "a reply starts once");
        state = State.STREAMING;
        sink.accept(new Event.Started(id, model, usage));
    }

    /**
     * Opens a block that grows.
     *
     * @param shell what is known now
     */
    public OpenBlock open(Block shell) {
        require(state == State.STREAMING, "blocks stand inside a reply");
        open++;
        int number = next++;
        sink.accept(new Event.BlockStarted(number, shell));
        return new OpenBlock(number);
    }

    /** A block that arrives complete. */
    public void whole(Block block) {
        open(block).finish(text -> block);
    }

    public void finished(StopReason reason, Usage usage) {
        require(state == State.STREAMING && open == 0, "a reply finishes once, with all blocks finished");
        state = State.ENDED;
        sink.accept(new Event.Finished(reason, usage));
    }

    /** Ends the reply as failed; open blocks stay open. Later calls have no effect. */
    public void failed(Failure failure) {
        if (state != State.ENDED) {
            state = State.ENDED;
            sink.accept(new Event.Failed(failure));
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalStateException("Broken reply grammar: " + rule + ".");
        }
    }

    /**
     * A block between its start and its end. Text, thinking and arguments that were appended are kept for the end. A character that a
     * provider cuts over two deltas goes out whole, with the second.
     */
    public final class OpenBlock {
        private final int number;
        private final StringBuilder content = new StringBuilder();
        private final WholeCharacters characters = new WholeCharacters();
        private boolean closed;

        private OpenBlock(int number) {
            this.number = number;
        }

        public int number() {
            return number;
        }

        public void text(String delta) {
            String whole = append(delta);
            if (!whole.isEmpty()) {
                sink.accept(new Event.TextDelta(number, whole));
            }
        }

        public void thinking(String delta) {
            String whole = append(delta);
            if (!whole.isEmpty()) {
                sink.accept(new Event.ThinkingDelta(number, whole));
            }
        }

        public void arguments(String delta) {
            String whole = append(delta);
            if (!whole.isEmpty() || delta.isEmpty()) {
                sink.accept(new Event.ArgumentsDelta(number, whole));
            }
        }

        public void signature(String signature) {
            require(!closed && state == State.STREAMING, "a signature stands inside its block");
            sink.accept(new Event.SignatureDelta(number, signature));
        }

        public void citation(Citation citation) {
            require(!closed && state == State.STREAMING, "a citation stands inside its block");
            sink.accept(new Event.CitationAdded(number, citation));
        }

        /** Everything appended so far. */
        public String content() {
            return content.toString();
        }

        public boolean isClosed() {
            return closed;
        }

        /** @param whole makes the finished block from everything that was appended */
        public void finish(Function<String, Block> whole) {
            require(!closed && state == State.STREAMING, "a block finishes once, inside the reply");
            closed = true;
            open--;
            sink.accept(new Event.BlockFinished(number, whole.apply(content.toString())));
        }

        /**
         * Gives the block up: the provider ended the reply without completing it. No {@link Event.BlockFinished} comes, so that nobody
         * takes it for whole; encoders see it by its absence when the reply finishes.
         */
        public void drop() {
            require(!closed && state == State.STREAMING, "a block is given up once, inside the reply");
            closed = true;
            open--;
        }

        private String append(String delta) {
            require(!closed && state == State.STREAMING, "deltas stand inside their block");
            String whole = characters.next(delta);
            content.append(whole);
            return whole;
        }
    }
}
