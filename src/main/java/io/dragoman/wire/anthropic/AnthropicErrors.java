package io.dragoman.wire.anthropic;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.StopReason;
import io.dragoman.wire.ErrorEnvelope;
import io.dragoman.wire.JsonScan;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Errors of this wire: {@code {"type":"error","error":{"type","message"},"request_id"}}, as a body and as an event. */
final class AnthropicErrors implements ErrorEnvelope {
    static final AnthropicErrors INSTANCE = new AnthropicErrors();

    private static final int OVERLOADED_STATUS = 529;
    private static final int LONGEST_PLAIN_TEXT = 400;
    private static final List<String> KEPT_HEADERS =
            List.of("retry-after", "retry-after-ms", "x-should-retry", "request-id", "x-request-id");
    private static final Map<String, Kind> KINDS = Map.ofEntries(Map.entry("invalid_request_error", Kind.INVALID_REQUEST),
            Map.entry("authentication_error", Kind.AUTHENTICATION), Map.entry("billing_error", Kind.BILLING),
            Map.entry("permission_error", Kind.PERMISSION), Map.entry("not_found_error", Kind.NOT_FOUND),
            Map.entry("conflict_error", Kind.CONFLICT), Map.entry("request_too_large", Kind.TOO_LARGE),
            Map.entry("rate_limit_error", Kind.RATE_LIMITED), Map.entry("api_error", Kind.SERVER_ERROR),
            Map.entry("timeout_error", Kind.TIMEOUT), Map.entry("overloaded_error", Kind.OVERLOADED));
    private static final Map<Kind, String> TYPES =
            KINDS.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private AnthropicErrors() {}

