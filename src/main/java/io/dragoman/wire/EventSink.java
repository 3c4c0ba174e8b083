package io.dragoman.wire;

import io.dragoman.conversation.Event;

/** Takes the events of one reply, in order, on one thread. */
@FunctionalInterface
public interface EventSink {
    void accept(Event event);
}
