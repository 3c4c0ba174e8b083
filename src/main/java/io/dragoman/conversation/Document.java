package io.dragoman.conversation;

import java.util.Optional;

/**
 * A document: PDF, plain text, or a search result handed in by the client.
 *
 * @param title what to call it; empty when the client gave no name
 */
public record Document(Media media, Optional<String> title, Optional<Raw> raw) implements Block {
    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.document(this);
    }
}
