package io.dragoman.monitor;

import io.dragoman.gateway.ExchangeSummary;
import io.dragoman.gateway.GatewayListener;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** Streams to clients and exchanges by lane, as an MBean. */
@ManagedResource(description = "Streams to clients: open, committed, aborted; exchanges by lane")
public final class Streams extends ServiceSupport implements GatewayListener, StaticService {
    private final LongAdder open = new LongAdder();
    private final LongAdder committed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final Counts lanes = new Counts();
    private final Counts errors = new Counts();

    @Override
    public void streamOpened() {
        open.increment();
    }

    @Override
    public void streamCommitted() {
        committed.increment();
    }

    @Override
    public void streamClosed(boolean byClient) {
        open.decrement();
        if (byClient) {
            aborted.increment();
        }
    }

    @Override
    public void ended(ExchangeSummary summary) {
        lanes.add(summary.lane(), 1);
        summary.error().ifPresent(kind -> errors.add(summary.lane() + " " + kind, 1));
    }

    @ManagedAttribute(description = "Streams open now")
    public long getOpen() {
        return open.sum();
    }

    @ManagedAttribute(description = "Streams that sent an output event")
    public long getCommitted() {
        return committed.sum();
    }

    @ManagedAttribute(description = "Streams that the client left")
    public long getAborted() {
        return aborted.sum();
    }

    @ManagedAttribute(description = "Exchanges by lane")
    public Map<String, Long> getExchanges() {
        return lanes.snapshot();
    }

    @ManagedAttribute(description = "Failed exchanges by lane and kind")
    public Map<String, Long> getErrors() {
        return errors.snapshot();
    }
}
