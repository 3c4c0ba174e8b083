package io.dragoman.repair;

import java.util.ArrayList;
import java.util.List;

/** Collects what the steps of a repair did. */
final class Changes {
    private final List<RepairReport.Change> made = new ArrayList<>();

    void add(String kind, int turn, int block) {
        made.add(new RepairReport.Change(kind, turn, block));
    }

    boolean has(String kind) {
        return made.stream().anyMatch(change -> change.kind().equals(kind));
    }

    RepairReport report() {
        return made.isEmpty() ? RepairReport.NOTHING : new RepairReport(made);
    }
}
