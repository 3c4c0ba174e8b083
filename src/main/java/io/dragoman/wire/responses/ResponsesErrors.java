package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.wire.ErrorEnvelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Failures of this wire: {@code {"error":{message,type,param,code}}} over HTTP, {@code response.failed} and {@code error} in a stream. */
final class ResponsesErrors implements ErrorEnvelope {
    static final ResponsesErrors INSTANCE = new ResponsesErrors();

    private static final String OVERLOADED = "server_is_overloaded";
    private static final Set<String> OVERLOADS = Set.of(OVERLOADED, "slow_down", "overloaded", "overloaded_error", "engine_overloaded");
    private static final Set<String> KEPT_HEADERS =
            Set.of("retry-after", "retry-after-ms", "x-should-retry", "x-request-id", "request-id");
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_]{0,63}");
    /** Many hosts of this wire tell an overflow by their words alone. */
    private static final Pattern OVERFLOW =
            Pattern.compile("(?i)maximum context length|context window|context length exceeded|prompt is too long|input is too long");
    private static final int MAX_MESSAGE = 2_000;

    private ResponsesErrors() {}

    @Override
    public byte[] body(Failure failure) {
        Optional<Json> own = failure.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
        if (own.isPresent() && (failure.kind() != Kind.OVERLOADED || failure.code().filter(streamCode(failure)::equals).isPresent())) {
            return own.get().toBytes();
        }
        ObjectNode body = Json.MAPPER.createObjectNode();
        ObjectNode error = body.putObject("error");
        error.put("message", failure.message());
        error.put("type", type(failure));
        error.put("param", failure.param().filter(p -> !p.isEmpty()).orElse(null));
        error.put("code", httpCode(failure));
        return Json.of(body).toBytes();
    }

    /** Codex repeats a 529 thirty times; 503 is what this wire's clients know as overload. */
    @Override
    public int status(Failure failure) {
        if (failure.kind() == Kind.OVERLOADED) {
            return 503;
        }
        int status = failure.status();
        return status >= 400 && status < 600 && status != 529 ? status : 502;
    }

    @Override
    public Failure read(int status, Map<String, String> headers, byte[] body) {
        Map<String, String> kept = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (KEPT_HEADERS.contains(name)) {
                kept.put(name, value);
            }
        });
        Optional<Json> document = document(body);
        JsonNode error = document.map(d -> d.tree().path("error")).filter(e -> e.isObject() || e.isTextual())
                .or(() -> document.map(d -> d.tree().path("response").path("error")).filter(JsonNode::isObject))
                .orElseGet(() -> document.map(Json::tree).orElse(Json.MAPPER.missingNode()));
        Failure read = read(status, error, fallback(status, document, body));
        Failure full = new Failure(read.kind(), read.status(), read.type(), read.code(), read.message(), read.param(), kept);
        return document.filter(d -> d.tree().path("error").isObject()).map(d -> full.withRaw(new Raw(ResponsesWire.NAME, d))).orElse(full);
    }

    /** An error that came inside a stream or inside a success: the status follows from what it says. */
    static Failure inReply(JsonNode error, String otherwise) {
        return read(0, error, otherwise);
    }

    private static Failure read(int status, JsonNode error, String otherwise) {
        String code = text(error, "code");
        String type = text(error, "type").equals("error") ? "" : text(error, "type");
        String message = error.isTextual() ? error.textValue() : text(error, "message");
        if (message.isEmpty()) {
            message = !code.isEmpty() ? "The provider failed: " + code : !type.isEmpty() ? "The provider failed: " + type : otherwise;
        }
        Kind kind = kind(status, type.toLowerCase(Locale.ROOT), code.toLowerCase(Locale.ROOT));
        if (kind == Kind.INVALID_REQUEST && OVERFLOW.matcher(message).find()) {
            kind = Kind.CONTEXT_OVERFLOW;
        }
        return new Failure(kind, status >= 400 ? status : statusOf(kind), given(type), given(code), shortened(message),
                given(text(error, "param")), Map.of());
    }

    /** Half of a body is still a hint, a page is not. */
    private static String fallback(int status, Optional<Json> document, byte[] body) {
        String text = new String(body, 0, Math.min(body.length, MAX_MESSAGE), StandardCharsets.UTF_8).strip();
        String start = "The provider answered with status " + status;
        return document.isPresent() || text.isEmpty() || text.startsWith("<") ? start + "." : start + ": " + text;
    }

    private static Optional<Json> document(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        if (text.startsWith("data:") || text.startsWith("event:")) {
            text = text.lines().filter(line -> line.startsWith("data:")).map(line -> line.substring(5).strip()).findFirst().orElse("");
        }
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            Json.MAPPER.readTree(text);
            return Optional.of(Json.text(text));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Kind kind(int status, String type, String code) {
        String word = code.isEmpty() || !WORD.matcher(code).matches() ? type : code;
        if (OVERLOADS.contains(word) || OVERLOADS.contains(type)) {
            return Kind.OVERLOADED;
        }
        Kind named = switch (word) {
            case "rate_limit_exceeded", "rate_limit_error", "rate_limit" -> Kind.RATE_LIMITED;
            case "insufficient_quota", "usage_limit_reached", "billing_hard_limit_reached", "billing_error" -> Kind.QUOTA;
            case "context_length_exceeded", "context_window_exceeded" -> Kind.CONTEXT_OVERFLOW;
            case "content_policy_violation", "bio_policy", "misalignment_policy_violation", "data_residency_mismatch", "content_filter" ->
                    Kind.POLICY;
            case "invalid_prompt", "invalid_request_error", "invalid_request" -> Kind.INVALID_REQUEST;
            case "invalid_api_key", "authentication_error" -> Kind.AUTHENTICATION;
            case "permission_error", "permission_denied" -> Kind.PERMISSION;
            case "model_not_found", "not_found_error" -> Kind.NOT_FOUND;
            case "timeout", "timeout_error" -> Kind.TIMEOUT;
            default -> Kind.SERVER_ERROR;
        };
        if (status < 400 || named != Kind.SERVER_ERROR && named != Kind.INVALID_REQUEST) {
            return named;
        }
        return switch (status) {
            case 401 -> Kind.AUTHENTICATION;
            case 402 -> Kind.BILLING;
            case 403 -> Kind.PERMISSION;
            case 404 -> Kind.NOT_FOUND;
            case 408, 504 -> Kind.TIMEOUT;
            case 409 -> Kind.CONFLICT;
            case 413 -> Kind.TOO_LARGE;
            case 422 -> Kind.UNPROCESSABLE;
            case 429 -> Kind.RATE_LIMITED;
            case 503, 529 -> Kind.OVERLOADED;
            default -> status < 500 ? Kind.INVALID_REQUEST : Kind.SERVER_ERROR;
        };
    }

    private static int statusOf(Kind kind) {
        return switch (kind) {
            case INVALID_REQUEST, CONTEXT_OVERFLOW, POLICY -> 400;
            case AUTHENTICATION -> 401;
            case BILLING -> 402;
            case PERMISSION -> 403;
            case NOT_FOUND -> 404;
            case CONFLICT -> 409;
            case TOO_LARGE -> 413;
            case UNPROCESSABLE -> 422;
            case RATE_LIMITED, QUOTA -> 429;
            case OVERLOADED -> 503;
            case SERVER_ERROR -> 500;
            case TIMEOUT -> 504;
            case UNREACHABLE, CUT, PROTOCOL -> 502;
            case CLIENT_GONE -> 499;
        };
    }

    /** Code of {@code response.failed}: clients decide by it whether to try again. */
    static String streamCode(Failure failure) {
        String code = failure.code().map(c -> c.toLowerCase(Locale.ROOT)).filter(c -> WORD.matcher(c).matches()).orElse("");
        return switch (failure.kind()) {
            case OVERLOADED -> code.equals("slow_down") ? code : OVERLOADED;
            case CONTEXT_OVERFLOW -> "context_length_exceeded";
            case RATE_LIMITED -> "rate_limit_exceeded";
            case QUOTA, BILLING -> "insufficient_quota";
            case INVALID_REQUEST, POLICY, TOO_LARGE, UNPROCESSABLE, CONFLICT -> code.isEmpty() ? "invalid_prompt" : code;
            case AUTHENTICATION, PERMISSION, NOT_FOUND, SERVER_ERROR -> code.isEmpty() ? "server_error" : code;
            case TIMEOUT, UNREACHABLE, CUT, PROTOCOL, CLIENT_GONE -> "server_error";
        };
    }

    private static String type(Failure failure) {
        return switch (failure.kind()) {
            case INVALID_REQUEST, TOO_LARGE, UNPROCESSABLE, CONTEXT_OVERFLOW, POLICY, NOT_FOUND, CONFLICT, AUTHENTICATION ->
                    "invalid_request_error";
            case PERMISSION -> "permission_error";
            case RATE_LIMITED -> "rate_limit_error";
            case QUOTA, BILLING -> "insufficient_quota";
            default -> "server_error";
        };
    }

    private static String httpCode(Failure failure) {
        return switch (failure.kind()) {
            case OVERLOADED -> streamCode(failure);
            case CONTEXT_OVERFLOW -> "context_length_exceeded";
            case RATE_LIMITED -> "rate_limit_exceeded";
            case QUOTA, BILLING -> "insufficient_quota";
            case AUTHENTICATION -> "invalid_api_key";
            case NOT_FOUND -> failure.code().orElse("not_found");
            default -> failure.code().orElse(null);
        };
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isTextual() || value.isNumber() ? value.asText() : "";
    }

    private static Optional<String> given(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private static String shortened(String message) {
        return message.length() <= MAX_MESSAGE ? message : message.substring(0, message.offsetByCodePoints(0, MAX_MESSAGE / 2)) + "…";
    }
}
