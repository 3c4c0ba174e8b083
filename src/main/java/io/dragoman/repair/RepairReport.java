package io.dragoman.repair;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a repair changed, in order. Never contents. */
public record RepairReport(List<Change> changes) {
    public static final RepairReport NOTHING = new RepairReport(List.of());

    /**
     * @param kind  such as {@code tool-id-rewritten}; a metric label
     * @param turn  number of the turn, from 0, as it stood when the change was made; -1: outside the turns
     * @param block number of the block in it, from 0; -1: the whole turn
     */
    public record Change(String kind, int turn, int block) {}

    public RepairReport {
        changes = List.copyOf(changes);
    }

    /** These changes, then the others. */
    public RepairReport and(RepairReport later) {
        return changes.isEmpty() ? later : later.changes.isEmpty() ? this
                : new RepairReport(Stream.concat(changes.stream(), later.changes.stream()).toList());
    }

    /** How often each kind occurred, by name. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        changes.forEach(change -> counts.merge(change.kind(), 1, Integer::sum));
        return counts;
    }
}
