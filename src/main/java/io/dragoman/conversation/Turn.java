package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;

/**
 * One message, or on the Responses wire one input item. Codecs read a turn for each and do not merge; grouping is the matter of
 * whoever needs groups.
 *
 * @param source what the turn was read from, so that an untouched turn can be sent on as it came; a turn made here has none
 */
public record Turn(Role role, List<Block> blocks, Optional<Source> source) {
    /**
     * @param raw    the whole message or item
     * @param blocks the blocks that were read from it
     */
    public record Source(Raw raw, List<Block> blocks) {
        public Source {
            blocks = List.copyOf(blocks);
        }
    }

    public Turn {
        blocks = List.copyOf(blocks);
    }

    public static Turn read(Role role, List<Block> blocks, Raw raw) {
        List<Block> kept = List.copyOf(blocks);
        return new Turn(role, kept, Optional.of(new Source(raw, kept)));
    }

    public static Turn made(Role role, List<Block> blocks) {
        return new Turn(role, blocks, Optional.empty());
    }

    public static Turn made(Role role, Block... blocks) {
        return made(role, List.of(blocks));
    }

    /** The same message with other blocks. Its source stays, so that putting the first blocks back makes it untouched again. */
    public Turn withBlocks(List<Block> others) {
        return new Turn(role, others, source);
    }

    /** The raw message, when it is of this wire and its blocks are the very ones that were read from it. */
    public Optional<Json> untouched(WireName wire) {
        return source.filter(s -> s.raw().isOf(wire) && Same.elements(s.blocks(), blocks)).map(s -> s.raw().json());
    }
}
