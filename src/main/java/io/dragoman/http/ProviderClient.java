package io.dragoman.http;

import java.util.concurrent.CompletionStage;

/** Calls providers over HTTP. Pooled, asynchronous, never blocks the caller. */
public interface ProviderClient {
    /**
     * Completes with the response head, whatever its status. Fails with a {@link io.dragoman.conversation.DragomanException} of kind
     * UNREACHABLE (no connection, or it broke before the head) or TIMEOUT. Cancelling the stage's future ends the call.
     */
    CompletionStage<ProviderResponse> call(ProviderRequest request);
}
