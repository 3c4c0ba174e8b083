package io.dragoman.wire.responses;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Turn;

/**
 * One input item that is to be sent.
 *
 * @param turn the turn it stands for, of which it may be one item among several
 */
record Item(Json json, Turn turn, Kind kind) {
    /**
     * FOLLOWER: an answer that reasoning may stand before. REASONING: as the provider made it, it must have a follower in the same
     * assistant turn. OTHER: anything else.
     */
    enum Kind { FOLLOWER, REASONING, OTHER }
}
