package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The {@code cache_control} of one object.
 *
 * @param hour it lives an hour rather than five minutes
 * @param from first byte of the field, with one of the commas beside it
 * @param to   the byte after it
 */
record CacheMark(boolean hour, int from, int to) {
    private static final String FIELD = "cache_control";

    /** Empty also when it is null. */
    static Optional<CacheMark> of(Json object) {
        if (!object.text().contains(FIELD)) {
            return Optional.empty();
        }
        byte[] bytes = object.toBytes();
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                int from = offset(parser);
                boolean mark = parser.currentName().equals(FIELD);
                if (parser.nextToken() == JsonToken.START_OBJECT && mark) {
                    boolean hour = lastsAnHour(parser);
                    int to = offset(parser) + 1;
                    return Optional.of(parser.nextToken() == JsonToken.FIELD_NAME ? new CacheMark(hour, from, offset(parser))
                            : new CacheMark(hour, commaBefore(bytes, from), to));
                }
                parser.skipChildren();
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The object it was found in, without it, and every other byte as it was. */
    Json cutFrom(Json object) {
        byte[] bytes = object.toBytes();
        byte[] cut = Arrays.copyOf(bytes, bytes.length - (to - from));
        System.arraycopy(bytes, to, cut, from, bytes.length - to);
        return Json.slice(cut, 0, cut.length);
    }

    private static boolean lastsAnHour(JsonParser parser) throws IOException {
        boolean hour = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean ttl = parser.currentName().equals("ttl");
            hour |= parser.nextToken() == JsonToken.VALUE_STRING && ttl && parser.getText().equals("1h");
            parser.skipChildren();
        }
        return hour;
    }

    /** The comma that parts this field from the one before it; the field itself when it is the first. */
    private static int commaBefore(byte[] bytes, int field) {
        int i = field - 1;
        while (bytes[i] <= ' ') {
            i--;
        }
        return bytes[i] == ',' ? i : field;
    }

    private static int offset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }
}
