package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Circuit breakers, one for each provider. They open on faults of the provider alone: refused requests, limits and clients that leave say
 * nothing about it. Open, they let a provider be skipped as long as another target is left; after a while one call may try.
 */
public final class Breakers {
    private static final Set<Failure.Kind> FAULTS = EnumSet.of(Failure.Kind.UNREACHABLE, Failure.Kind.TIMEOUT, Failure.Kind.SERVER_ERROR,
            Failure.Kind.OVERLOADED, Failure.Kind.CUT, Failure.Kind.PROTOCOL);

    /**
     * @param failures   failures among the last {@code window} calls that open it
     * @param openMillis how long it stays open before one call may try
     */
    public record Config(boolean enabled, int failures, int window, long openMillis) {
        public static final Config DEFAULT = new Config(true, 4, 10, 60_000);
    }

    private final Map<String, Breaker> breakers = new ConcurrentHashMap<>();
    private Config config = Config.DEFAULT;
    private GatewayListener listener = GatewayListener.NONE;

    public void setConfig(Config config) {
        this.config = config;
    }

    public void setListener(GatewayListener listener) {
        this.listener = listener;
    }

    /** False while the provider should be skipped, as long as another target is left. */
    public boolean isAvailable(String provider) {
        return !config.enabled() || of(provider).isAvailable();
    }

    /** Providers that were called so far, each with closed, open or half-open. */
    public Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        breakers.forEach((name, breaker) -> states.put(name, spelt(breaker.machine.getState())));
        return states;
    }

    /** Begins a call. @return empty when this provider is to be left alone now */
    Optional<Permit> acquire(String provider) {
        if (!config.enabled()) {
            return Optional.of(new Permit(Optional.empty()));
        }
        CircuitBreaker machine = of(provider).machine;
        return machine.tryAcquirePermission() ? Optional.of(new Permit(Optional.of(machine))) : Optional.empty();
    }

    /** Stands for a call that is made although it should not be. */
    static Permit without() {
        return new Permit(Optional.empty());
    }

    private Breaker of(String provider) {
        return breakers.computeIfAbsent(provider, name -> new Breaker(name, config, listener));
    }

    private static String spelt(State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Leave to make one call. Its first result counts. */
    static final class Permit {
        private final Optional<CircuitBreaker> machine;
        private final AtomicBoolean told = new AtomicBoolean();
        private final long startedNanos = System.nanoTime();

        private Permit(Optional<CircuitBreaker> machine) {
            this.machine = machine;
        }

        void succeeded() {
            tell(m -> m.onSuccess(System.nanoTime() - startedNanos, TimeUnit.NANOSECONDS));
        }

        void failed(Failure failure) {
            tell(m -> {
                if (FAULTS.contains(failure.kind())) {
                    m.onError(System.nanoTime() - startedNanos, TimeUnit.NANOSECONDS, failure.exception());
                } else {
                    m.releasePermission();
                }
            });
        }

        private void tell(java.util.function.Consumer<CircuitBreaker> result) {
            if (told.compareAndSet(false, true)) {
                machine.ifPresent(result);
            }
        }
    }

    private static final class Breaker {
        private final CircuitBreaker machine;
        private final long openNanos;
        private final int window;
        private volatile long openedNanos;

        Breaker(String provider, Config config, GatewayListener listener) {
            openNanos = TimeUnit.MILLISECONDS.toNanos(config.openMillis());
            window = config.window();
            machine = CircuitBreaker.of(provider, CircuitBreakerConfig.custom().slidingWindowType(SlidingWindowType.COUNT_BASED)
                    .slidingWindowSize(window).minimumNumberOfCalls(window)
                    .failureRateThreshold(Math.max(1f, 100f * config.failures() / window - 0.01f)).permittedNumberOfCallsInHalfOpenState(1)
                    .waitDurationInOpenState(Duration.ofMillis(config.openMillis())).writableStackTraceEnabled(false).build());
            fill();
            machine.getEventPublisher().onStateTransition(event -> {
                State state = event.getStateTransition().getToState();
                openedNanos = System.nanoTime();
                if (state == State.CLOSED) {
                    fill();
                }
                listener.breaker(provider, spelt(state));
            });
        }

        // The library opens on a rate, and counts a rate only when the window is full: a window full of successes makes it count failures.
        private void fill() {
            for (int i = 0; i < window; i++) {
                machine.onSuccess(0, TimeUnit.NANOSECONDS);
            }
        }

        boolean isAvailable() {
            return machine.getState() != State.OPEN || System.nanoTime() - openedNanos >= openNanos;
        }
    }
}
