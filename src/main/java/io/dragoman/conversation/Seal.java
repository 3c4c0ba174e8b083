package io.dragoman.conversation;

import java.util.List;

/** Packs blocks of the provider of this reply into a carrier token that the client's wire can hold. */
@FunctionalInterface
public interface Seal {
    /** @param blocks in source order; each has raw JSON of the provider's wire. @return a token that {@link Carried#recognises} */
    String seal(List<Block> blocks);
}
