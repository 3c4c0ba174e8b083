package io.dragoman.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderResponse;
import io.dragoman.repair.Prune;
import io.dragoman.repair.Sanitise;
import io.dragoman.replay.Replay;
import io.dragoman.replay.ReplayMap;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Counts the tokens of a request without having it answered: asks the provider where it speaks the client's wire and counts itself, else
 * estimates. Nothing is generated and no breaker is told.
 */
public final class CountTokens extends AsyncStep {
    private static final int MOST_ANSWER_BYTES = 1 << 20;

    private final ProviderClient client;
    private final ProviderRequest.Timeouts timeouts;
    private final Sanitise sanitise = new Sanitise();
    private final Prune prune = new Prune();
    private final Replay replay = new Replay();

    public CountTokens(Gateway gateway, ProviderClient client) {
        this.client = client;
        this.timeouts = gateway.settings().timeouts();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            Passage passage = Passages.of(exchange);
            passage.countsOnly();
            if (!countsItself(passage)) {
                estimate(exchange, passage);
                callback.done(true);
                return true;
            }
            ask(exchange, passage).whenComplete((done, failed) -> {
                Optional.ofNullable(failed).ifPresent(cause -> exchange.setException(unwrapped(cause)));
                callback.done(false);
            });
            return false;
        } catch (RuntimeException e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }

    private static boolean countsItself(Passage passage) {
        Provider provider = passage.target().provider();
        boolean isVendor = provider.nativeAnthropic() || provider.wire() == Wires.RESPONSES;
        return isVendor && provider.wire() == passage.clientWire() && !SettingsReader.DEMO.equals(provider.base().getScheme());
    }

    private static void estimate(Exchange exchange, Passage passage) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (passage.clientWire() == Wires.RESPONSES) {
            body.put("object", "response.input_tokens");
        }
        body.put("input_tokens", TokenEstimate.of(passage.request()));
        Answers.json(exchange, 200, body, passage.replyHeaders());
    }

    private CompletableFuture<Void> ask(Exchange exchange, Passage passage) {
        Provider provider = passage.target().provider();
        byte[] body = provider.wire().encode(fitted(exchange, passage), provider.rules()).body();
        String path = ProviderRequests.path(provider.wire().name()) + (provider.wire() == Wires.RESPONSES ? "/input_tokens" : "/count_tokens");
        ProviderRequest request = ProviderRequests.of(passage, path, body, false, timeouts);
        return client.call(request).toCompletableFuture()
                .thenCompose(response -> collected(response).thenAccept(answer -> answer(exchange, passage, response, answer)));
    }

    private Conversation fitted(Exchange exchange, Passage passage) {
        ReplayMap map = Optional.ofNullable(exchange.getMessage().getHeader(DragomanConstants.REPLAY, ReplayMap.class)).orElse(ReplayMap.EMPTY);
        var rules = passage.target().provider().rules();
        Conversation replayed = replay.replay(Passages.conversation(exchange), map, rules).conversation();
        return prune.apply(sanitise.apply(replayed, rules).conversation(), rules).conversation().withModel(passage.target().model());
    }

    private static void answer(Exchange exchange, Passage passage, ProviderResponse response, byte[] body) {
        if (response.status() / 100 == 2) {
            Answers.bytes(exchange, response.status(), "application/json", body, ClientReply.headers(passage, response.headers()));
        } else if (passage.clientWire() == Wires.RESPONSES && (response.status() == 404 || response.status() == 405)) {
            estimate(exchange, passage);
        } else {
            throw Failures.withHeaders(passage.target().provider().wire().errors().read(response.status(), response.headers(), body),
                    response.headers()).exception();
        }
    }

    private static CompletableFuture<byte[]> collected(ProviderResponse response) {
        CompletableFuture<byte[]> whole = new CompletableFuture<>();
        response.body().subscribe(new Flow.Subscriber<>() {
            private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            private Optional<Flow.Subscription> subscription = Optional.empty();

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = Optional.of(given);
                given.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(byte[] chunk) {
                bytes.writeBytes(chunk);
                if (bytes.size() > MOST_ANSWER_BYTES) {
                    subscription.ifPresent(Flow.Subscription::cancel);
                    whole.completeExceptionally(Failure.protocol("The provider answered a question for a number at great length.").exception());
                }
            }

            @Override
            public void onError(Throwable cause) {
                whole.completeExceptionally(cause);
            }

            @Override
            public void onComplete() {
                whole.complete(bytes.toByteArray());
            }
        });
        return whole;
    }

    private static Exception unwrapped(Throwable failed) {
        Throwable cause = failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return cause instanceof DragomanException known ? known : new IllegalStateException("A token count failed.", cause);
    }
}
