package io.dragoman.gateway;

import io.dragoman.conversation.Usage;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Synchronization;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line a finished exchange: what it was, how it ended, how long it took. Never what was said. */
final class ExchangeLog implements Synchronization {
    private static final Logger LOG = LoggerFactory.getLogger("io.dragoman.exchange");

    @Override
    public void onComplete(Exchange exchange) {
        log(exchange);
    }

    @Override
    public void onFailure(Exchange exchange) {
        log(exchange);
    }

    private static void log(Exchange exchange) {
        if (LOG.isInfoEnabled()) {
            Passages.find(exchange).ifPresent(passage -> LOG.info("{}", line(passage, exchange)));
        }
    }

    static String line(Passage passage, Exchange exchange) {
        StringBuilder line = new StringBuilder(256);
        boolean routed = !passage.targets().isEmpty();
        field(line, "request", passage.requestId());
        field(line, "lane", passage.clientWire().name() + (routed ? ">" + passage.target().provider().wire().name() : ""));
        if (routed) {
            field(line, "provider", passage.target().provider().name());
            field(line, "model", passage.target().model());
            field(line, "attempts", Integer.toString(passage.attempts()));
        }
        field(line, "status", status(passage, exchange));
        passage.stopReason().ifPresent(reason -> field(line, "stop", reason.kind().name().toLowerCase(java.util.Locale.ROOT)));
        Usage usage = passage.usage();
        if (usage.total() > 0) {
            field(line, "input", Long.toString(usage.input()));
            field(line, "cacheRead", Long.toString(usage.cacheRead()));
            field(line, "cacheWrite", Long.toString(usage.cacheWrite()));
            field(line, "output", Long.toString(usage.output()));
        }
        if (passage.firstOutputNanos() > 0) {
            field(line, "firstMs", Long.toString(passage.firstOutputNanos() / 1_000_000));
        }
        field(line, "totalMs", Long.toString((System.nanoTime() - passage.startedNanos()) / 1_000_000));
        return line.toString();
    }

    private static String status(Passage passage, Exchange exchange) {
        return passage.failure().map(failure -> failure.kind().name().toLowerCase(java.util.Locale.ROOT) + ":" + failure.status())
                .orElseGet(() -> exchange.getException() == null ? "ok" : "failed");
    }

    /** Text from outside stays on its line and in its field. */
    private static void field(StringBuilder line, String name, String value) {
        if (line.length() > 0) {
            line.append(' ');
        }
        line.append(name).append('=');
        value.chars().limit(120).forEach(c -> line.append(c > 0x20 && c < 0x7f && c != '"' && c != '=' ? (char) c : '_'));
    }
}
