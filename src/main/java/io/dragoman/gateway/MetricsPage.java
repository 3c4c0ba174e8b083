package io.dragoman.gateway;

/** What {@code /metrics} answers. The monitor offers one; without it the path does not exist. */
@FunctionalInterface
public interface MetricsPage {
    /** The counters in Prometheus' text format. */
    String scrape();
}
