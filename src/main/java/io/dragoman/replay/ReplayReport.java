package io.dragoman.replay;

import java.util.Map;

/**
 * What happened to the runs of a request.
 *
 * @param counts runs by outcome and reason, such as {@code captured}, {@code replayed}, {@code dropped:anchor-lost}; never contents
 */
public record ReplayReport(Map<String, Integer> counts) {
    public static final ReplayReport NOTHING = new ReplayReport(Map.of());

    public ReplayReport {
        counts = Map.copyOf(counts);
    }
}
