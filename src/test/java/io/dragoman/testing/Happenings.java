package io.dragoman.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Named events of one test, in the order in which they came. Waiting for one that does not come says what came instead. */
public final class Happenings {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final List<String> seen = new ArrayList<>();

    public synchronized void tell(String name) {
        seen.add(name);
        notifyAll();
    }

    public synchronized List<String> seen() {
        return List.copyOf(seen);
    }

    public synchronized void clear() {
        seen.clear();
    }

    public void await(String name) {
        await(name, 1);
    }

    /** Waits until this has happened so many times. */
    public synchronized void await(String name, int times) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (seen.stream().filter(name::equals).count() < times) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("Waited " + LIMIT + " for " + times + " × \"" + name + "\"; seen: " + seen);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while waiting for \"" + name + "\".", e);
            }
        }
    }
}
