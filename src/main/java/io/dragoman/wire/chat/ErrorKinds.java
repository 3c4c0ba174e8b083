package io.dragoman.wire.chat;

import io.dragoman.conversation.Failure.Kind;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** One table for errors of this wire: what a provider's words mean, and with which words a client is told. */
final class ErrorKinds {
    private static final Pattern OVERFLOW = Pattern.compile("maximum context length|context window|context length|prompt is too long"
            + "|too many (input )?tokens|input is too long|reduce the length of the messages");

    private ErrorKinds() {}

    /** @param status HTTP status or a number that stands for one; 0 when none was told */
    static Kind of(int status, String type, String code, String message) {
        String words = (type + " " + code).toLowerCase(Locale.ROOT);
        if (words.contains("context_length") || status < 500 && status != 429 && OVERFLOW.matcher(message.toLowerCase(Locale.ROOT)).find()) {
            return Kind.CONTEXT_OVERFLOW;
        }
        if (says(words, "insufficient_quota", "billing_hard_limit", "usage_limit", "quota_exceeded")) {
            return Kind.QUOTA;
        }
        if (says(words, "content_policy", "content_filter", "cyber_policy", "moderation")) {
            return Kind.POLICY;
        }
        if (says(words, "overloaded", "slow_down", "service_unavailable")) {
            return Kind.OVERLOADED;
        }
        return status >= 400 ? ofStatus(status) : ofWords(words);
    }

    private static Kind ofStatus(int status) {
        return switch (status) {
            case 400, 405, 406, 414, 415, 501 -> Kind.INVALID_REQUEST;
            case 401 -> Kind.AUTHENTICATION;
            case 402 -> Kind.BILLING;
            case 403, 451 -> Kind.PERMISSION;
            case 404, 410 -> Kind.NOT_FOUND;
            case 408, 504 -> Kind.TIMEOUT;
            case 409 -> Kind.CONFLICT;
            case 413 -> Kind.TOO_LARGE;
            case 422 -> Kind.UNPROCESSABLE;
            case 429 -> Kind.RATE_LIMITED;
            case 503, 529 -> Kind.OVERLOADED;
            default -> status >= 500 ? Kind.SERVER_ERROR : Kind.INVALID_REQUEST;
        };
    }

    private static Kind ofWords(String words) {
        if (says(words, "rate_limit", "too_many_requests")) {
            return Kind.RATE_LIMITED;
        }
        if (says(words, "invalid_api_key", "authentication")) {
            return Kind.AUTHENTICATION;
        }
        if (says(words, "permission")) {
            return Kind.PERMISSION;
        }
        if (says(words, "not_found")) {
            return Kind.NOT_FOUND;
        }
        if (says(words, "timeout")) {
            return Kind.TIMEOUT;
        }
        if (says(words, "server_error", "api_error", "internal")) {
            return Kind.SERVER_ERROR;
        }
        return says(words, "invalid") ? Kind.INVALID_REQUEST : Kind.SERVER_ERROR;
    }

    private static boolean says(String words, String... any) {
        for (String word : any) {
            if (words.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** The status of a failure that came without one. */
    static int status(Kind kind) {
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
            case TIMEOUT -> 504;
            case SERVER_ERROR -> 500;
            case UNREACHABLE, CUT, PROTOCOL -> 502;
            case CLIENT_GONE -> 499;
        };
    }

    static String type(Kind kind) {
        return switch (kind) {
            case INVALID_REQUEST, AUTHENTICATION, PERMISSION, NOT_FOUND, CONFLICT, TOO_LARGE, UNPROCESSABLE, CONTEXT_OVERFLOW, POLICY,
                    CLIENT_GONE -> "invalid_request_error";
            case BILLING, QUOTA -> "insufficient_quota";
            case RATE_LIMITED -> "rate_limit_exceeded";
            case OVERLOADED, SERVER_ERROR, TIMEOUT, UNREACHABLE, CUT, PROTOCOL -> "server_error";
        };
    }

    /** Codes that clients act on, whatever the provider called them. */
    static Optional<String> fixedCode(Kind kind) {
        return switch (kind) {
            case OVERLOADED -> Optional.of("server_is_overloaded");
            case CONTEXT_OVERFLOW -> Optional.of("context_length_exceeded");
            default -> Optional.empty();
        };
    }

    static Optional<String> code(Kind kind) {
        return switch (kind) {
            case AUTHENTICATION -> Optional.of("invalid_api_key");
            case BILLING, QUOTA -> Optional.of("insufficient_quota");
            case PERMISSION -> Optional.of("permission_denied");
            case RATE_LIMITED -> Optional.of("rate_limit_exceeded");
            case TOO_LARGE -> Optional.of("request_too_large");
            case TIMEOUT -> Optional.of("timeout");
            case SERVER_ERROR, UNREACHABLE, CUT, PROTOCOL -> Optional.of("server_error");
            case INVALID_REQUEST, NOT_FOUND, CONFLICT, UNPROCESSABLE, POLICY, OVERLOADED, CONTEXT_OVERFLOW, CLIENT_GONE -> Optional.empty();
        };
    }
}
