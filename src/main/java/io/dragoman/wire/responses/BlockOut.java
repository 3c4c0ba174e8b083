package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;

/** What one block of a reply becomes on this wire, from its start to its end. */
abstract class BlockOut {
    void text(String delta) {}

    void thinking(String delta) {}

    void arguments(String delta) {}

    /** @param whole the block as the provider completed it */
    abstract void finish(Block whole);

    /** The reply ends and the block was never completed. */
    void giveUp() {}
}
