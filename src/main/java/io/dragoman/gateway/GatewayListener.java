package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.repair.RepairReport;
import io.dragoman.replay.ReplayReport;
import io.dragoman.wire.Loss;
import java.util.List;
import java.util.Optional;

/**
 * Is told what the gateway does, for metrics and MBeans. Called on the exchange's own threads, event loops among them: implementations
 * count and return. No call carries contents of a request or a reply.
 */
public interface GatewayListener {
    GatewayListener NONE = new GatewayListener() {};

    /** Name in a context's registry. */
    String BEAN = "gatewayListener";

    /** Runs were captured from a request, or put back for a target. @param lane such as {@code A>R} */
    default void replay(String lane, ReplayReport report) {}

    default void repaired(String lane, RepairReport report) {}

    default void lost(String lane, List<Loss> losses) {}

    /** An attempt is about to be made. @param number 1 for the first of its exchange */
    default void attempt(String provider, int number, Reason reason) {}

    /** An attempt came to its end. @param failure empty: the reply proved itself. @param nanos since the attempt began */
    default void attempted(String provider, Optional<Failure> failure, long nanos) {}

    /** The circuit breaker of a provider changed. @param state closed, open or half-open */
    default void breaker(String provider, String state) {}

    /** The head of a stream, or a keep-alive, went to the client. */
    default void streamOpened() {}

    /** The first output event went to the client. */
    default void streamCommitted() {}

    /** An opened stream is over. @param aborted the client went away */
    default void streamClosed(boolean aborted) {}

    /** An exchange is over, however it ended. Called exactly once for each. */
    default void ended(ExchangeSummary summary) {}

    /** Why an attempt is made. */
    enum Reason { FIRST, RETRY, FAILOVER, REPAIRED, RESUMED }
}
