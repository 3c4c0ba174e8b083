package io.dragoman.replay;

import io.dragoman.conversation.Block;
import java.util.Optional;

/** One block of a turn that is taken apart. Compared by identity. */
final class Piece {
    private final Block block;
    private final boolean taken;
    private final Optional<String> issuer;
    private Optional<Kept.OriginalText> original = Optional.empty();

    private Piece(Block block, boolean taken, Optional<String> issuer) {
        this.block = block;
        this.taken = taken;
        this.issuer = issuer;
    }

    static Piece visible(Block block) {
        return new Piece(block, false, Optional.empty());
    }

    /** A block that leaves the conversation. @param issuer who made it, when a carrier told */
    static Piece taken(Block block, Optional<String> issuer) {
        return new Piece(block, true, issuer);
    }

    Block block() {
        return block;
    }

    boolean isTaken() {
        return taken;
    }

    Optional<String> issuer() {
        return issuer;
    }

    /** What the provider really wrote here; its place is not known yet. */
    Optional<Kept.OriginalText> original() {
        return original;
    }

    void original(Kept.OriginalText text) {
        original = Optional.of(text);
    }
}
