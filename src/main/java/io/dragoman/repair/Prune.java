package io.dragoman.repair;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;

/** Pairs of calls and results. */
public final class Prune {
    public Repaired apply(Conversation conversation, TargetRules rules) {
        throw new UnsupportedOperationException();
    }
}
