package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Thinking;
import java.util.Optional;

/**
 * Drops reasoning that this target did not make: its proof means nothing there, and it answers 400. Native Anthropic also refuses
 * reasoning without a proof.
 */
final class ForeignThinking {
    static final String DROPPED = "thinking-dropped";
    static final String NATIVE_ISSUER = "anthropic";

    private ForeignThinking() {}

    static Conversation drop(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        return Walk.blocks(conversation, (block, turn, number) -> block.accept(new Keeping() {
            @Override
            public Optional<Block> thinking(Thinking thinking) {
                boolean foreign = isForeign(thinking.issuer(), thinking.raw(), rules)
                        || rules.issuer().equals(NATIVE_ISSUER) && !isProof(thinking.signature());
                return keepUnless(foreign, thinking);
            }

            @Override
            public Optional<Block> redactedThinking(RedactedThinking thinking) {
                boolean foreign = isForeign(thinking.issuer(), thinking.raw(), rules)
                        || rules.issuer().equals(NATIVE_ISSUER) && !isProof(Optional.of(thinking.data()));
                return keepUnless(foreign, thinking);
            }

            private Optional<Block> keepUnless(boolean foreign, Block thinking) {
                if (foreign) {
                    changes.add(DROPPED, turn, number);
                    return Optional.empty();
                }
                return Optional.of(thinking);
            }
        }));
    }

    private static boolean isForeign(Optional<String> issuer, Optional<Raw> raw, TargetRules rules) {
        return issuer.isPresent() ? !issuer.get().equals(rules.issuer()) : raw.isPresent() && !raw.get().isOf(rules.wire());
    }

    /** Values that other vendors' ciphertexts and gateways' placeholders are known by are none; anything else may be one. */
    private static boolean isProof(Optional<String> signature) {
        return signature.filter(s -> !s.isBlank() && !s.startsWith("gAAAA") && !s.startsWith("{")
                && !s.equals("reasoning_content") && !s.equals("skip_thought_signature_validator")).isPresent();
    }
}
