package io.dragoman.wire;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the losses of one request; the same loss counts once. */
public final class Losses {
    private final Set<Loss> found = new LinkedHashSet<>();

    public void dropped(String path, String reason) {
        found.add(Loss.dropped(path, reason));
    }

    public void coerced(String path, String reason) {
        found.add(Loss.coerced(path, reason));
    }

    public List<Loss> list() {
        return List.copyOf(found);
    }
}
