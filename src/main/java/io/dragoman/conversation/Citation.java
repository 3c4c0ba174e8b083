package io.dragoman.conversation;

import java.util.Optional;

/**
 * A source of a text.
 *
 * @param url       where it stands; empty for documents of the request
 * @param title     may be empty
 * @param citedText the words of the source; may be empty
 * @param range     the part of the text that rests on it; empty: all of it
 * @param raw       the citation as the provider sent it
 */
public record Citation(Optional<String> url, String title, String citedText, Optional<Range> range, Optional<Raw> raw) {
    /** Code points of the text, from inclusive, to exclusive. */
    public record Range(int from, int to) {}
}
