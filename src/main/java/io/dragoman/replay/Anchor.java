package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import java.util.Optional;

/** What a client shows of a block, however its JSON is spelt: by it a block is known again where its place is not. */
record Anchor(Kind kind, String value) {
    private static final Block.Cases<Optional<Anchor>> OF = new Kinds<Optional<Anchor>>() {
        @Override
        public Optional<Anchor> any(Block other) {
            return Optional.empty();
        }

        @Override
        public Optional<Anchor> text(Text text) {
            return anchor(Kind.TEXT, text.text());
        }

        @Override
        public Optional<Anchor> thinking(Thinking thinking) {
            return anchor(Kind.THINKING, thinking.signature().orElse(""));
        }

        @Override
        public Optional<Anchor> redactedThinking(RedactedThinking thinking) {
            return anchor(Kind.REDACTED, thinking.data());
        }

        @Override
        public Optional<Anchor> toolCall(ToolCall call) {
            return anchor(Kind.CALL, call.id());
        }
    };

    enum Kind { CALL, TEXT, THINKING, REDACTED }

    /** Empty for blocks that have nothing of their own, such as empty texts, which every wire may leave out. */
    static Optional<Anchor> of(Block block) {
        return block.accept(OF);
    }

    private static Optional<Anchor> anchor(Kind kind, String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(new Anchor(kind, value));
    }
}
