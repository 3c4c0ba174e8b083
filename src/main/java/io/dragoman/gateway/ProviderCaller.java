package io.dragoman.gateway;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Tool;
import io.dragoman.http.BodySubscription;
import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderResponse;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** Makes calls: sends a body to the target of a passage and gives a live reply, or says why there is none. Nothing is held back or repeated here. */
final class ProviderCaller {
    private static final int MOST_ERROR_BYTES = 256 << 10;

    private final ProviderClient client;
    private final LiveSettings settings;

    ProviderCaller(ProviderClient client, LiveSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /**
     * @param answered the provider has accepted the request
     * @return ends the call when run; neither consumer is called afterwards by a provider that has not answered yet, but with failed
     */
    Runnable call(Passage passage, byte[] body, boolean stream, Consumer<LiveReply> answered, Consumer<Failure> failed) {
        Provider provider = passage.target().provider();
        Wire wire = provider.wire();
        boolean sameWire = passage.clientWire().name().equals(wire.name());
        ReplyQuery query = query(passage, provider);
        ProviderRequest request =
                ProviderRequests.of(passage, ProviderRequests.path(wire.name()), body, stream, settings.timeouts());
        CompletableFuture<ProviderResponse> head = client.call(request).toCompletableFuture();
        head.whenComplete((response, problem) -> {
            try {
                if (problem != null) {
                    failed.accept(failure(problem));
                } else if (response.status() / 100 == 2) {
                    answered.accept(new ProviderReply(response, new ReplyReader(wire, query, sameWire, settings.eventBytes())));
                } else {
                    response.body().subscribe(new ErrorBody(wire, response, failed));
                }
            } catch (RuntimeException e) {
                // A future would keep it to itself, and the exchange would never end.
                failed.accept(Failures.fault(e));
            }
        });
        return () -> head.cancel(true);
    }

    private static ReplyQuery query(Passage passage, Provider provider) {
        if (!provider.rules().webSearch()) {
            return ReplyQuery.NONE;
        }
        Optional<Tool.WebSearchTool> search = passage.request().tools().stream()
                .filter(Tool.WebSearchTool.class::isInstance).map(Tool.WebSearchTool.class::cast).findFirst()
                .map(ProviderCaller::withoutBytes);
        return new ReplyQuery(search);
    }

    /** Raw parts are views of the request, which is let go long before its answer ends. */
    private static Tool.WebSearchTool withoutBytes(Tool.WebSearchTool tool) {
        return new Tool.WebSearchTool(tool.name(), tool.type(), tool.maxUses(), tool.allowedDomains(), tool.blockedDomains(),
                Optional.empty(), tool.live(), Optional.empty());
    }

    private static Failure failure(Throwable problem) {
        Throwable cause = problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        return cause instanceof DragomanException known ? known.failure()
                : Failure.of(Failure.Kind.UNREACHABLE, 502, "The provider could not be called.");
    }

    /** Reads as much of an error as anybody could want to see. */
    private static final class ErrorBody implements Flow.Subscriber<byte[]> {
        private final Wire wire;
        private final ProviderResponse response;
        private final Consumer<Failure> failed;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private Optional<Flow.Subscription> subscription = Optional.empty();
        private boolean told;

        ErrorBody(Wire wire, ProviderResponse response, Consumer<Failure> failed) {
            this.wire = wire;
            this.response = response;
            this.failed = failed;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = Optional.of(given);
            given.request(1);
        }

        @Override
        public void onNext(byte[] chunk) {
            bytes.write(chunk, 0, Math.min(chunk.length, MOST_ERROR_BYTES - bytes.size()));
            if (bytes.size() < MOST_ERROR_BYTES) {
                subscription.ifPresent(s -> s.request(1));
            } else {
                subscription.ifPresent(BodySubscription::release);
                tell();
            }
        }

        @Override
        public void onError(Throwable cause) {
            tell();
        }

        @Override
        public void onComplete() {
            tell();
        }

        private void tell() {
            if (!told) {
                told = true;
                failed.accept(read());
            }
        }

        private Failure read() {
            if (response.status() < 400) {
                return Failure.protocol("The provider answered with status " + response.status() + "; its URL may be wrong.");
            }
            try {
                return Failures.withHeaders(wire.errors().read(response.status(), response.headers(), bytes.toByteArray()), response.headers());
            } catch (RuntimeException e) {
                return Failures.fault(e);
            }
        }
    }
}
