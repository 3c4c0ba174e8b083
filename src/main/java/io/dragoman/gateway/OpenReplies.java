package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * All replies that are on their way to clients: one thread looks after their keep-alives. When the context stops they get the grace
 * time, then end with an honest error; Camel's own shutdown timeout must be longer than that.
 */
public final class OpenReplies implements CamelContextAware {
    private final Set<ClientReply> open = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor clock = clock();
    private LiveSettings settings = LiveSettings.DEFAULT;
    private Optional<CamelContext> context = Optional.empty();
    private Optional<Future<?>> ticking = Optional.empty();

    public void setSettings(LiveSettings settings) {
        this.settings = settings;
    }

    public int count() {
        return open.size();
    }

    synchronized void add(ClientReply reply) {
        open.add(reply);
        if (ticking.isEmpty()) {
            long period = Math.max(5, settings.keepAliveMillis() / 8);
            ticking = Optional.of(clock.scheduleWithFixedDelay(this::keepAlive, period, period, TimeUnit.MILLISECONDS));
        }
    }

    private synchronized void rest() {
        if (open.isEmpty()) {
            ticking.ifPresent(task -> task.cancel(false));
            ticking = Optional.empty();
        }
    }

    void remove(ClientReply reply) {
        open.remove(reply);
    }

    private void keepAlive() {
        long now = System.nanoTime();
        open.forEach(reply -> keepAlive(reply, now));
        if (open.isEmpty()) {
            rest();
        }
    }

    private static void keepAlive(ClientReply reply, long now) {
        try {
            reply.keepAlive(now);
        } catch (RuntimeException e) {
            // The clock serves all replies: one that is broken must not stop it.
            reply.breakOff(Failures.fault(e));
        }
    }

    /** One thread, which goes away while nothing is open. */
    private static ScheduledThreadPoolExecutor clock() {
        var clock = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "dragoman-keep-alive");
            thread.setDaemon(true);
            return thread;
        });
        clock.setKeepAliveTime(1, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    /** Ends every open reply with an honest error. */
    public void endAll() {
        Failure stopping = new Failure(Failure.Kind.OVERLOADED, 503, Optional.empty(), Optional.empty(),
                "The gateway is stopping; the answer was not finished.", Optional.empty(), Map.of("retry-after", "5"));
        List.copyOf(open).forEach(reply -> reply.breakOff(stopping));
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        context = Optional.of(camelContext);
        camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextStopping(CamelContext stopping) {
                clock.schedule(OpenReplies.this::endAll, settings.shutdownMillis(), TimeUnit.MILLISECONDS);
            }

            @Override
            public void onContextStopped(CamelContext stopped) {
                clock.shutdownNow();
            }
        });
    }

    @Override
    public CamelContext getCamelContext() {
        return context.orElseThrow(() -> new IllegalStateException("No context yet."));
    }
}
