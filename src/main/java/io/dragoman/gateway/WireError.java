package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** The one error step of every route: tells the client in the words of its own wire what went wrong, inside the reply where one was opened. */
public final class WireError implements Processor {
    private static final Set<String> TOLD_TO_ALL = Set.of("retry-after", "retry-after-ms", "x-should-retry", "allow", "upgrade");

    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.find(exchange).orElseGet(() -> AdmitClient.begin(exchange, Passages.request(exchange)));
        Failure failure = told(Failures.of(exchange), passage);
        passage.failure(failure);
        boolean insideReply = passage.reply().filter(reply -> reply.fail(failure)).isPresent();
        exchange.getMessage().removeHeaders("*");
        if (insideReply) {
            exchange.getMessage().setBody(null);
        } else {
            answer(exchange.getMessage(), failure, passage);
        }
    }

    private static Failure told(Failure failure, Passage passage) {
        Optional<String> secret = passage.targets().isEmpty() ? Optional.empty() : passage.target().provider().credential().get();
        Failure clean = Failures.withoutSecret(failure, secret);
        Map<String, String> headers = new LinkedHashMap<>(clean.headers());
        if (!isSameWire(passage)) {
            headers.keySet().removeAll(Set.of("request-id", "x-request-id"));
        }
        headers.putIfAbsent("request-id", headers.getOrDefault("x-request-id", passage.requestId()));
        return new Failure(clean.kind(), clean.status(), clean.type(), clean.code(), clean.message(), clean.param(), headers, clean.raw());
    }

    private static boolean isSameWire(Passage passage) {
        return !passage.targets().isEmpty() && passage.target().provider().wire() == passage.clientWire();
    }

    private static void answer(Message message, Failure failure, Passage passage) {
        Wire wire = passage.clientWire();
        Map<String, String> headers = new LinkedHashMap<>(passage.replyHeaders());
        boolean sameWire = isSameWire(passage);
        failure.headers().forEach((name, value) -> {
            if (sameWire || TOLD_TO_ALL.contains(name)) {
                headers.put(name, value);
            }
        });
        headers.forEach(message::setHeader);
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, wire.errors().status(failure));
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        message.setBody(wire.errors().body(failure));
    }
}

