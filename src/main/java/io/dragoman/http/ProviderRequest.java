package io.dragoman.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a provider.
 *
 * @param body    sent as it is, with its length; empty array: none
 * @param path    how to get there
 * @param limits  when to give up
 */
public record ProviderRequest(String method, URI uri, Map<String, String> headers, byte[] body, NetworkPath path, Timeouts limits) {
    public ProviderRequest {
        headers = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * @param proxy      HTTP proxy, empty: the JVM's settings
     * @param trustStore PKCS12 file, empty: the JVM's
     */
    public record NetworkPath(Optional<URI> proxy, Optional<java.nio.file.Path> trustStore) {
        public static final NetworkPath DIRECT = new NetworkPath(Optional.empty(), Optional.empty());
    }

    /**
     * @param firstEventMillis until the head, 0: no limit but the total
     * @param idleMillis       silence inside the body
     * @param totalMillis      all of it
     */
    public record Timeouts(long firstEventMillis, long idleMillis, long totalMillis) {}
}
