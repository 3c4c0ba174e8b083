package io.dragoman.conversation;

/** The name of a protocol, such as {@code anthropic}. Each wire package owns its own; the model only compares them. */
public record WireName(String value) {
    @Override
    public String toString() {
        return value;
    }
}
