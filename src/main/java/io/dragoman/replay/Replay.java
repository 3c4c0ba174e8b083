package io.dragoman.replay;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;

/** Puts back the runs that a target is entitled to: verbatim to the provider that made them, as searches to one that searches, else none. */
public final class Replay {
    public record Replayed(Conversation conversation, ReplayReport report) {}

    public Replayed replay(Conversation conversation, ReplayMap map, TargetRules rules) {
        throw new UnsupportedOperationException();
    }
}
