package io.dragoman.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which headers may leave toward a client. Everything else stays inside: a provider's cookies, internal names, hop-by-hop headers. */
public final class ReplyHeaders {
    private static final Set<String> NAMES = Set.of("content-type", "cache-control", "retry-after", "retry-after-ms", "x-should-retry",
            "request-id", "x-request-id", "allow", "vary", "www-authenticate", "upgrade");
    private static final Set<String> OF_PROVIDERS = Set.of("retry-after", "retry-after-ms", "x-should-retry", "request-id", "x-request-id");

    private ReplyHeaders() {}

    /** @param name in any case */
    public static boolean mayLeave(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || isVendors(lower) || lower.startsWith("access-control-") || lower.startsWith("dragoman-");
    }

    /** Those headers of a provider's reply that mean something to its client. @param headers names in lower case */
    public static Map<String, String> ofProvider(Map<String, String> headers) {
        Map<String, String> kept = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (OF_PROVIDERS.contains(name) || isVendors(name)) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    private static boolean isVendors(String lower) {
        return lower.startsWith("anthropic-") || lower.startsWith("openai-") || lower.startsWith("x-ratelimit-");
    }
}
