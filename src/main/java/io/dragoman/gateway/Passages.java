package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ClientRequest;
import java.util.Optional;
import org.apache.camel.Exchange;

/** Finds what steps look for in an exchange. */
final class Passages {
    private Passages() {}

    static Passage of(Exchange exchange) {
        return find(exchange).orElseThrow(() -> new IllegalStateException("This exchange did not come in through a client route."));
    }

    static Optional<Passage> find(Exchange exchange) {
        return Optional.ofNullable(exchange.getProperty(DragomanConstants.PASSAGE, Passage.class));
    }

    static ClientRequest request(Exchange exchange) {
        return Optional.ofNullable(exchange.getProperty(ClientRequest.PROPERTY, ClientRequest.class))
                .orElseThrow(() -> new IllegalStateException("This exchange did not come in through the edge."));
    }

    /** The body, which the steps before have made a conversation. */
    static Conversation conversation(Exchange exchange) {
        if (exchange.getMessage().getBody() instanceof Conversation conversation) {
            return conversation;
        }
        throw new DragomanException(Failure.of(Failure.Kind.SERVER_ERROR, 500, "A step of the route expected a decoded conversation."));
    }
}
