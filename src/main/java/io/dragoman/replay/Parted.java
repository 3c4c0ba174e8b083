package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;

/**
 * A turn that is taken apart.
 *
 * @param turn     as it was read
 * @param role     whose it is from now on
 * @param pieces   its blocks, and what carriers in it held
 * @param original all its blocks as a provider wrote them, when a carrier said
 */
record Parted(Turn turn, Role role, List<Piece> pieces, Optional<Kept.OriginalTurn> original) {
    /** True when the pieces are the very blocks that were read. */
    boolean isAsRead() {
        if (role != turn.role() || pieces.size() != turn.blocks().size()) {
            return false;
        }
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.get(i).block() != turn.blocks().get(i)) {
                return false;
            }
        }
        return true;
    }

    /** True when all its blocks were of a kind that just goes away. */
    boolean isGone() {
        return pieces.isEmpty() && !turn.blocks().isEmpty();
    }

    List<Block> visible() {
        return pieces.stream().filter(piece -> !piece.isTaken()).map(Piece::block).toList();
    }

    /** The turn with these blocks. What a carrier was read from must not go out again, so such a turn loses its source. */
    Turn with(List<Block> blocks) {
        boolean carrier = turn.blocks().stream().anyMatch(Carried.class::isInstance);
        return carrier || role != turn.role() ? Turn.made(role, blocks) : turn.withBlocks(blocks);
    }
}
