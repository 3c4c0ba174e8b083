package io.dragoman.conversation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Why there is no answer, or no whole one.
 *
 * @param kind    what it means for retrying and failing over
 * @param status  HTTP status to answer with as long as no head was sent; the provider's own where there was one
 * @param type    the provider's error type, when it gave one
 * @param code    the provider's error code, when it gave one
 * @param message one sentence; the provider's own text where it gave one, secrets removed
 * @param param   the field that is wrong, when known
 * @param headers provider headers that belong to the error: retry-after, retry-after-ms, x-should-retry, request ids
 * @param raw     the provider's whole error body, for a client of the same wire
 */
public record Failure(Kind kind, int status, Optional<String> type, Optional<String> code, String message, Optional<String> param,
        Map<String, String> headers, Optional<Raw> raw) {
    /** What went wrong, as far as a decision depends on it. */
    public enum Kind {
        INVALID_REQUEST, AUTHENTICATION, BILLING, PERMISSION, NOT_FOUND, CONFLICT, TOO_LARGE, UNPROCESSABLE, CONTEXT_OVERFLOW, POLICY,
        RATE_LIMITED, QUOTA, OVERLOADED, SERVER_ERROR, TIMEOUT,
        /** No connection, or it broke before the head. */
        UNREACHABLE,
        /** The stream ended inside the answer. */
        CUT,
        /** The provider broke the rules of its wire. */
        PROTOCOL,
        /** The client went away. */
        CLIENT_GONE
    }

    public Failure {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A failure without a provider's error body. */
    public Failure(Kind kind, int status, Optional<String> type, Optional<String> code, String message, Optional<String> param,
            Map<String, String> headers) {
        this(kind, status, type, code, message, param, headers, Optional.empty());
    }

    /** The same failure together with the error body it was read from. */
    public Failure withRaw(Raw body) {
        return new Failure(kind, status, type, code, message, param, headers, Optional.of(body));
    }

    public static Failure of(Kind kind, int status, String message) {
        return new Failure(kind, status, Optional.empty(), Optional.empty(), message, Optional.empty(), Map.of());
    }

    public static Failure invalid(String message, String param) {
        return new Failure(Kind.INVALID_REQUEST, 400, Optional.empty(), Optional.empty(), message, Optional.of(param), Map.of());
    }

    /** A provider that broke its wire's rules. */
    public static Failure protocol(String message) {
        return of(Kind.PROTOCOL, 502, message);
    }

    public static Failure cut(String message) {
        return of(Kind.CUT, 502, message);
    }

    public DragomanException exception() {
        return new DragomanException(this);
    }
}
