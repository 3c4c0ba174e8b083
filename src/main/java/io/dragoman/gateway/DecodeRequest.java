package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import io.dragoman.http.ClientRequest;
import io.dragoman.wire.DecodeLimits;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Body in: whatever the edge left. Body out: the {@link Conversation} that the client sent. */
public final class DecodeRequest implements Processor {
    private final DecodeLimits limits;

    public DecodeRequest(Gateway gateway) {
        limits = new DecodeLimits(gateway.settings().limits().nesting());
    }

    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        ClientRequest request = Passages.request(exchange);
        Conversation conversation = passage.clientWire().decode(request.body(), limits);
        passage.request(conversation);
        exchange.getMessage().setBody(conversation);
    }
}
