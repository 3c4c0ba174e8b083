package io.dragoman.gateway;

import io.dragoman.conversation.TargetRules;
import io.dragoman.http.ProviderRequest;
import io.dragoman.wire.Wire;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One configured provider.
 *
 * @param name       as configured; also its route, metric label and MBean
 * @param wire       codec of its protocol
 * @param nativeAnthropic the vendor itself, not a copy
 * @param base       base URL without {@code /v1} and without a trailing slash
 * @param credential asked for each call, since a key file may change; never printed
 * @param rules      what it takes
 */
public record Provider(String name, Wire wire, boolean nativeAnthropic, URI base, Supplier<Optional<String>> credential,
        TargetRules rules, ProviderRequest.NetworkPath path) {
    @Override
    public String toString() {
        return "Provider[" + name + ", " + wire.name() + "]";
    }
}
