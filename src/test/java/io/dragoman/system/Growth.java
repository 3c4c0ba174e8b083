package io.dragoman.system;

import java.util.List;
import java.util.Optional;

/** By what a conversation grows: an answer, and what the user does then. */
final class Growth {
    private Growth() {}

    /** One part of an answer. Providers leave out what they do not do. */
    sealed interface Said {
        record Words(String text) implements Said {}

        record Thought(String text) implements Said {}

        record Call(String tool) implements Said {}

        /** A search that the provider runs itself; the text behind it cites what was found. */
        record Search(String query) implements Said {}
    }

    /** What follows the results of the calls, if there were any. */
    enum User { NOTHING, TEXT, IMAGE, SYSTEM }

    /** @param other who answered, where the client used another model for this turn than for the rest */
    record Step(List<Said> answer, Optional<Upstream> other, User user) {}
}
