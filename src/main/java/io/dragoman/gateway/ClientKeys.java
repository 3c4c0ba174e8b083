package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Asks clients for their key. Comparing takes the same time whatever is presented. */
final class ClientKeys {
    /** Headers that hold a client's credential: they end here. */
    static final Set<String> CREDENTIALS = Set.of("authorization", "x-api-key", "proxy-authorization", "cookie", "api-key", "x-goog-api-key");
    private static final String BEARER = "bearer ";

    private ClientKeys() {}

    /**
     * @param headers names in lower case
     * @param keys    empty: everybody may in
     * @throws io.dragoman.conversation.DragomanException 401
     */
    static void check(Map<String, String> headers, Set<String> keys) {
        if (keys.isEmpty()) {
            return;
        }
        String bearer = headers.getOrDefault("authorization", "");
        boolean isBearer = bearer.toLowerCase(Locale.ROOT).startsWith(BEARER);
        byte[] token = digest(isBearer ? bearer.substring(BEARER.length()).strip() : "");
        byte[] apiKey = digest(headers.getOrDefault("x-api-key", ""));
        boolean known = false;
        for (String key : keys) {
            byte[] expected = digest(key);
            known |= MessageDigest.isEqual(expected, token);
            known |= MessageDigest.isEqual(expected, apiKey);
        }
        if (!known) {
            throw new Failure(Failure.Kind.AUTHENTICATION, 401, java.util.Optional.empty(), java.util.Optional.of("invalid_api_key"),
                    "This gateway asks for a key (dragoman.client.keys): present one as x-api-key or as a Bearer token.",
                    java.util.Optional.empty(), Map.of()).exception();
        }
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
