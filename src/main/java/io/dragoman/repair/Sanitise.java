package io.dragoman.repair;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;

/** Ids, names and shapes. */
public final class Sanitise {
    public Repaired apply(Conversation conversation, TargetRules rules) {
        throw new UnsupportedOperationException();
    }
}
