package io.dragoman.gateway;

import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderResponse;
import java.util.concurrent.CompletionStage;

/** Calls providers over HTTP, and the embedded demo where a provider's URL begins with {@code demo:}. */
public final class ClientByScheme implements ProviderClient {
    private final ProviderClient http;
    private final ProviderClient demo;

    public ClientByScheme(ProviderClient http, ProviderClient demo) {
        this.http = http;
        this.demo = demo;
    }

    @Override
    public CompletionStage<ProviderResponse> call(ProviderRequest request) {
        return (SettingsReader.DEMO.equals(request.uri().getScheme()) ? demo : http).call(request);
    }
}
