package io.dragoman.http;

import java.util.concurrent.CompletionStage;

/** Calls providers over reactor-netty. One for the whole process. */
public final class ReactorProviderClient implements ProviderClient, AutoCloseable {
    @Override
    public CompletionStage<ProviderResponse> call(ProviderRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
