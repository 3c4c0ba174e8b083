package io.dragoman.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The provider inside: speaks the Anthropic wire through the same door as any other, so that all lanes work without a network and without a key. It says
 * in every answer that it is a demo.
 */
public final class DemoProvider implements ProviderClient, AutoCloseable {
    private static final long MILLIS_BETWEEN_WORDS = 25;

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "dragoman-demo");
        thread.setDaemon(true);
        return thread;
    });
    private final long millisBetweenWords;

    public DemoProvider() {
        this(MILLIS_BETWEEN_WORDS);
    }

    DemoProvider(long millisBetweenWords) {
        this.millisBetweenWords = millisBetweenWords;
    }

    @Override
    public CompletionStage<ProviderResponse> call(ProviderRequest request) {
        JsonNode asked = Json.slice(request.body(), 0, request.body().length).tree();
        DemoAnswer answer = DemoAnswer.to(asked);
        boolean streams = asked.path("stream").asBoolean();
        List<byte[]> pieces = streams ? DemoStream.of(answer) : List.of(Json.of(answer.whole()).toBytes());
        Map<String, String> headers = Map.of("content-type", streams ? "text/event-stream" : "application/json", "request-id", "req_demo");
        return CompletableFuture.completedFuture(
                new ProviderResponse(200, headers, subscriber -> new Pacing(clock, millisBetweenWords, pieces, subscriber).begin()));
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
