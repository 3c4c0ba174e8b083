package io.dragoman.gateway;

import io.dragoman.conversation.Usage;
import java.util.Optional;

/**
 * One exchange, told once at its end: the source of the log line and of the metrics. Holds no contents.
 *
 * @param requestId   id that the client got in its reply header
 * @param lane        client wire and provider wire, such as {@code A>R}; {@code A>-} when no target was found
 * @param provider    configured name, empty when no provider was asked
 * @param model       model as the provider was asked for, empty likewise
 * @param operation   chat, compaction or count
 * @param status      HTTP status the client got; of a stream that failed after its head, the failure's own status
 * @param error       kind of failure in lower case, empty on success
 * @param stream      the client asked for events
 * @param usage       tokens as the provider told them
 * @param attempts    provider calls made
 * @param commitNanos from the request's arrival to the first output event or the whole answer, 0 when it never came
 * @param totalNanos  from the request's arrival to the end
 */
public record ExchangeSummary(String requestId, String lane, String provider, String model, String operation, int status,
        Optional<String> error, boolean stream, Usage usage, int attempts, long commitNanos, long totalNanos) {}
