package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** {@code /metrics}, as far as the context's registry holds a {@link MetricsPage}. */
public final class AnswerMetrics implements Processor {
    @Override
    public void process(Exchange exchange) {
        MetricsPage page = exchange.getContext().getRegistry().findSingleByType(MetricsPage.class);
        if (page == null) {
            throw Failure.of(Failure.Kind.NOT_FOUND, 404, "This gateway was started without metrics.").exception();
        }
        Answers.bytes(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", page.scrape().getBytes(StandardCharsets.UTF_8),
                Passages.of(exchange).replyHeaders());
    }
}
