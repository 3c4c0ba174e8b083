package io.dragoman.wire;

import java.util.List;

/** A request body for a provider, UTF-8 JSON, and what did not fit into it. @param stream whether the provider was asked to stream */
public record Encoded(byte[] body, boolean stream, List<Loss> losses) {
    public Encoded {
        losses = List.copyOf(losses);
    }
}
