package io.dragoman.conversation;

import java.util.Optional;

/**
 * A block of a kind that the model does not know. Only its own wire can send it on.
 */
public record Opaque(String type, Raw json) implements Block {
    @Override
    public Optional<Raw> raw() {
        return Optional.of(json);
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.opaque(this);
    }
}
