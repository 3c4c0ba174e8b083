package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.TargetRules;
import io.dragoman.http.ClientConnection;
import io.dragoman.http.ClientRequest;
import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.dragoman.http.ProviderResponse;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** One lane from the provider's bytes to the client's, in memory: everything answers at once, on the caller's thread. */
final class InMemoryLane {
    /** How the provider's bytes are over. */
    interface Ending {
        void tell(Flow.Subscriber<? super byte[]> reader);

        static Ending end() {
            return Flow.Subscriber::onComplete;
        }

        static Ending broken(Failure why) {
            return reader -> reader.onError(why.exception());
        }
    }

    /** @param out what the client got. @param ended the client's stream has its proper end. @param failure how the exchange ended */
    record Seen(String out, boolean ended, Optional<Failure> failure) {}

    private static final DefaultCamelContext CONTEXT = new DefaultCamelContext();
    private static final OpenReplies OPEN = new OpenReplies();

    private final Wire client;
    private final Wire provider;
    private final boolean isNative;
    private final boolean stream;
    private final byte[] request;
    private final Conversation conversation;

    InMemoryLane(Wire client, Wire provider, boolean isNative, boolean stream) {
        this.client = client;
        this.provider = provider;
        this.isNative = isNative;
        this.stream = stream;
        request = ("{\"model\":\"m\",\"max_tokens\":9,\"stream\":" + stream + ",\"" + (client == Wires.RESPONSES ? "input" : "messages")
                + "\":[{\"role\":\"user\",\"content\":\"x\"}]}").getBytes(StandardCharsets.UTF_8);
        conversation = client.decode(request, DecodeLimits.DEFAULT);
    }

    Wire provider() {
        return provider;
    }

    boolean stream() {
        return stream;
    }

    @Override
    public String toString() {
        return client.name() + " > " + provider.name() + (stream ? ", stream" : ", whole");
    }

    /** @param chunk how many bytes come at a time */
    Seen answer(byte[] bytes, int chunk, Ending ending) {
        Passage passage = new Passage("req_1", client, Map.of(), "");
        passage.request(conversation);
        passage.seal(blocks -> "drgm0.x");
        TargetRules rules = new TargetRules(provider.name(), "i", isNative, false, true, true, true, new TargetRules.Ids(64, 128, false),
                TargetRules.ReasoningReturn.AUTO, false, "");
        passage.targets(List.of(new Target(new Provider("p", provider, isNative, URI.create("http://p"), Optional::empty, rules,
                NetworkPath.DIRECT), "m")));
        Recording connection = new Recording();
        Exchange exchange = new DefaultExchange(CONTEXT);
        exchange.setProperty(DragomanConstants.PASSAGE, passage);
        exchange.setProperty(ClientRequest.PROPERTY, new ClientRequest("POST", "/", "", Map.of(), request, connection, Optional.empty()));
        exchange.getMessage().setBody(new Encoded("{}".getBytes(StandardCharsets.UTF_8), true, List.of()));
        Breakers breakers = new Breakers();
        breakers.setConfig(new Breakers.Config(false, 1, 1, 1));
        CallProvider call = new CallProvider();
        call.setClient(new Playing(bytes, chunk, ending));
        call.setBreakers(breakers);
        call.setOpenReplies(OPEN);
        call.process(exchange, done -> {
            if (exchange.getException() == null) {
                new RelayReply().process(exchange, finished -> {});
            }
        });
        Optional<Failure> failure = Optional.ofNullable(exchange.getException()).map(e -> ((DragomanException) e).failure());
        String out = stream ? connection.out.toString(StandardCharsets.UTF_8)
                : Optional.ofNullable(exchange.getMessage().getBody(String.class)).filter(body -> failure.isEmpty()).orElse("");
        return new Seen(out, connection.ended, failure);
    }

    /** Gives a portion whenever it is asked. */
    private record Playing(byte[] bytes, int chunk, Ending ending) implements ProviderClient {
        @Override
        public CompletionStage<ProviderResponse> call(ProviderRequest call) {
            return CompletableFuture.completedFuture(new ProviderResponse(200, Map.of("content-type", "text/event-stream"),
                    reader -> reader.onSubscribe(new Portions(reader))));
        }

        private final class Portions implements Flow.Subscription {
            private final Flow.Subscriber<? super byte[]> reader;
            private int sent;
            private long wanted;
            private boolean giving;
            private boolean over;

            Portions(Flow.Subscriber<? super byte[]> reader) {
                this.reader = reader;
            }

            @Override
            public void request(long n) {
                wanted += n;
                if (!giving) {
                    giving = true;
                    while (wanted > 0 && !over) {
                        wanted--;
                        give();
                    }
                    giving = false;
                }
            }

            private void give() {
                if (sent == bytes.length) {
                    over = true;
                    ending.tell(reader);
                } else {
                    int from = sent;
                    sent = Math.min(bytes.length, sent + chunk);
                    reader.onNext(Arrays.copyOfRange(bytes, from, sent));
                }
            }

            @Override
            public void cancel() {
                over = true;
            }
        }
    }

    /** Keeps what is written; everything leaves at once. */
    private static final class Recording implements ClientConnection {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private boolean opened;
        private boolean ended;

        @Override
        public boolean isOpened() {
            return opened;
        }

        @Override
        public boolean isEnded() {
            return ended;
        }

        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public void open(int status, Map<String, String> headers) {
            opened = true;
        }

        @Override
        public void write(byte[] bytes, Runnable written) {
            if (!opened || ended) {
                throw new AssertionError("Bytes outside of the reply.");
            }
            out.writeBytes(bytes);
            written.run();
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void onGone(Runnable gone) {
            // Never.
        }

        @Override
        public void requestReleased() {
            // Nothing is held.
        }
    }
}
