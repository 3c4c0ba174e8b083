package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Keeps web pages away from a gateway that anybody on this machine may use: a page's Origin must be named in dragoman.cors.origins, and a name
 * that was rebound to a loopback address fails by its Host.
 *
 * <p>The Host rule holds on loopback, where no key is needed; elsewhere clients present a key, and it holds only if dragoman.allowed-hosts names any.
 */
record BrowserRules(Set<String> origins, Set<String> hosts, String listening) {
    private static final String ALLOWED_HEADERS = "authorization, x-api-key, content-type, anthropic-version, anthropic-beta,"
            + " anthropic-dangerous-direct-browser-access, openai-organization, openai-project";

    static BrowserRules of(GatewaySettings settings) {
        return new BrowserRules(settings.corsOrigins(), settings.allowedHosts(), settings.host());
    }

    /** @param headers names in lower case. @throws io.dragoman.conversation.DragomanException 403 */
    void check(Map<String, String> headers) {
        String origin = headers.getOrDefault("origin", "").toLowerCase(Locale.ROOT);
        boolean ofPage = origin.startsWith("http://") || origin.startsWith("https://") || origin.equals("null");
        if (ofPage && !origins.contains(origin)) {
            throw refused("Web pages of this origin may not use the gateway; name it in dragoman.cors.origins to let it in.");
        }
        if (!isHostAllowed(headers.getOrDefault("host", ""))) {
            throw refused("This Host is not the gateway's; name it in dragoman.allowed-hosts to let it in.");
        }
    }

    private boolean isHostAllowed(String header) {
        String host = name(header.toLowerCase(Locale.ROOT));
        if (host.isEmpty() || hosts.contains(host) || hosts.contains(header.toLowerCase(Locale.ROOT))) {
            return true;
        }
        if (Addresses.isLoopback(listening)) {
            return Addresses.isLoopback(host);
        }
        return hosts.isEmpty() || Addresses.isLoopback(host) || host.equals(listening);
    }

    private static String name(String authority) {
        if (authority.startsWith("[")) {
            int end = authority.indexOf(']');
            return end < 0 ? authority : authority.substring(0, end + 1);
        }
        int colon = authority.lastIndexOf(':');
        return colon < 0 ? authority : authority.substring(0, colon);
    }

    /** Reply headers that let a page of an allowed origin read the answer; none for everybody else. */
    Map<String, String> replyHeaders(Map<String, String> headers) {
        String origin = headers.getOrDefault("origin", "");
        Map<String, String> reply = new LinkedHashMap<>();
        if (!origin.isEmpty() && origins.contains(origin.toLowerCase(Locale.ROOT))) {
            reply.put("access-control-allow-origin", origin);
            reply.put("access-control-expose-headers", "request-id, x-request-id, retry-after, dragoman-repairs, dragoman-losses");
            reply.put("vary", "Origin");
        }
        return reply;
    }

    /** More reply headers, for the question a browser asks first. */
    Map<String, String> preflightHeaders(Map<String, String> headers) {
        Map<String, String> reply = replyHeaders(headers);
        if (!reply.isEmpty()) {
            reply.put("access-control-allow-methods", "GET, POST, OPTIONS");
            reply.put("access-control-allow-headers", headers.getOrDefault("access-control-request-headers", ALLOWED_HEADERS));
            reply.put("access-control-max-age", "600");
        }
        return reply;
    }

    private static RuntimeException refused(String message) {
        return Failure.of(Failure.Kind.PERMISSION, 403, message).exception();
    }
}