    @Override
    public byte[] body(Failure failure) {
        Optional<Json> own = failure.raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).map(Raw::json);
        if (own.isPresent()) {
            return own.get().toBytes();
        }
        String message = failure.kind() == Kind.CONTEXT_OVERFLOW ? Overflow.inAnthropicWords(failure.message()) : failure.message();
        Fields error = Fields.typed(type(failure.kind())).put(Names.MESSAGE, message);
        Json requestId = Optional.ofNullable(failure.headers().get("request-id"))
                .or(() -> Optional.ofNullable(failure.headers().get("x-request-id"))).map(Fields::string).orElse(Fields.NULL);
        return Fields.typed(Names.ERROR).put(Names.ERROR, error).put("request_id", requestId).toBytes();
    }

    @Override
    public int status(Failure failure) {
        if (failure.kind() == Kind.OVERLOADED) {
            return OVERLOADED_STATUS;
        }
        return failure.status() >= 400 && failure.status() <= 599 ? failure.status() : status(failure.kind());
    }

    private static String type(Kind kind) {
        return switch (kind) {
            case UNPROCESSABLE, CONTEXT_OVERFLOW, POLICY -> TYPES.get(Kind.INVALID_REQUEST);
            case QUOTA -> TYPES.get(Kind.RATE_LIMITED);
            case UNREACHABLE, CUT, PROTOCOL, CLIENT_GONE -> TYPES.get(Kind.SERVER_ERROR);
            case INVALID_REQUEST, AUTHENTICATION, BILLING, PERMISSION, NOT_FOUND, CONFLICT, TOO_LARGE, RATE_LIMITED, OVERLOADED,
                    SERVER_ERROR, TIMEOUT -> TYPES.get(kind);
        };
    }

    private static int status(Kind kind) {
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
            case CLIENT_GONE -> 499;
            case SERVER_ERROR -> 500;
            case UNREACHABLE, CUT, PROTOCOL -> 502;
            case TIMEOUT -> 504;
            case OVERLOADED -> OVERLOADED_STATUS;
        };
    }

    @Override
    public Failure read(int status, Map<String, String> headers, byte[] body) {
        Optional<JsonScan.Value> document = document(body);
        Map<String, String> kept = new LinkedHashMap<>();
        KEPT_HEADERS.forEach(name -> Optional.ofNullable(headers.get(name)).ifPresent(value -> kept.put(name, value)));
        if (document.isEmpty()) {
            Kind kind = ofStatus(status);
            return new Failure(kind, status >= 400 ? status : status(kind), Optional.empty(), Optional.empty(), plain(status, body),
                    Optional.empty(), kept);
        }
        document.get().text("request_id").ifPresent(id -> kept.putIfAbsent("request-id", id));
        return read(status, kept, document.get());
    }

    /** An error inside a success: an event of a stream, or a document. */
    static Failure inStream(JsonScan.Value event) {
        return read(200, Map.of(), event);
    }

    /** An end that no client may take for the end of an answer. */
    static Failure unknownEnd(StopReason reason) {
        return Failure.protocol("The provider ended its answer for a reason that is not known: " + reason.raw() + ".");
    }

    private static Failure read(int status, Map<String, String> headers, JsonScan.Value document) {
        JsonScan.Value error = document.given(Names.ERROR).orElse(document);
        Optional<String> type = error.text(Names.TYPE).filter(word -> !word.equals(Names.ERROR));
        Optional<String> code = error.given("details").flatMap(details -> details.text("error_code")).or(() -> error.text("code"));
        String message = error.is(JsonScan.Kind.STRING) ? error.string()
                : error.text(Names.MESSAGE).or(() -> document.text(Names.MESSAGE)).or(() -> document.text("detail")).filter(m -> !m.isBlank())
                        .or(() -> type).or(() -> code).orElse("The provider gave an error without a message.");
        Kind kind = kind(status, type, code, message);
        Failure failure = new Failure(kind, status >= 400 ? status : status(kind), type, code, message, error.text("param"), headers);
        boolean own = document.text(Names.TYPE).filter(Names.ERROR::equals).isPresent() && error.is(JsonScan.Kind.OBJECT);
        return own ? failure.withRaw(Blocks.raw(document.json())) : failure;
    }

    private static Kind kind(int status, Optional<String> type, Optional<String> code, String message) {
        if (code.filter("context_length_exceeded"::equals).isPresent()) {
            return Kind.CONTEXT_OVERFLOW;
        }
        if (code.filter("insufficient_quota"::equals).isPresent() || type.filter("insufficient_quota"::equals).isPresent()) {
            return Kind.QUOTA;
        }
        Kind told = type.map(KINDS::get).orElseGet(() -> ofStatus(status));
        boolean refused = told == Kind.INVALID_REQUEST || told == Kind.TOO_LARGE;
        if (refused && Overflow.isToldBy(message)) {
            return Kind.CONTEXT_OVERFLOW;
        }
        // Third parties type everything as an invalid request; a status that says more is believed.
        return told == Kind.INVALID_REQUEST && status > 400 ? ofStatus(status) : told;
    }

    private static Kind ofStatus(int status) {
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
            case 503, OVERLOADED_STATUS -> Kind.OVERLOADED;
            default -> status >= 400 && status < 500 ? Kind.INVALID_REQUEST : Kind.SERVER_ERROR;
        };
    }

    /** The JSON of an error reply, also one that is framed as an event. */
    private static Optional<JsonScan.Value> document(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        int data = text.startsWith("event:") || text.startsWith("data:") ? text.indexOf("data:") : -1;
        String json = data < 0 ? text : text.substring(data + 5).lines().findFirst().orElse("");
        try {
            return Optional.of(JsonScan.reply(json.getBytes(StandardCharsets.UTF_8))).filter(value -> value.is(JsonScan.Kind.OBJECT));
        } catch (DragomanException e) {
            return Optional.empty();
        }
    }

    private static String plain(int status, byte[] body) {
        String text = new String(body, 0, Math.min(body.length, LONGEST_PLAIN_TEXT), StandardCharsets.UTF_8).strip();
        boolean useful = !text.isEmpty() && !text.startsWith("<") && !text.startsWith("{") && !text.startsWith("[");
        return "The provider answered with status " + status + (useful ? ": " + text : ".");
    }
}
