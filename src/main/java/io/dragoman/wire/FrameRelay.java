package io.dragoman.wire;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;

/** The gateway's own words inside a stream that otherwise passes through unchanged. One instance a reply, one thread. */
public interface FrameRelay {
    /** True for a frame by which this wire's clients learn that the reply failed, so that it may pass as it is; else {@link #failure} is called in its place. */
    default boolean tells(SseFrame.Event frame, Failure failure) {
        return false;
    }

    /** Told of every frame that went to the client, so that added frames fit: same ids, next sequence number. */
    void passed(SseFrame.Event frame);

    /** Ends the stream as failed, in the way this wire's clients understand. Nothing may follow. */
    void failure(Failure failure, ByteArrayOutputStream out);

    /** The reply has finished, as its decoder read it: writes what belongs to the end and did not pass. */
    default void finished(ByteArrayOutputStream out) {}

    /** A keep-alive; before the provider's first event only a comment, since nothing may be invented then. */
    void keepAlive(ByteArrayOutputStream out);
}
