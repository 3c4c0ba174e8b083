package io.dragoman.gateway;

import io.dragoman.repair.Prune;
import io.dragoman.repair.RepairReport;
import io.dragoman.repair.Repaired;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Removes calls without results and results without calls, as far as this target needs it. Keeps the tool names that sanitising chose. */
public final class PruneConversation implements Processor {
    private final Prune prune = new Prune();

    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Repaired repaired = prune.apply(Passages.conversation(exchange), passage.target().provider().rules());
        List<RepairReport.Change> changes = new ArrayList<>(passage.repairs().changes());
        changes.addAll(repaired.report().changes());
        passage.repairs(new RepairReport(changes));
        exchange.getMessage().setBody(repaired.conversation());
    }
}
