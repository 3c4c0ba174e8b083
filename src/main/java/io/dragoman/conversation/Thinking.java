package io.dragoman.conversation;

import java.util.Optional;

/**
 * Reasoning that a provider made.
 *
 * @param text      what may be shown; empty when the provider showed nothing
 * @param signature the provider's opaque proof or ciphertext
 * @param issuer    who made it, when a carrier told (see {@link TargetRules#issuer()}); empty: whoever speaks the wire of {@code raw}
 */
public record Thinking(String text, Optional<String> signature, Optional<String> issuer, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.thinking(this);
    }
}
