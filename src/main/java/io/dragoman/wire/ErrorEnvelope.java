package io.dragoman.wire;

import io.dragoman.conversation.Failure;
import java.util.Map;

/** Failures of one wire, both ways. */
public interface ErrorEnvelope {
    /** Error body for a client. Where the failure's raw body is of this wire, that one. */
    byte[] body(Failure failure);

    /** HTTP status for a client of this wire: some statuses make a client retry too often. */
    int status(Failure failure);

    /**
     * Reads a provider's error reply. A body that is this wire's own error envelope is kept as raw.
     *
     * @param status  HTTP status; 200 when an error came inside a success
     * @param headers provider's headers, names in lower case
     * @param body    may be empty, HTML or cut off
     */
    Failure read(int status, Map<String, String> headers, byte[] body);
}
