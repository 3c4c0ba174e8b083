package io.dragoman.gateway;

import io.dragoman.conversation.Failure;

/**
 * The reply of one exchange toward its client, over all attempts. The error step asks it first: where a head has been sent already, the
 * failure must be told inside the reply.
 */
public final class ClientReply {
    /** Tells the failure inside an opened reply and ends it. @return false when nothing was sent yet, so that an ordinary error reply can be made */
    public boolean fail(Failure failure) {
        throw new UnsupportedOperationException(failure.message());
    }
}
