package io.dragoman.replay;

import io.dragoman.conversation.Conversation;

/** Takes all server-tool runs out of a conversation, from blocks and from carriers, and opens carried thinking and citations in place. */
public final class Capture {
    /** @param conversation without any server-tool block or carrier */
    public record Captured(Conversation conversation, ReplayMap map, ReplayReport report) {}

    public Captured capture(Conversation conversation) {
        throw new UnsupportedOperationException();
    }
}
