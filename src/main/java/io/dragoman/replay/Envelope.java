package io.dragoman.replay;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.WireName;
import java.util.List;

/**
 * What a carrier holds.
 *
 * @param issuer who made the blocks: {@code anthropic}, or wire and host; see {@link io.dragoman.conversation.TargetRules#issuer()}
 * @param blocks in source order, as the provider wrote them
 */
public record Envelope(String issuer, List<Json> blocks) {
    public Envelope {
        blocks = List.copyOf(blocks);
    }

    /** The wire in which the blocks are written. */
    public WireName wire() {
        int colon = issuer.indexOf(':');
        return new WireName(colon < 0 ? issuer : issuer.substring(0, colon));
    }
}
