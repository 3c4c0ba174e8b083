package io.dragoman.gateway;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Runs before a repeated attempt, on the restored message: moves on to the target that {@link Budget} chose. */
public final class NextTarget implements Processor {
    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Budget.Attempt attempt = passage.next()
                .orElseThrow(() -> new IllegalStateException("Nobody decided about another attempt."));
        if (attempt.target() != passage.targetNumber()) {
            passage.targetNumber(attempt.target());
            passage.mended(Optional.empty());
        } else if (!attempt.mended()) {
            passage.retryBegins();
        }
        exchange.setProperty(DragomanConstants.TARGET, passage.target().provider().name());
    }
}
