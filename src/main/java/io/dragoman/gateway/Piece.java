package io.dragoman.gateway;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.sse.SseFrame;
import java.util.List;
import java.util.Optional;

/**
 * One frame of a provider's stream, or its whole answer, and what it means.
 *
 * @param form   whether the bytes may pass to a client of the same wire
 * @param raw    the bytes as they came; empty where nobody can want them
 * @param frame  the server-sent event, for a {@link Form#FRAME} that is one
 * @param begun  the provider works at the answer, whether or not an event tells of it yet
 * @param events often none
 */
record Piece(Form form, byte[] raw, Optional<SseFrame.Event> frame, boolean begun, List<Event> events) {
    private static final byte[] NONE = new byte[0];

    /** FRAME: of a stream. WHOLE: a JSON document. MEANING: only the events count, the bytes are not those of this reply. */
    enum Form { FRAME, WHOLE, MEANING }

    Piece {
        events = List.copyOf(events);
    }

    static Piece meaning(List<Event> events) {
        return new Piece(Form.MEANING, NONE, Optional.empty(), false, events);
    }

    static Piece failed(Failure failure) {
        return meaning(List.of(new Event.Failed(failure)));
    }

    Optional<Failure> failure() {
        return last() instanceof Event.Failed failed ? Optional.of(failed.failure()) : Optional.empty();
    }

    Optional<Event.Finished> finished() {
        return last() instanceof Event.Finished finished ? Optional.of(finished) : Optional.empty();
    }

    boolean isLast() {
        return failure().isPresent() || finished().isPresent();
    }

    /** True for anything that a client can see of the answer, and for its end. */
    boolean isOutput() {
        return events.stream().anyMatch(event -> !(event instanceof Event.Started));
    }

    Piece withEvents(List<Event> others) {
        return new Piece(form, raw, frame, begun, others);
    }

    private Object last() {
        return events.isEmpty() ? this : events.get(events.size() - 1);
    }
}
