package io.dragoman.monitor;

import io.dragoman.gateway.GatewayListener;
import io.dragoman.repair.RepairReport;
import java.util.Map;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** Repairs of histories since the start, as an MBean. */
@ManagedResource(description = "Repairs of histories")
public final class Repairs extends ServiceSupport implements GatewayListener, StaticService {
    private final Counts counts = new Counts();

    @Override
    public void repaired(String lane, RepairReport report) {
        report.changes().forEach(change -> counts.add(change.kind(), 1));
    }

    @ManagedAttribute(description = "All repairs")
    public long getTotal() {
        return counts.beginningWith("");
    }

    @ManagedAttribute(description = "Repairs by kind")
    public Map<String, Long> getByKind() {
        return counts.snapshot();
    }
}
