package io.dragoman.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects what the steps of a repair did. */
final class Changes {
    private final List<RepairReport.Change> made = new ArrayList<>();

    void add(String kind, int turn, int block) {
        made.add(new RepairReport.Change(kind, turn, block));
    }

    /** The turns in which this was done, by their numbers at that time. */
    Set<Integer> turns(String kind) {
        return made.stream().filter(change -> change.kind().equals(kind)).map(RepairReport.Change::turn).collect(Collectors.toSet());
    }

    RepairReport report() {
        return made.isEmpty() ? RepairReport.NOTHING : new RepairReport(made);
    }
}
