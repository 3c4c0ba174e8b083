package io.dragoman.conversation;

import java.util.Optional;

/**
 * A carrier of the gateway in a history: blocks of a provider that the client's wire cannot hold. Codecs only place it; capture opens it.
 *
 * @param token the opaque value, recognised by {@link #PREFIX}
 */
public record Carried(String token, Optional<Raw> raw) implements Block {
    /** Every carrier begins with this; the next characters are its version. No provider's own value does. */
    public static final String PREFIX = "drgm";

    public static boolean recognises(String value) {
        return value.startsWith(PREFIX);
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.carried(this);
    }
}
