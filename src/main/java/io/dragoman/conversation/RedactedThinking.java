package io.dragoman.conversation;

import java.util.Optional;

/**
 * Reasoning that a provider made and shows to nobody.
 *
 * @param data   opaque
 * @param issuer as in {@link Thinking}
 */
public record RedactedThinking(String data, Optional<String> issuer, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.redactedThinking(this);
    }
}
