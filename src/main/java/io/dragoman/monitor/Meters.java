package io.dragoman.monitor;

/** All meters: their names, units and labels. Labels hold configured names and fixed words only, so their number is bounded. */
enum Meters {
    REQUESTS("dragoman.requests", "", "Exchanges by lane, provider, operation and outcome"),
    DURATION("gen_ai.client.operation.duration", "seconds", "Whole exchange, arrival to end"),
    FIRST_EVENT("gen_ai.client.operation.time_to_first_chunk", "seconds", "Arrival to the first output event"),
    TOKENS("gen_ai.client.token.usage", "tokens", "Tokens by type: input, output, cache_read, cache_creation, reasoning"),
    ATTEMPTS("dragoman.attempts", "", "Provider calls by reason: first, retry, failover, repaired, resumed"),
    ATTEMPT_FAILURES("dragoman.attempt.failures", "", "Failed provider calls by kind"),
    REPLAY("dragoman.replay.runs", "", "Server-tool runs by outcome"),
    REPAIRS("dragoman.repairs", "", "Repairs of histories by kind"),
    LOSSES("dragoman.losses", "", "What had no slot on the provider's wire, by field"),
    STREAMS_OPEN("dragoman.streams.open", "", "Streams whose head was sent and which have not ended"),
    STREAMS_COMMITTED("dragoman.streams.committed", "", "Streams whose first output event was sent"),
    STREAMS_ABORTED("dragoman.streams.aborted", "", "Streams that the client left"),
    BREAKER("dragoman.breaker.open", "", "1 while the circuit breaker of a provider is not closed");

    private final String meterName;
    private final String unit;
    private final String description;

    Meters(String meterName, String unit, String description) {
        this.meterName = meterName;
        this.unit = unit;
        this.description = description;
    }

    String meterName() {
        return meterName;
    }

    String unit() {
        return unit;
    }

    String description() {
        return description;
    }
}
