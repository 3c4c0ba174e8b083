package io.dragoman.monitor;

import io.dragoman.gateway.GatewayListener;
import io.dragoman.wire.Loss;
import java.util.List;
import java.util.Map;
import org.apache.camel.StaticService;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.service.ServiceSupport;

/** What had no slot on a provider's wire since the start, as an MBean. */
@ManagedResource(description = "What had no slot on a provider's wire")
public final class Losses extends ServiceSupport implements GatewayListener, StaticService {
    private final Counts counts = new Counts();

    @Override
    public void lost(String lane, List<Loss> losses) {
        losses.forEach(loss -> counts.add(lane + " " + loss.path(), 1));
    }

    @ManagedAttribute(description = "All losses")
    public long getTotal() {
        return counts.beginningWith("");
    }

    @ManagedAttribute(description = "Losses by lane and field")
    public Map<String, Long> getByField() {
        return counts.snapshot();
    }
}
