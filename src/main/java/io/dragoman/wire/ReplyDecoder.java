package io.dragoman.wire;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.sse.SseFrame;

/**
 * Reads one reply of a provider into events. One instance a reply, one thread. After Finished or Failed everything else is ignored:
 * the caller stops reading. A faulty reply becomes a Failed event, never an exception.
 */
public interface ReplyDecoder {
    /**
     * True when the provider has begun to answer although no event tells of it yet, such as a search that is shown only when it is complete:
     * it has worked for this reply, so there must not be another attempt.
     */
    default boolean hasBegun() {
        return false;
    }

    /** One server-sent event. */
    void frame(SseFrame.Event frame);

    /** The whole reply as one JSON document, also where events were asked for. */
    void whole(byte[] body);

    /** The bytes are over. Inside an answer that is a failure. */
    void end();

    /** The connection failed. */
    void broken(Failure cause);
}
