package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;

/**
 * Plain text.
 *
 * @param citations the sources that the whole block rests on, in the order in which they came
 */
public record Text(String text, List<Citation> citations, Optional<Raw> raw) implements Block {
    public Text {
        citations = List.copyOf(citations);
    }

    public static Text of(String text) {
        return new Text(text, List.of(), Optional.empty());
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.text(this);
    }
}
