package io.dragoman.gateway;

import io.dragoman.conversation.WireName;
import io.dragoman.http.ProviderRequest;
import io.dragoman.http.ProviderRequest.Timeouts;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Makes requests to providers: address, headers that may pass, credential, and the time that is left. */
final class ProviderRequests {
    private static final Set<String> ALWAYS = Set.of("traceparent", "tracestate", "baggage");
    private static final Map<WireName, String> PATHS =
            Map.of(Wires.ANTHROPIC.name(), "/v1/messages", Wires.RESPONSES.name(), "/v1/responses", Wires.CHAT.name(), "/v1/chat/completions");
    /** What a client tells the vendor of its own wire. Credentials and the account they belong to are never among it. */
    private static final List<String> SAME_WIRE = List.of("anthropic-version", "anthropic-beta", "anthropic-dangerous-", "x-claude-code-",
            "x-app", "openai-beta", "x-openai-", "x-codex-", "originator", "session-id", "session_id", "thread-id", "conversation-id",
            "conversation_id", "x-client-request-id", "idempotency-key", "accept-language");
    private static final String USER_AGENT = "dragoman";

    private ProviderRequests() {}

    /** Where replies to conversations come from. */
    static String path(WireName wire) {
        return PATHS.get(wire);
    }

    /**
     * @param path   behind the provider's base URL, such as {@code /v1/messages}
     * @param stream events are expected
     */
    static ProviderRequest of(Passage passage, String path, byte[] body, boolean stream, Timeouts limits) {
        Provider provider = passage.target().provider();
        boolean sameWire = passage.clientWire().name().equals(provider.wire().name());
        String query = sameWire && !passage.query().isEmpty() ? "?" + legal(passage.query()) : "";
        return new ProviderRequest("POST", URI.create(provider.base() + path + query), headers(passage, provider, sameWire, stream), body,
                provider.path(), timeouts(passage, stream, limits));
    }

    /** Clients may send what a URI must not hold; it goes on percent-encoded, byte for byte: the edge reads bytes as Latin-1. */
    private static String legal(String query) {
        StringBuilder legal = new StringBuilder(query.length());
        for (byte b : query.getBytes(StandardCharsets.ISO_8859_1)) {
            char c = (char) (b & 0xff);
            if (b > ' ' && b < 127 && "\"<>\\^`{|}#[]".indexOf(c) < 0) {
                legal.append(c);
            } else {
                legal.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16))).append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return legal.toString().replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
    }

    private static Map<String, String> headers(Passage passage, Provider provider, boolean sameWire, boolean stream) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/json");
        headers.put("accept", stream ? "text/event-stream" : "application/json");
        headers.put("user-agent", USER_AGENT);
        if (!provider.rules().wireVersion().isEmpty()) {
            headers.put("anthropic-version", provider.rules().wireVersion());
        }
        Set<String> hopByHop = Set.copyOf(java.util.Arrays.asList(passage.clientHeaders().getOrDefault("connection", "")
                .toLowerCase(java.util.Locale.ROOT).replace(" ", "").split(",")));
        passage.clientHeaders().forEach((name, value) -> {
            if (!hopByHop.contains(name) && (ALWAYS.contains(name) || sameWire && passes(name))) {
                headers.put(name, value);
            }
        });
        headers.put(LoopMarker.HEADER, LoopMarker.outgoing(passage.clientHeaders()));
        provider.credential().get().ifPresent(key -> {
            if (provider.wire().name().equals(Wires.ANTHROPIC.name())) {
                headers.put("x-api-key", key);
            } else {
                headers.put("authorization", "Bearer " + key);
            }
        });
        return headers;
    }

    private static boolean passes(String name) {
        return SAME_WIRE.stream().anyMatch(allowed -> allowed.endsWith("-") ? name.startsWith(allowed) : name.equals(allowed));
    }

    /** All attempts share the total; a whole answer is silent until it is done, so only the total limits it. */
    private static Timeouts timeouts(Passage passage, boolean stream, Timeouts limits) {
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - passage.startedNanos());
        long left = Math.max(1, limits.totalMillis() - passed);
        return new Timeouts(stream ? limits.firstEventMillis() : 0, stream ? limits.idleMillis() : left, left);
    }
}
