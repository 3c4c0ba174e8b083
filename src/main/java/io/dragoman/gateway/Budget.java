package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.repair.SecondChance;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;

/**
 * Says after a failed attempt whether there is another one, and when: the same target again, the next target, or none. The decision waits
 * in the passage for {@link NextTarget}. All attempts share one number of retries and one deadline; each further target costs no retry.
 */
public final class Budget implements Predicate {
    private static final Set<Failure.Kind> STOP = EnumSet.of(Failure.Kind.INVALID_REQUEST, Failure.Kind.CONFLICT, Failure.Kind.TOO_LARGE,
            Failure.Kind.UNPROCESSABLE, Failure.Kind.CONTEXT_OVERFLOW, Failure.Kind.POLICY, Failure.Kind.CLIENT_GONE);
    private static final Set<Failure.Kind> TRANSIENT = EnumSet.of(Failure.Kind.UNREACHABLE, Failure.Kind.OVERLOADED, Failure.Kind.SERVER_ERROR);

    private final GatewaySettings.Retry retry;
    private final long totalMillis;
    private final Breakers breakers;
    private final SecondChance secondChance = new SecondChance();

    public Budget(Gateway gateway, Breakers breakers) {
        this.retry = gateway.settings().retry();
        this.totalMillis = gateway.settings().timeouts().totalMillis();
        this.breakers = breakers;
    }

    @Override
    public boolean matches(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Optional<Attempt> next = passage.attempts() == 0 ? Optional.empty()
                : Failures.told(exchange).flatMap(failure -> next(failure, passage, elapsedMillis(passage)));
        passage.next(next);
        next.ifPresent(attempt -> exchange.getMessage().setHeader(Exchange.REDELIVERY_DELAY, attempt.delayMillis()));
        return next.isPresent();
    }

    /** The next attempt. @param target its number @param delayMillis to wait before it @param mended the history was mended for it */
    record Attempt(int target, long delayMillis, boolean mended) {
        Attempt(int target, long delayMillis) {
            this(target, delayMillis, false);
        }
    }

    Optional<Attempt> next(Failure failure, Passage passage, long elapsedMillis) {
        if (mend(failure, passage)) {
            return Optional.of(new Attempt(passage.targetNumber(), 0, true));
        }
        if (STOP.contains(failure.kind())) {
            return Optional.empty();
        }
        int following = following(passage);
        boolean isLast = following < 0;
        int left = retry.attempts() - passage.retries();
        boolean hasRetry = left > 0 && (isLast || left > 1);
        OptionalLong delay = hasRetry && isTransient(failure) ? delay(failure, passage.retries()) : OptionalLong.empty();
        if (delay.isPresent() && elapsedMillis + delay.getAsLong() < totalMillis) {
            return Optional.of(new Attempt(passage.targetNumber(), delay.getAsLong()));
        }
        return isLast || elapsedMillis >= totalMillis ? Optional.empty() : Optional.of(new Attempt(following, 0));
    }

    /** A refusal of an opaque value in the history is answered once by the same history without it. */
    private boolean mend(Failure failure, Passage passage) {
        if (passage.mended().isPresent() || passage.sent().isEmpty()) {
            return false;
        }
        passage.mended(secondChance.apply(passage.sent().get(), passage.target().provider().rules(), failure));
        return passage.mended().isPresent();
    }

    /** The next target whose provider is not known to be down; the very last one is tried all the same. -1: none is left. */
    private int following(Passage passage) {
        int last = passage.targets().size() - 1;
        for (int number = passage.targetNumber() + 1; number <= last; number++) {
            if (number == last || breakers.isAvailable(passage.targets().get(number).provider().name())) {
                return number;
            }
        }
        return -1;
    }

    /** A call that ran into our own time limit, or was cut inside its answer, has run and is paid for: it is not sent to the same provider again. */
    private static boolean isTransient(Failure failure) {
        if ("false".equals(failure.headers().get("x-should-retry"))) {
            return false;
        }
        return TRANSIENT.contains(failure.kind()) || failure.kind() == Failure.Kind.TIMEOUT && failure.status() == 408
                || failure.kind() == Failure.Kind.RATE_LIMITED && RetryAfter.millis(failure.headers()).isPresent();
    }

    private OptionalLong delay(Failure failure, int retries) {
        OptionalLong asked = RetryAfter.millis(failure.headers());
        if (asked.isPresent()) {
            return asked.getAsLong() <= retry.afterMaxMillis() ? asked : OptionalLong.empty();
        }
        long backoff = retry.backoffMillis() << Math.min(retries, 10);
        return OptionalLong.of(backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1));
    }

    private static long elapsedMillis(Passage passage) {
        return (System.nanoTime() - passage.startedNanos()) / 1_000_000;
    }
}
