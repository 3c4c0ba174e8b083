package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Event;

/** The events of a reply for whoever waits for finished blocks: deltas say nothing that the finished block does not. */
abstract class EventsOfBlocks implements Event.Cases<Void> {
    @Override
    public Void textDelta(Event.TextDelta event) {
        return null;
    }

    @Override
    public Void thinkingDelta(Event.ThinkingDelta event) {
        return null;
    }

    @Override
    public Void signatureDelta(Event.SignatureDelta event) {
        return null;
    }

    @Override
    public Void argumentsDelta(Event.ArgumentsDelta event) {
        return null;
    }

    @Override
    public Void citationAdded(Event.CitationAdded event) {
        return null;
    }
}
