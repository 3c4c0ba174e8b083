package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of another wire that this one cannot hold, in the order in which they came: runs of server tools, and texts with citations.
 * They travel in a reasoning item of their own: texts describe what was shown before it, a run belongs to what is shown after it.
 */
final class Carrier {
    private final ReplyItems items;
    private final List<Block> blocks = new ArrayList<>();
    private boolean holdsRun;

    Carrier(ReplyItems items) {
        this.items = items;
    }

    static boolean isForeign(Block block) {
        return block.raw().filter(raw -> !raw.isOf(ResponsesWire.NAME)).isPresent();
    }

    /** Takes a block of a run, or any other that has no slot here. */
    void run(Block block) {
        if (isForeign(block)) {
            blocks.add(block);
            holdsRun = true;
        }
    }

    void cited(Text text) {
        if (isForeign(text) && !text.citations().isEmpty()) {
            blocks.add(text);
        }
    }

    /** A run must stand right before what it belongs to. */
    void beforeVisible() {
        if (holdsRun) {
            last();
        }
    }

    /** Nothing follows: whatever is left. */
    void last() {
        if (blocks.isEmpty()) {
            return;
        }
        String token = items.seal(List.copyOf(blocks));
        blocks.clear();
        holdsRun = false;
        ReasoningOut.sealed(items, token);
    }
}
