package io.dragoman.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.http.ReplyHeaders;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failures of exchanges: found, and rid of secrets. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final String HIDDEN = "***";

    private Failures() {}

    /** Why this exchange fails. An exception that is no failure of the model is a fault of ours: it is logged, and the client learns nothing of it. */
    static Failure of(Exchange exchange) {
        return told(exchange).orElseGet(() -> {
            LOG.error("An exchange failed inside the gateway.", caught(exchange));
            return Failure.of(Failure.Kind.SERVER_ERROR, 500, "The gateway failed inside; its log tells more.");
        });
    }

    /** The same; empty when it is a fault of ours. */
    static Optional<Failure> told(Exchange exchange) {
        return told(caught(exchange));
    }

    static Optional<Failure> told(@Nullable Throwable fault) {
        for (Throwable each = fault; each != null; each = each.getCause()) {
            if (each instanceof DragomanException known) {
                return Optional.of(known.failure());
            }
            if (each instanceof UncheckedIOException unreadable && unreadable.getCause() instanceof JsonProcessingException) {
                // Replies are read elsewhere: these are bytes that the client sent, looked at only now.
                return Optional.of(Failure.of(Failure.Kind.INVALID_REQUEST, 400, "The request holds a value that cannot be read."));
            }
        }
        return Optional.empty();
    }

    private static @Nullable Exception caught(Exchange exchange) {
        return Optional.ofNullable(exchange.getException()).orElseGet(() -> exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
    }

    /** The same failure with everything a provider's headers may tell its client. @param headers names in lower case */
    static Failure withHeaders(Failure failure, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(ReplyHeaders.ofProvider(headers));
        all.putAll(failure.headers());
        return new Failure(failure.kind(), failure.status(), failure.type(), failure.code(), failure.message(), failure.param(), all, failure.raw());
    }

    /** What a client is told of a fault of ours. It is logged here. */
    static Failure fault(RuntimeException fault) {
        LOG.error("An exchange failed inside the gateway.", fault);
        return Failure.of(Failure.Kind.SERVER_ERROR, 500, "The gateway failed inside; its log tells more.");
    }

    /** The same failure, should a provider have repeated a credential in its error. */
    static Failure withoutSecret(Failure failure, Optional<String> secret) {
        if (secret.isEmpty() || secret.get().length() < 4) {
            return failure;
        }
        String hidden = secret.get();
        Optional<Raw> raw = failure.raw().map(r -> r.json().text().contains(hidden)
                ? new Raw(r.wire(), Json.text(r.json().text().replace(hidden, HIDDEN))) : r);
        String message = failure.message().replace(hidden, HIDDEN);
        boolean same = message.equals(failure.message()) && raw.equals(failure.raw());
        return same ? failure : new Failure(failure.kind(), failure.status(), failure.type(), failure.code(), message, failure.param(),
                failure.headers(), raw);
    }
}
