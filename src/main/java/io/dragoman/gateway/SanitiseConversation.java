package io.dragoman.gateway;

import io.dragoman.repair.Repaired;
import io.dragoman.repair.Sanitise;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Mends ids, names and shapes that this target does not take. */
public final class SanitiseConversation implements Processor {
    private final Sanitise sanitise = new Sanitise();

    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Repaired repaired = sanitise.apply(Passages.conversation(exchange), passage.target().provider().rules());
        passage.aliases(repaired.aliases());
        passage.repairs(repaired.report());
        exchange.getMessage().setBody(repaired.conversation());
    }
}
