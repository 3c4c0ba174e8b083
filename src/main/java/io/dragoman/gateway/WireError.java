package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** The one error step of every route: tells the client in the words of its own wire what went wrong, inside the reply where one was opened. */
public final class WireError implements Processor {
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
        headers.putIfAbsent("request-id", headers.getOrDefault("x-request-id", passage.requestId()));
        return new Failure(clean.kind(), clean.status(), clean.type(), clean.code(), clean.message(), clean.param(), headers, clean.raw());
    }

    private static void answer(Message message, Failure failure, Passage passage) {
        Wire wire = passage.clientWire();
        Map<String, String> headers = new LinkedHashMap<>(passage.replyHeaders());
        failure.headers().forEach((name, value) -> {
            if (name.equals("request-id") && wire != Wires.ANTHROPIC) {
                return;
            }
            headers.put(name, value);
        });
        headers.forEach(message::setHeader);
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, wire.errors().status(failure));
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        message.setBody(wire.errors().body(failure));
    }
}

