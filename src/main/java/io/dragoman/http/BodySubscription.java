package io.dragoman.http;

import java.util.concurrent.Flow;

/** A subscription to a provider's body that can be left politely. */
public interface BodySubscription extends Flow.Subscription {
    /**
     * Nothing more is wanted. What is still on its way is read for a moment and dropped, so that the connection can serve the next call;
     * then, or when too much comes, it is closed.
     */
    void release();

    /** Releases any subscription: one that knows nothing of it is cancelled. */
    static void release(Flow.Subscription subscription) {
        if (subscription instanceof BodySubscription polite) {
            polite.release();
        } else {
            subscription.cancel();
        }
    }
}
