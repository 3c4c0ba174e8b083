package io.dragoman.gateway;

/** Headers and exchange properties of the gateway. All begin with {@code Camel}, so that Camel's own filters keep them off both edges. */
public final class DragomanConstants {
    /** Header: {@link io.dragoman.replay.ReplayMap}. Removed on compaction routes. */
    public static final String REPLAY = "CamelDragomanReplay";
    /** Exchange property: {@link Passage}, everything that one exchange knows. */
    public static final String PASSAGE = "CamelDragomanPassage";
    /** Exchange property: name of the provider that the next attempt goes to. */
    public static final String TARGET = "CamelDragomanTarget";

    /** Header: name of the wire that a body is to be read as, for routes of others: anthropic, responses or chat. */
    public static final String WIRE = "CamelDragomanWire";

    private DragomanConstants() {}
}
