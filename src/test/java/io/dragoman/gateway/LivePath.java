package io.dragoman.gateway;

import io.dragoman.conversation.TargetRules;
import io.dragoman.http.ClientComponent;
import io.dragoman.http.ClientEdge;
import io.dragoman.http.ClientRequest;
import io.dragoman.http.EdgeLimits;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.dragoman.http.ReactorProviderClient;
import io.dragoman.testing.Happenings;
import io.dragoman.testing.PlainWire;
import io.dragoman.testing.ScriptedProvider;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Wire;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * The live path alone, with plain wires and routes of a few lines: /v1/messages is a client of wire {@code anthropic}, anything else one of
 * {@code chat}; providers speak {@code anthropic}. Happenings: {@code served} when an exchange has ended.
 */
final class LivePath implements AutoCloseable {
    static final Wire ANTHROPIC = new PlainWire(Wires.ANTHROPIC.name());
    static final Wire CHAT = new PlainWire(Wires.CHAT.name());

    final int port;
    final ClientEdge edge = new ClientEdge();
    final OpenReplies open = new OpenReplies();
    final Breakers breakers = new Breakers();
    final Happenings happenings = new Happenings();
    /** The bytes of all requests, as long as anybody holds them. */
    final List<WeakReference<byte[]>> bytes = new CopyOnWriteArrayList<>();
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ReactorProviderClient client = new ReactorProviderClient();
    private final List<ScriptedProvider> providers;

    LivePath(LiveSettings settings, EdgeLimits limits, ScriptedProvider... providers) throws Exception {
        this.providers = List.of(providers);
        port = freePort();
        edge.setLimits(limits);
        edge.setErrors(path -> wire(path).errors());
        open.setSettings(settings);
        open.setCamelContext(context);
        CallProvider call = new CallProvider();
        call.setClient(client);
        call.setSettings(settings);
        call.setOpenReplies(open);
        call.setBreakers(breakers);
        call.setCamelContext(context);
        context.addComponent("client", new ClientComponent(edge));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("client:http://127.0.0.1:" + port + "/?matchOnUriPrefix=true&optionsEnabled=true"
                        + "&httpMethodRestrict=GET,HEAD,POST,PUT,DELETE,PATCH,OPTIONS")
                        .onException(Exception.class).handled(true).logExhausted(false).process(LivePath::error).end()
                        .process(exchange -> exchange.getExchangeExtension().addOnCompletion(new Ended(happenings)))
                        .process(LivePath.this::admit)
                        .to("direct:targets").process(new RelayReply());
                from("direct:targets")
                        .onException(Exception.class).maximumRedeliveries(LivePath.this.providers.size() - 1).redeliveryDelay(0)
                        .onRedelivery(exchange -> passage(exchange).targetNumber(passage(exchange).targetNumber() + 1))
                        .handled(true).logExhausted(false).process(LivePath::error).end()
                        .to("direct:target");
                from("direct:target").errorHandler(noErrorHandler()).process(LivePath.this::encode).process(call);
            }
        });
        context.getShutdownStrategy().setTimeout(20);
        context.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Wire wire(String path) {
        return path.startsWith("/v1/messages") ? ANTHROPIC : CHAT;
    }

    private static Passage passage(Exchange exchange) {
        return exchange.getProperty(DragomanConstants.PASSAGE, Passage.class);
    }

    private void admit(Exchange exchange) {
        ClientRequest request = exchange.getProperty(ClientRequest.PROPERTY, ClientRequest.class);
        Passage passage = new Passage("req_1", wire(request.path()), request.headers(), request.query());
        passage.replyHeaders().put("request-id", passage.requestId());
        exchange.setProperty(DragomanConstants.PASSAGE, passage);
        bytes.add(new WeakReference<>(request.body()));
        request.fault().ifPresent(fault -> {
            throw fault.exception();
        });
        passage.request(passage.clientWire().decode(request.body(), DecodeLimits.DEFAULT));
        TargetRules rules = new TargetRules(ANTHROPIC.name(), "anthropic", true, true, true, true, true,
                new TargetRules.Ids(64, 128, false), TargetRules.ReasoningReturn.AUTO, false, "2023-06-01");
        passage.targets(providers.stream().map(each -> new Target(
                new Provider("p" + providers.indexOf(each), ANTHROPIC, true, each.base(), () -> Optional.of("secret-key"), rules, NetworkPath.DIRECT),
                "m")).toList());
    }

    private void encode(Exchange exchange) {
        Passage passage = passage(exchange);
        Encoded encoded = ANTHROPIC.encode(passage.request(), passage.target().provider().rules());
        bytes.add(new WeakReference<>(encoded.body()));
        exchange.getMessage().setBody(encoded);
    }

    private static void error(Exchange exchange) {
        Passage passage = passage(exchange);
        exchange.setException(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        var failure = Failures.of(exchange);
        exchange.setException(null);
        if (passage.reply().filter(reply -> reply.fail(failure)).isPresent()) {
            return;
        }
        exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, failure.status());
        exchange.getMessage().setBody(passage.clientWire().errors().body(failure));
    }

    @Override
    public void close() throws Exception {
        context.stop();
        client.close();
    }

    /** Stops as a process does that was told to. */
    void stop() {
        context.stop();
    }

    private record Ended(Happenings happenings) implements org.apache.camel.spi.Synchronization {
        @Override
        public void onComplete(Exchange exchange) {
            happenings.tell("served");
        }

        @Override
        public void onFailure(Exchange exchange) {
            happenings.tell("served");
        }
    }
}
