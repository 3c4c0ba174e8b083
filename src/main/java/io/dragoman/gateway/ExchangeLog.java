package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Usage;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Synchronization;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sums a finished exchange up: one log line, and one call of the listener. Never what was said. */
final class ExchangeLog implements Synchronization {
    private static final Logger LOG = LoggerFactory.getLogger("io.dragoman.exchange");
    private static final int LONGEST_FIELD = 120;

    private final GatewayListener listener;

    ExchangeLog(GatewayListener listener) {
        this.listener = listener;
    }

    @Override
    public void onComplete(Exchange exchange) {
        ended(exchange);
    }

    @Override
    public void onFailure(Exchange exchange) {
        ended(exchange);
    }

    private void ended(Exchange exchange) {
        Passages.find(exchange).ifPresent(passage -> {
            ExchangeSummary summary = summary(passage, exchange);
            listener.ended(summary);
            if (LOG.isInfoEnabled()) {
                LOG.info("{}", line(summary, passage));
            }
        });
    }

    static ExchangeSummary summary(Passage passage, Exchange exchange) {
        boolean routed = !passage.targets().isEmpty();
        Optional<Failure> failure = passage.failure();
        int status = Optional.ofNullable(exchange.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class))
                .orElseGet(() -> failure.map(Failure::status).orElse(200));
        String operation = passage.compaction().isPresent() ? "compaction" : passage.isCount() ? "count" : "chat";
        return new ExchangeSummary(passage.requestId(), passage.lane(), routed ? passage.target().provider().name() : "",
                routed ? passage.target().model() : "", operation, status, failure.map(each -> each.kind().name().toLowerCase(Locale.ROOT)),
                passage.isStream(), passage.usage(), passage.attempts(), passage.firstOutputNanos(),
                System.nanoTime() - passage.startedNanos());
    }

    static String line(ExchangeSummary summary, Passage passage) {
        StringBuilder line = new StringBuilder(256);
        field(line, "request", summary.requestId());
        field(line, "lane", summary.lane());
        if (!summary.provider().isEmpty()) {
            field(line, "provider", summary.provider());
            field(line, "model", summary.model());
            field(line, "attempts", summary.attempts());
        }
        field(line, "operation", summary.operation());
        field(line, "status", summary.status());
        summary.error().ifPresent(error -> field(line, "error", error));
        passage.stopReason().ifPresent(reason -> field(line, "stop", reason.kind().name().toLowerCase(Locale.ROOT)));
        Usage usage = summary.usage();
        if (usage.total() > 0) {
            field(line, "input", usage.input());
            field(line, "cacheRead", usage.cacheRead());
            field(line, "cacheWrite", usage.cacheWrite());
            field(line, "output", usage.output());
        }
        if (summary.commitNanos() > 0) {
            field(line, "firstMs", summary.commitNanos() / 1_000_000);
        }
        field(line, "totalMs", summary.totalNanos() / 1_000_000);
        return line.toString();
    }

    private static void field(StringBuilder line, String name, long value) {
        field(line, name, Long.toString(value));
    }

    /** Text from outside stays on its line and in its field. */
    private static void field(StringBuilder line, String name, String value) {
        if (line.length() > 0) {
            line.append(' ');
        }
        line.append(name).append('=');
        value.chars().limit(LONGEST_FIELD).forEach(c -> line.append(c > 0x20 && c < 0x7f && c != '"' && c != '=' ? (char) c : '_'));
    }
}
