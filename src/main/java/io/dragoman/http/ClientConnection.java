package io.dragoman.http;

import java.util.Map;

/**
 * The way back to one client for one exchange. Safe for any thread; what is written goes out in the order of the calls.
 *
 * <p>Either the head is opened here and the reply written piece by piece, or nothing is and the exchange ends with an ordinary
 * message, which the binding writes. A reply that was opened and not ended when the exchange ends is cut, so that nobody takes it for whole.
 */
public interface ClientConnection {
    /** True once a head was sent: failures can only be told inside the reply. */
    boolean isOpened();

    boolean isEnded();

    /** True once the client closed its side or the connection broke. */
    boolean isGone();

    /** Sends the head. Content is chunked. @throws IllegalStateException when it was sent already */
    void open(int status, Map<String, String> headers);

    /** Sends a piece of the reply at once. @param written called when it has left for the network, or can no longer leave */
    void write(byte[] bytes, Runnable written);

    /** Sends the end of the reply. Later calls have no effect. */
    void end();

    /** Calls once when the client goes before the reply has ended; at once when it has gone already. Forgotten when the exchange ends. */
    void onGone(Runnable gone);

    /** The request's bytes are no longer needed; they stop counting toward the limit of all requests. */
    void requestReleased();
}
