package io.dragoman.wire;

import io.dragoman.conversation.Event;
import java.io.ByteArrayOutputStream;

/** Writes one reply to a client. One instance a reply, for all attempts; one thread at a time. */
public interface ReplyEncoder {
    String contentType();

    /** Writes what this event means on the wire, often nothing. A second Started belongs to a later attempt or a resumed turn and is ignored. */
    void event(Event event, ByteArrayOutputStream out);

    /**
     * Writes a keep-alive, legal at any time before the end; before the first event it may open the reply under the gateway's own id.
     * Writes nothing where the wire has none (whole replies).
     */
    void keepAlive(ByteArrayOutputStream out);
}
