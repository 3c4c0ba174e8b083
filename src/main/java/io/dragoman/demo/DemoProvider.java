package io.dragoman.demo;

import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderResponse;
import java.util.concurrent.CompletionStage;

/** The provider inside: speaks the Anthropic wire, needs no network and no key, and says in every answer that it is a demo. */
public final class DemoProvider implements ProviderClient {
    @Override
    public CompletionStage<ProviderResponse> call(ProviderRequest request) {
        throw new UnsupportedOperationException();
    }
}
