package io.dragoman.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Ordinary, finished replies to a client. */
final class Answers {
    private Answers() {}

    static void json(Exchange exchange, int status, JsonNode body, Map<String, String> headers) {
        bytes(exchange, status, "application/json", Json.of(body).toBytes(), headers);
    }

    static void bytes(Exchange exchange, int status, String type, byte[] body, Map<String, String> headers) {
        Message message = exchange.getMessage();
        message.removeHeaders("*");
        headers.forEach(message::setHeader);
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, status);
        message.setHeader(Exchange.CONTENT_TYPE, type);
        message.setBody(body);
    }
}
