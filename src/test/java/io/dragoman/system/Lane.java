package io.dragoman.system;

import java.util.Arrays;
import java.util.stream.Stream;

/** One client wire in front of one kind of provider. */
record Lane(Client client, Upstream provider) {
    /** All twelve. */
    static Stream<Lane> all() {
        return Arrays.stream(Client.values()).flatMap(client -> Arrays.stream(Upstream.values()).map(provider -> new Lane(client, provider)));
    }

    @Override
    public String toString() {
        return client + ">" + provider;
    }
}
