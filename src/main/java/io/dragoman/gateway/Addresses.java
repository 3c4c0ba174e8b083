package io.dragoman.gateway;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/** Host names, without asking any name server. */
final class Addresses {
    private static final Set<String> ANY = Set.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0");

    private Addresses() {}

    static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("::1") || name.equals("[::1]") || name.equals("0:0:0:0:0:0:0:1")
                || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /** True when a provider's URL leads back to the gateway that listens on this address. */
    static boolean isOwn(URI url, String host, int port) {
        if (port == 0 || port(url) != port) {
            return false;
        }
        boolean everywhere = ANY.contains(host);
        String other = url.getHost();
        return other.equalsIgnoreCase(host) || isLoopback(other) && (everywhere || isLoopback(host)) || everywhere && ANY.contains(other)
                || isLoopback(host) && ANY.contains(other);
    }

    private static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }
}
