package io.dragoman.repair;

import java.util.List;

/** What a repair changed, in order. Never contents. */
public record RepairReport(List<Change> changes) {
    public static final RepairReport NOTHING = new RepairReport(List.of());

    /**
     * @param kind  such as {@code tool-id-rewritten}; a metric label
     * @param turn  number of the turn, from 0
     * @param block number of the block in it, from 0; -1: the whole turn
     */
    public record Change(String kind, int turn, int block) {}

    public RepairReport {
        changes = List.copyOf(changes);
    }
}
