package io.dragoman.monitor;

import io.dragoman.conversation.Failure;
import io.dragoman.gateway.ExchangeSummary;
import io.dragoman.gateway.GatewayListener;
import io.dragoman.repair.RepairReport;
import io.dragoman.replay.ReplayReport;
import io.dragoman.wire.Loss;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Everything the gateway tells, as Micrometer meters. Names follow OpenTelemetry's GenAI conventions where those have a name; input tokens
 * count cached ones too, as they demand.
 */
public final class GatewayMetrics implements GatewayListener {
    private static final double[] TOKEN_BUCKETS = {1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864};

    private final MeterRegistry registry;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, AtomicInteger> breakers = new ConcurrentHashMap<>();

    public GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
        registry.gauge(Meters.STREAMS_OPEN.meterName(), open);
    }

    @Override
    public void replay(String lane, ReplayReport report) {
        report.counts().forEach((outcome, count) -> counter(Meters.REPLAY, Tags.of("lane", lane, "outcome", outcome)).increment(count));
    }

    @Override
    public void repaired(String lane, RepairReport report) {
        report.changes().forEach(change -> counter(Meters.REPAIRS, Tags.of("lane", lane, "kind", change.kind())).increment());
    }

    @Override
    public void lost(String lane, List<Loss> losses) {
        losses.forEach(loss -> counter(Meters.LOSSES, Tags.of("lane", lane, "kind", word(loss.kind()), "path", loss.path())).increment());
    }

    @Override
    public void attempt(String provider, int number, Reason reason) {
        counter(Meters.ATTEMPTS, Tags.of("provider", provider, "reason", word(reason))).increment();
    }

    @Override
    public void attempted(String provider, Optional<Failure> failure, long nanos) {
        failure.ifPresent(f -> counter(Meters.ATTEMPT_FAILURES, Tags.of("provider", provider, "kind", word(f.kind()))).increment());
    }

    @Override
    public void breaker(String provider, String state) {
        breakers.computeIfAbsent(provider, p -> registry.gauge(Meters.BREAKER.meterName(), Tags.of("provider", p), new AtomicInteger()))
                .set(state.equals("closed") ? 0 : 1);
    }

    @Override
    public void streamOpened() {
        open.incrementAndGet();
    }

    @Override
    public void streamCommitted() {
        counter(Meters.STREAMS_COMMITTED, Tags.empty()).increment();
    }

    @Override
    public void streamClosed(boolean aborted) {
        open.decrementAndGet();
        if (aborted) {
            counter(Meters.STREAMS_ABORTED, Tags.empty()).increment();
        }
    }

    @Override
    public void ended(ExchangeSummary summary) {
        Tags who = Tags.of("lane", summary.lane(), "gen_ai.provider.name", summary.provider(), "gen_ai.operation.name", summary.operation());
        Tags outcome = who.and("error.type", summary.error().orElse(""));
        counter(Meters.REQUESTS, outcome).increment();
        timer(Meters.DURATION, outcome).record(summary.totalNanos(), TimeUnit.NANOSECONDS);
        if (summary.commitNanos() > 0) {
            timer(Meters.FIRST_EVENT, who).record(summary.commitNanos(), TimeUnit.NANOSECONDS);
        }
        tokens(who, "input", summary.usage().prompt());
        tokens(who, "output", summary.usage().output());
        tokens(who, "cache_read", summary.usage().cacheRead());
        tokens(who, "cache_creation", summary.usage().cacheWrite());
        tokens(who, "reasoning", summary.usage().reasoning());
    }

    private void tokens(Tags who, String type, long count) {
        if (count > 0) {
            DistributionSummary.builder(Meters.TOKENS.meterName()).description(Meters.TOKENS.description()).baseUnit(Meters.TOKENS.unit())
                    .serviceLevelObjectives(TOKEN_BUCKETS).tags(who.and("gen_ai.token.type", type)).register(registry).record(count);
        }
    }

    private Counter counter(Meters meter, Tags tags) {
        return Counter.builder(meter.meterName()).description(meter.description()).tags(tags).register(registry);
    }

    private Timer timer(Meters meter, Tags tags) {
        return Timer.builder(meter.meterName()).description(meter.description()).tags(tags).publishPercentileHistogram().register(registry);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
