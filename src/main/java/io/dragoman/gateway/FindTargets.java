package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Looks the model up: which providers may answer, in which order. */
public final class FindTargets implements Processor {
    private final ModelDirectory directory;

    public FindTargets(Gateway gateway) {
        directory = gateway.directory();
    }

    @Override
    public void process(Exchange exchange) {
        Conversation conversation = Passages.conversation(exchange);
        Passage passage = Passages.of(exchange);
        passage.targets(directory.resolve(conversation.model()));
        exchange.setProperty(DragomanConstants.TARGET, passage.target().provider().name());
    }
}
