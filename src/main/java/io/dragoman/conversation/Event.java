package io.dragoman.conversation;

/**
 * One step of a reply. Blocks are numbered from 0 in the order in which they start and may interleave. A reply is
 * {@link Started}, then for each block {@link BlockStarted}, deltas, {@link BlockFinished}, then exactly one of {@link Finished} and {@link Failed}.
 * A call that the token limit cut has no {@link BlockFinished}, although the reply finishes: it must not be shown as complete.
 */
public sealed interface Event {
    <R> R accept(Cases<R> cases);

    /** One method a kind. */
    interface Cases<R> {
        R started(Started event);

        R blockStarted(BlockStarted event);

        R textDelta(TextDelta event);

        R thinkingDelta(ThinkingDelta event);

        R signatureDelta(SignatureDelta event);

        R argumentsDelta(ArgumentsDelta event);

        R citationAdded(CitationAdded event);

        R blockFinished(BlockFinished event);

        R finished(Finished event);

        R failed(Failed event);
    }

    /** The provider has begun. Not output yet. @param id the provider's id of the reply */
    record Started(String id, String model, Usage usage) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.started(this);
        }
    }

    /** @param shell what is known at the start: ids and names of calls; for blocks that arrive complete, all of it */
    record BlockStarted(int block, Block shell) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.blockStarted(this);
        }
    }

    record TextDelta(int block, String text) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.textDelta(this);
        }
    }

    record ThinkingDelta(int block, String text) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.thinkingDelta(this);
        }
    }

    /** The whole signature, not a piece of it. */
    record SignatureDelta(int block, String signature) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.signatureDelta(this);
        }
    }

    /** A piece of the arguments of a client call or of the input of a server call; may be empty. */
    record ArgumentsDelta(int block, String json) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.argumentsDelta(this);
        }
    }

    record CitationAdded(int block, Citation citation) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.citationAdded(this);
        }
    }

    /** @param whole the block as it stands now, all deltas folded in, with raw JSON where the provider's wire gives one */
    record BlockFinished(int block, Block whole) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.blockFinished(this);
        }
    }

    record Finished(StopReason reason, Usage usage) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.finished(this);
        }
    }

    record Failed(Failure failure) implements Event {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.failed(this);
        }
    }
}
