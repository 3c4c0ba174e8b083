package io.dragoman.conversation;

import java.util.List;

/** Reads blocks back from raw JSON of one wire, for whoever opens carriers without knowing wires. */
public interface BlockReader {
    WireName wire();

    /** The block that this JSON object is. @throws DragomanException when it is none */
    Block read(Json block);

    /** The blocks that this JSON object stands for: on some wires one item is a call and its result. */
    default List<Block> readAll(Json item) {
        return List.of(read(item));
    }
}
