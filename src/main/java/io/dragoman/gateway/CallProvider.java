package io.dragoman.gateway;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Tool;
import io.dragoman.gateway.GatewayListener.Reason;
import io.dragoman.http.ClientRequest;
import io.dragoman.http.ProviderClient;
import io.dragoman.wire.Encoded;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;

/**
 * Body in: {@link Encoded} for {@link Passage#target()}. Body out: a live reply, once it has proved itself. Any failure before that is an
 * exception of the exchange, so another attempt may follow. Never blocks: replies go on with the exchange on the provider's thread, failures
 * on a thread of their own, since encoding for the next attempt is no work for an event loop.
 */
public final class CallProvider extends AsyncStep implements CamelContextAware {
    private Optional<ProviderClient> client = Optional.empty();
    private LiveSettings settings = LiveSettings.DEFAULT;
    private Breakers breakers = new Breakers();
    private OpenReplies open = new OpenReplies();
    private GatewayListener listener = GatewayListener.NONE;
    private Optional<CamelContext> context = Optional.empty();
    private Executor afterFailure = Runnable::run;

    public void setClient(ProviderClient client) {
        this.client = Optional.of(client);
    }

    public void setSettings(LiveSettings settings) {
        this.settings = settings;
    }

    public void setBreakers(Breakers breakers) {
        this.breakers = breakers;
    }

    public void setOpenReplies(OpenReplies open) {
        this.open = open;
    }

    public void setListener(GatewayListener listener) {
        this.listener = listener;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        context = Optional.of(camelContext);
        afterFailure = camelContext.getExecutorServiceManager().newThreadPool(this, "dragoman-failed-call", 1, 8);
    }

    @Override
    public CamelContext getCamelContext() {
        return Objects.requireNonNull(context.orElse(null));
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            Encoded encoded = Objects.requireNonNull(exchange.getMessage().getBody(Encoded.class), "A step before must encode the request.");
            new Attempt(exchange, callback, Objects.requireNonNull(exchange.getProperty(DragomanConstants.PASSAGE, Passage.class)), encoded).begin();
            return false;
        } catch (RuntimeException e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }

    /** One call on behalf of one exchange. */
    private final class Attempt {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private final Passage passage;
        private final Encoded encoded;
        private final boolean whole;
        private final String provider;
        private final Optional<ClientReply> client;
        private final AtomicBoolean over = new AtomicBoolean();
        private final long startedNanos = System.nanoTime();
        private Breakers.Permit permit = Breakers.without();
        private volatile Runnable cancel = () -> {};

        Attempt(Exchange exchange, AsyncCallback callback, Passage passage, Encoded encoded) {
            this.exchange = exchange;
            this.callback = callback;
            this.passage = passage;
            this.encoded = encoded;
            this.whole = !passage.request().settings().stream();
            this.provider = passage.target().provider().name();
            this.client = clientReply();
        }

        private Optional<ClientReply> clientReply() {
            Optional<ClientRequest> request = Optional.ofNullable(exchange.getProperty(ClientRequest.PROPERTY, ClientRequest.class));
            if (passage.reply().isEmpty() && request.isPresent()) {
                passage.reply(new ClientReply(passage, request.get().connection(), settings, open, listener));
            }
            return passage.reply();
        }

        void begin() {
            Optional<Breakers.Permit> acquired = breakers.acquire(provider);
            boolean isLastTarget = passage.targetNumber() >= passage.targets().size() - 1;
            if (acquired.isEmpty() && !isLastTarget) {
                fail(Failure.of(Failure.Kind.OVERLOADED, 503, "Provider " + provider + " is skipped for a while, since it failed too often."));
                return;
            }
            permit = acquired.orElseGet(Breakers::without);
            listener.attempt(provider, passage.attempts(), reason());
            if (!client.map(reply -> reply.run(this::stop)).orElse(true)) {
                fail(ClientReply.gone());
                return;
            }
            Runnable ending = caller().call(passage, encoded.body(), encoded.stream(), this::answered, this::fail);
            if (over.get()) {
                ending.run();
            } else {
                cancel = ending;
            }
        }

        private Reason reason() {
            Reason told = client.map(reply -> reply.attempt(passage.targetNumber())).orElse(Reason.FIRST);
            return told == Reason.RETRY && passage.next().filter(Budget.Attempt::mended).isPresent() ? Reason.REPAIRED : told;
        }

        private ProviderCaller caller() {
            return new ProviderCaller(CallProvider.this.client.orElseThrow(() -> new IllegalStateException("No client was set.")), settings);
        }

        private void answered(LiveReply reply) {
            LiveReply all = resuming(reply);
            cancel = all::cancel;
            if (over.get()) {
                all.cancel();
                return;
            }
            if (!whole) {
                client.ifPresent(c -> c.accepted(reply.headers()));
            }
            Proof.of(all, whole, this::proved, this::fail);
        }

        private LiveReply resuming(LiveReply reply) {
            Provider target = passage.target().provider();
            if (!target.nativeAnthropic() || !Resume.byGateway(settings.pauseTurn(), passage)) {
                return reply;
            }
            PausedTurn turn = new PausedTurn(target.wire().name(), encoded.body());
            return new ResumingReply(reply, turn, settings.pauseTurnMax(), (body, answered, failed) -> {
                listener.attempt(provider, passage.attempts(), Reason.RESUMED);
                return caller().call(passage, body, encoded.stream(), answered, failed);
            });
        }

        private void proved(LiveReply reply) {
            if (!over.compareAndSet(false, true)) {
                reply.cancel();
                return;
            }
            permit.succeeded();
            listener.attempted(provider, Optional.empty(), System.nanoTime() - startedNanos);
            exchange.getMessage().setBody(reply);
            callback.done(false);
        }

        /** The client left, or the gateway stops. */
        private void stop(Failure why) {
            cancel.run();
            fail(why);
        }

        private void fail(Failure failure) {
            if (!over.compareAndSet(false, true)) {
                return;
            }
            permit.failed(failure);
            listener.attempted(provider, Optional.of(failure), System.nanoTime() - startedNanos);
            exchange.setException(new DragomanException(
                    Failures.withoutSecret(failure, passage.target().provider().credential().get())));
            afterFailure.execute(() -> callback.done(false));
        }
    }

    /** Who resumes a paused turn. */
    static final class Resume {
        private Resume() {}

        static boolean byGateway(LiveSettings.PauseTurn setting, Passage passage) {
            return canPause(passage) && switch (setting) {
                case RELAY -> false;
                case RESUME -> true;
                case AUTO -> !passage.clientWire().name().equals(Wires.ANTHROPIC.name()) || isClaudeCode(passage.clientHeaders());
            };
        }

        /** Only tools that the provider runs can pause a turn; without any, the request need not be kept for its continuation. */
        private static boolean canPause(Passage passage) {
            return passage.request().origin().flatMap(origin -> origin.field("mcp_servers")).isPresent() || passage.request().tools().stream()
                    .anyMatch(tool -> !(tool instanceof Tool.FunctionTool) && !(tool instanceof Tool.CustomTool));
        }

        private static boolean isClaudeCode(Map<String, String> headers) {
            return headers.getOrDefault("user-agent", "").startsWith("claude-cli/");
        }
    }
}
