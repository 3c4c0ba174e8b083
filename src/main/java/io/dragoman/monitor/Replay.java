package io.dragoman.monitor;

import io.dragoman.gateway.GatewayListener;
import io.dragoman.replay.ReplayReport;
import java.util.Map;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** Server-tool runs since the start, as an MBean. The class name is the name it has in JMX. */
@ManagedResource(description = "Server-tool runs: captured, replayed, carried, dropped")
public final class Replay extends ServiceSupport implements GatewayListener, StaticService {
    private final Counts counts = new Counts();
    private final Counts lanes = new Counts();

    @Override
    public void replay(String lane, ReplayReport report) {
        report.counts().forEach((outcome, count) -> {
            counts.add(outcome, count);
            lanes.add(lane + " " + outcome, count);
        });
    }

    @ManagedAttribute(description = "Runs taken out of requests")
    public long getCaptured() {
        return counts.beginningWith("captured");
    }

    @ManagedAttribute(description = "Runs put back for the provider that made them")
    public long getReplayed() {
        return counts.beginningWith("replayed");
    }

    @ManagedAttribute(description = "Runs that came in a carrier")
    public long getCarried() {
        return counts.beginningWith("carried");
    }

    @ManagedAttribute(description = "Runs dropped")
    public long getDropped() {
        return counts.beginningWith("dropped");
    }

    @ManagedAttribute(description = "Runs by outcome and reason")
    public Map<String, Long> getByReason() {
        return counts.snapshot();
    }

    @ManagedAttribute(description = "Runs by lane, outcome and reason")
    public Map<String, Long> getByLane() {
        return lanes.snapshot();
    }
}
