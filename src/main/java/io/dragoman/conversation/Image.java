package io.dragoman.conversation;

import java.util.Optional;

/**
 * A picture.
 */
public record Image(Media media, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.image(this);
    }
}
