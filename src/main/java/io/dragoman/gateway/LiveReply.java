package io.dragoman.gateway;

import io.dragoman.conversation.Event;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A provider's answer that is still arriving. It is read by asking: one {@link #next} at a time, answered once, on any thread, with at least
 * one piece. The last piece ends with Finished or Failed; after it nothing may be asked, and everything behind it is dropped. Whoever
 * reads it must read to the last piece or cancel.
 */
interface LiveReply {
    /** The provider's headers, names in lower case. */
    Map<String, String> headers();

    /** Asks for what comes next. What is not asked for stays with the provider. */
    void next(Consumer<List<Piece>> then);

    /** Ends the call at once. */
    void cancel();

    /**
     * What has been told so far, in short form: for an encoder that takes over in the midst of a reply, when the pieces that follow are not
     * the bytes of this reply.
     */
    default List<Event> soFar() {
        return List.of();
    }
}
