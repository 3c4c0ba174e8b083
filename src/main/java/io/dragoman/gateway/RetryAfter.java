package io.dragoman.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.OptionalLong;

/** How long a provider asks to wait: retry-after-ms, or retry-after as seconds or a date. */
final class RetryAfter {
    private RetryAfter() {}

    /** @param headers names in lower case. @return never negative; empty when nothing readable is said */
    static OptionalLong millis(Map<String, String> headers) {
        try {
            String millis = headers.get("retry-after-ms");
            if (millis != null) {
                return OptionalLong.of(Math.max(0, (long) Double.parseDouble(millis.strip())));
            }
            String after = headers.get("retry-after");
            return after == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, of(after.strip())));
        } catch (NumberFormatException | DateTimeParseException e) {
            return OptionalLong.empty();
        }
    }

    private static long of(String text) {
        return text.isEmpty() || !Character.isDigit(text.charAt(0))
                ? Duration.between(Instant.now(), ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant()).toMillis()
                : (long) (Double.parseDouble(text) * 1000);
    }
}
