package io.dragoman.replay;

import java.util.Map;
import java.util.TreeMap;

/** Counts outcomes while a request is worked on. */
final class Tally {
    private final Map<String, Integer> counts = new TreeMap<>();

    void add(String outcome) {
        add(outcome, 1);
    }

    void add(String outcome, int times) {
        if (times > 0) {
            counts.merge(outcome, times, Integer::sum);
        }
    }

    ReplayReport report() {
        return counts.isEmpty() ? ReplayReport.NOTHING : new ReplayReport(counts);
    }
}
