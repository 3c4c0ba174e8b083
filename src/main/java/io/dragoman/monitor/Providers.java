package io.dragoman.monitor;

import io.dragoman.conversation.Failure;
import io.dragoman.gateway.ExchangeSummary;
import io.dragoman.gateway.GatewayListener;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** The providers since the start, as an MBean. Keys begin with the configured name of the provider. */
@ManagedResource(description = "Providers: attempts, failures, breaker, latency, tokens")
public final class Providers extends ServiceSupport implements GatewayListener, StaticService {
    private final Counts attempts = new Counts();
    private final Counts failures = new Counts();
    private final Counts tokens = new Counts();
    private final Counts committed = new Counts();
    private final Counts commitMicros = new Counts();
    private final Map<String, String> breakers = new ConcurrentHashMap<>();

    @Override
    public void attempt(String provider, int number, Reason reason) {
        attempts.add(provider + " " + reason.name().toLowerCase(Locale.ROOT), 1);
    }

    @Override
    public void attempted(String provider, Optional<Failure> failure, long nanos) {
        failure.ifPresentOrElse(f -> failures.add(provider + " " + f.kind().name().toLowerCase(Locale.ROOT), 1), () -> {
            committed.add(provider, 1);
            commitMicros.add(provider, nanos / 1000);
        });
    }

    @Override
    public void breaker(String provider, String state) {
        breakers.put(provider, state);
    }

    @Override
    public void ended(ExchangeSummary summary) {
        if (!summary.provider().isEmpty()) {
            tokens.add(summary.provider() + " input", summary.usage().prompt());
            tokens.add(summary.provider() + " output", summary.usage().output());
        }
    }

    @ManagedAttribute(description = "Calls by provider and reason")
    public Map<String, Long> getAttempts() {
        return attempts.snapshot();
    }

    @ManagedAttribute(description = "Failed calls by provider and kind")
    public Map<String, Long> getFailures() {
        return failures.snapshot();
    }

    @ManagedAttribute(description = "State of each circuit breaker that ever changed")
    public Map<String, String> getBreakers() {
        return new TreeMap<>(breakers);
    }

    @ManagedAttribute(description = "Mean milliseconds until the reply proved itself, by provider")
    public Map<String, Long> getMeanCommitMillis() {
        Map<String, Long> means = new TreeMap<>();
        committed.snapshot().forEach((provider, count) -> means.put(provider, commitMicros.of(provider) / count / 1000));
        return means;
    }

    @ManagedAttribute(description = "Tokens by provider and type")
    public Map<String, Long> getTokens() {
        return tokens.snapshot();
    }
}
