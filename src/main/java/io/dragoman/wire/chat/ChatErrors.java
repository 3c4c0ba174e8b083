package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.wire.ErrorEnvelope;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code {"error": {message, type, param, code}}}, and what hosts make of it: a bare string, numbers as codes, the fields without their frame. */
final class ChatErrors implements ErrorEnvelope {
    private static final Set<String> HEADERS = Set.of("retry-after", "retry-after-ms", "x-should-retry", "x-request-id", "request-id");
    /** Types of another wire: a client of this one does not know them. */
    private static final Set<String> FOREIGN_TYPES = Set.of("authentication_error", "billing_error", "permission_error", "not_found_error",
            "request_too_large", "rate_limit_error", "timeout_error", "api_error", "overloaded_error");

    /** Reads an error that came inside a success. */
    static Failure inAnswer(byte[] text) {
        return new ChatErrors().read(200, Map.of(), text);
    }

    @Override
    public byte[] body(Failure failure) {
        Optional<Raw> own = failure.raw().filter(raw -> raw.isOf(ChatWire.NAME) && raw.json().tree().path("error").isObject());
        return own.isPresent() ? own.get().json().toBytes() : Json.of(envelope(failure)).toBytes();
    }

    private static ObjectNode envelope(Failure failure) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("message", failure.message().isBlank() ? "The request failed." : failure.message());
        error.put("type", failure.type().filter(type -> !FOREIGN_TYPES.contains(type)).orElseGet(() -> ErrorKinds.type(failure.kind())));
        error.put("param", failure.param().filter(param -> !param.isEmpty()).orElse(null));
        error.put("code", ErrorKinds.fixedCode(failure.kind()).or(failure::code).or(() -> ErrorKinds.code(failure.kind())).orElse(null));
        return JsonNodeFactory.instance.objectNode().set("error", error);
    }

    /** Overload leaves as 503: a client of this wire repeats a request much longer on 529. */
    @Override
    public int status(Failure failure) {
        if (failure.kind() == Failure.Kind.OVERLOADED) {
            return 503;
        }
        return failure.status() >= 400 && failure.status() < 600 ? failure.status() : ErrorKinds.status(failure.kind());
    }

    @Override
    public Failure read(int status, Map<String, String> headers, byte[] body) {
        Optional<JsonNode> document = parse(body);
        JsonNode error = document.map(ChatErrors::error).orElse(JsonNodeFactory.instance.objectNode());
        String message = message(error, status);
        Optional<String> type = text(error.path("type")).filter(t -> !t.equals("error"));
        Optional<String> code = text(error.path("code"));
        int told = status >= 400 ? status : error.path("code").asInt(error.path("status").asInt(0));
        Failure.Kind kind = ErrorKinds.of(told, type.orElse(""), code.orElse(""), message);
        int answered = told >= 400 && told < 600 ? told : ErrorKinds.status(kind);
        Failure failure = new Failure(kind, kind == Failure.Kind.CONTEXT_OVERFLOW ? 400 : answered, type, code, message,
                text(error.path("param")), kept(headers));
        return document.filter(d -> status >= 400).map(d -> failure.withRaw(new Raw(ChatWire.NAME, Json.of(d)))).orElse(failure);
    }

    private static Optional<JsonNode> parse(byte[] body) {
        try {
            return Optional.ofNullable(Json.MAPPER.readTree(body)).filter(JsonNode::isObject);
        } catch (IOException e) {
            // Not only where it is no JSON: bytes that begin like another encoding fail as such.
            return Optional.empty();
        }
    }

    private static JsonNode error(JsonNode document) {
        JsonNode inner = document.path("error");
        if (inner.isTextual()) {
            return JsonNodeFactory.instance.objectNode().put("message", inner.textValue());
        }
        return inner.isObject() ? inner : document;
    }

    private static String message(JsonNode error, int status) {
        JsonNode detail = error.path("detail");
        return text(error.path("message"))
                .or(() -> text(detail.isArray() ? detail.path(0).path("msg") : detail))
                .orElseGet(() -> status >= 400 ? "The provider answered with status " + status + " and no error message."
                        : "The provider answered with an error that has no message.");
    }

    private static Optional<String> text(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? Optional.of(node.asText()).filter(text -> !text.isBlank()) : Optional.empty();
    }

    private static Map<String, String> kept(Map<String, String> headers) {
        Map<String, String> kept = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (HEADERS.contains(name) || name.startsWith("x-ratelimit-")) {
                kept.put(name, value);
            }
        });
        return kept;
    }
}
