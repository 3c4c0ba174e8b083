package io.dragoman.wire.anthropic;

import io.dragoman.conversation.CallIds;
import java.util.HashSet;
import java.util.Set;

/** Ids of the calls of one reply, as clients of this wire take them: plain, and each its own. */
final class ToolIds {
    private final String minted;
    private final Set<String> given = new HashSet<>();

    ToolIds(String replyId) {
        this.minted = CallIds.wrap("toolu_" + replyId);
    }

    /** The id itself where a client can hold it and it is the first of its kind; an id that is missing is made here. */
    String fit(String id) {
        String fitting = id.isEmpty() ? minted : CallIds.wrap(id);
        String unique = fitting;
        for (int i = 2; !given.add(unique); i++) {
            unique = fitting + "_" + i;
        }
        return unique;
    }
}
