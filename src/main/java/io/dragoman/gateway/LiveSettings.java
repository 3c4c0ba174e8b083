package io.dragoman.gateway;

import io.dragoman.http.ProviderRequest.Timeouts;

/**
 * Settings of calls and live replies.
 *
 * @param timeouts         of a provider call
 * @param keepAliveMillis  silence after which a client gets a keep-alive
 * @param eventBytes       most bytes of one event, and of one whole answer
 * @param pauseTurn        who resumes a paused turn
 * @param pauseTurnMax     how often one turn is resumed
 * @param shutdownMillis   time for open replies at shutdown
 */
public record LiveSettings(Timeouts timeouts, long keepAliveMillis, int eventBytes, PauseTurn pauseTurn, int pauseTurnMax,
        long shutdownMillis) {
    /** AUTO: the gateway for clients that cannot, the client otherwise. RELAY: always the client. RESUME: always the gateway. */
    public enum PauseTurn { AUTO, RELAY, RESUME }

    public static final LiveSettings DEFAULT =
            new LiveSettings(new Timeouts(120_000, 300_000, 3_600_000), 15_000, 64 << 20, PauseTurn.AUTO, 10, 30_000);
}
