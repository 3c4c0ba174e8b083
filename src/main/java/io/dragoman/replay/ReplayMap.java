package io.dragoman.replay;

import io.dragoman.conversation.Turn;
import java.util.List;

/**
 * All server-tool runs of one request, taken out of its conversation, with the texts and turns that providers really wrote. Travels as
 * header {@code CamelDragomanReplay}; immutable. It is no Map, Collection or record, and prints only numbers, so that tracers and logs
 * cannot show what it holds. Everything in it is keyed by its place in the conversation as capture left it, which it remembers: while
 * that conversation is the same, places are exact; when it was changed, a block is known again by itself or by its {@link Anchor}.
 */
public final class ReplayMap {
    public static final ReplayMap EMPTY = new ReplayMap(List.of(), List.of());

    private final List<Turn> bare;
    private final List<Kept> kept;

    ReplayMap(List<Turn> bare, List<Kept> kept) {
        this.bare = List.copyOf(bare);
        this.kept = List.copyOf(kept);
    }

    /** The turns as capture left them. */
    List<Turn> bare() {
        return bare;
    }

    /** In the order of the history. */
    List<Kept> kept() {
        return kept;
    }

    public boolean isEmpty() {
        return kept.isEmpty();
    }

    public int runs() {
        return kept.stream().mapToInt(Kept::runs).sum();
    }

    /** UTF-8 length of the raw JSON of all that is held. */
    public long bytes() {
        return kept.stream().mapToLong(Kept::bytes).sum();
    }

    @Override
    public String toString() {
        return isEmpty() ? "ReplayMap[empty]" : "ReplayMap[" + runs() + " runs, " + bytes() + " bytes]";
    }
}
