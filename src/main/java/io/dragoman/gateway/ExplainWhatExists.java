package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.http.ClientRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Answers whatever no other route took: wrong methods, paths that do not exist or not here, HEAD, and the question browsers ask first. */
public final class ExplainWhatExists implements Processor {
    private static final List<String> POSTS = List.of("/v1/messages", "/v1/messages/count_tokens", "/v1/responses", "/v1/responses/compact",
            "/v1/responses/input_tokens", "/v1/chat/completions");
    private static final List<String> GETS = List.of("/health", "/health/live", "/health/ready", "/metrics", "/v1/models");
    private static final List<String> ROOTS = List.of("/messages", "/responses", "/chat/completions", "/models");
    private static final List<String> OUT_OF_SCOPE = List.of("/v1/embeddings", "/v1/batches", "/v1/messages/batches", "/v1/files", "/v1/responses/",
            "/v1/conversations", "/v1/completions", "/v1/complete", "/v1/audio", "/v1/images", "/v1/videos", "/v1/moderations", "/v1/realtime",
            "/v1/assistants", "/v1/threads", "/v1/vector_stores", "/v1/fine_tuning", "/v1/uploads", "/v1/containers");

    private final BrowserRules browsers;

    public ExplainWhatExists(Gateway gateway) {
        browsers = BrowserRules.of(gateway.settings());
    }

    @Override
    public void process(Exchange exchange) {
        ClientRequest request = Passages.request(exchange);
        Passage passage = AdmitClient.begin(exchange, request);
        browsers.check(request.headers());
        passage.replyHeaders().putAll(browsers.replyHeaders(request.headers()));
        String path = request.path().toLowerCase(Locale.ROOT).replaceAll("(?<=.)/+$", "");
        Optional<String> allowed = allowed(path);
        Map<String, String> headers = new LinkedHashMap<>(passage.replyHeaders());
        if (request.method().equals("OPTIONS")) {
            headers.putAll(browsers.preflightHeaders(request.headers()));
            Answers.bytes(exchange, 204, "text/plain", new byte[0], headers);
        } else if (request.method().equals("HEAD") && isGet(path)) {
            Answers.bytes(exchange, 200, "application/json", new byte[0], headers);
        } else {
            throw explain(request, path, allowed).exception();
        }
    }

    private static Failure explain(ClientRequest request, String path, Optional<String> allowed) {
        if (request.headers().getOrDefault("upgrade", "").toLowerCase(Locale.ROOT).contains("websocket")) {
            return failure(426, "The gateway speaks no WebSocket; use POST and server-sent events.", Map.of("upgrade", "HTTP/1.1"));
        }
        if (allowed.isPresent()) {
            return failure(405, request.path() + " takes " + allowed.get() + ", not " + request.method() + ".", Map.of("allow", allowed.get()));
        }
        String base = request.header("host").map(host -> "http://" + host).orElse("the gateway");
        if (ROOTS.stream().anyMatch(root -> path.equals(root) || path.startsWith(root + "/"))) {
            return failure(404, request.path() + " lacks /v1: the base URL is " + base + "/v1 for OpenAI clients and " + base
                    + " for Anthropic clients.", Map.of());
        }
        if (path.startsWith("/v1/v1/")) {
            return failure(404, request.path() + " has /v1 twice: the base URL is " + base + "/v1 for OpenAI clients and " + base
                    + " for Anthropic clients.", Map.of());
        }
        if (OUT_OF_SCOPE.stream().anyMatch(path::startsWith)) {
            return failure(404, request.path() + " is out of scope for this gateway, which answers " + String.join(", ", POSTS) + ".", Map.of());
        }
        return failure(404, request.path() + " does not exist here; the gateway answers " + String.join(", ", POSTS) + " and /v1/models.", Map.of());
    }

    /** The methods of a path that exists. */
    static Optional<String> allowed(String path) {
        if (POSTS.contains(path)) {
            return Optional.of("POST, OPTIONS");
        }
        return isGet(path) ? Optional.of("GET, HEAD, OPTIONS") : Optional.empty();
    }

    private static boolean isGet(String path) {
        return GETS.contains(path) || path.startsWith("/v1/models/");
    }

    private static Failure failure(int status, String message, Map<String, String> headers) {
        return new Failure(status == 404 ? Failure.Kind.NOT_FOUND : Failure.Kind.INVALID_REQUEST, status, Optional.empty(), Optional.empty(), message,
                Optional.empty(), headers);
    }
}
