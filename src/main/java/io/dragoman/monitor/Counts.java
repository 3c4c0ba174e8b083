package io.dragoman.monitor;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters by name, made when first counted. */
final class Counts {
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    void add(String name, long count) {
        counters.computeIfAbsent(name, n -> new LongAdder()).add(count);
    }

    long of(String name) {
        LongAdder counter = counters.get(name);
        return counter == null ? 0 : counter.sum();
    }

    /** Sum of all counters whose name begins so. */
    long beginningWith(String prefix) {
        return counters.entrySet().stream().filter(e -> e.getKey().startsWith(prefix)).mapToLong(e -> e.getValue().sum()).sum();
    }

    /** A sorted copy. */
    Map<String, Long> snapshot() {
        Map<String, Long> copy = new TreeMap<>();
        counters.forEach((name, counter) -> copy.put(name, counter.sum()));
        return copy;
    }
}
