package io.dragoman.replay;

/**
 * All server-tool runs of one request, taken out of its conversation. Travels as header {@code CamelDragomanReplay}; immutable.
 * It is no Map, Collection or record, and prints only its size, so that tracers and logs cannot show what it holds.
 */
public final class ReplayMap {
    public static final ReplayMap EMPTY = new ReplayMap();

    public boolean isEmpty() {
        return true;
    }

    @Override
    public String toString() {
        return "ReplayMap[empty]";
    }
}
