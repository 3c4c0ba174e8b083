package io.dragoman.gateway;

import io.dragoman.http.ClientRequest;
import io.dragoman.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * First step of every client route: begins the passage, then lets in who may come in. Credentials end here; the client's headers leave the
 * message and stay in the passage.
 */
public final class AdmitClient implements Processor {
    private final Gateway gateway;
    private final BrowserRules browsers;
    private final ExchangeLog log;

    public AdmitClient(Gateway gateway) {
        this.gateway = gateway;
        this.browsers = BrowserRules.of(gateway.settings());
        this.log = new ExchangeLog(gateway.listener());
    }

    @Override
    public void process(Exchange exchange) {
        ClientRequest request = Passages.request(exchange);
        Passage passage = begin(exchange, request);
        exchange.getExchangeExtension().addOnCompletion(log);
        browsers.check(request.headers());
        passage.replyHeaders().putAll(browsers.replyHeaders(request.headers()));
        if (request.method().equals("OPTIONS")) {
            preflight(exchange, request, passage);
            return;
        }
        LoopMarker.check(request.headers());
        ClientKeys.check(request.headers(), gateway.settings().clientKeys().get());
        request.fault().ifPresent(fault -> {
            throw fault.exception();
        });
    }

    /** What a browser asks before the request itself: it has no key yet. */
    private void preflight(Exchange exchange, ClientRequest request, Passage passage) {
        Map<String, String> headers = new LinkedHashMap<>(passage.replyHeaders());
        headers.put("allow", ExplainWhatExists.allowed(request.path()).orElse("OPTIONS"));
        headers.putAll(browsers.preflightHeaders(request.headers()));
        Answers.bytes(exchange, 204, "text/plain", new byte[0], headers);
        exchange.setRouteStop(true);
    }

    static Passage begin(Exchange exchange, ClientRequest request) {
        Wire wire = Wires.ofClient(request.path(), request.headers());
        Passage passage = new Passage(RequestIds.next(), wire, withoutCredentials(request.headers()), request.query());
        passage.replyHeaders().put("request-id", passage.requestId());
        passage.replyHeaders().put("x-request-id", passage.requestId());
        exchange.setProperty(DragomanConstants.PASSAGE, passage);
        return passage;
    }

    private static Map<String, String> withoutCredentials(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>(headers);
        kept.keySet().removeAll(ClientKeys.CREDENTIALS);
        return kept;
    }
}
