package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dragoman.conversation.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Puts values together as they are, without parsing them. */
final class JsonText {
    private JsonText() {}

    static Json string(String text) {
        try {
            return Json.text(Json.MAPPER.writeValueAsString(text));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Json array(List<Json> elements) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('[');
        for (int i = 0; i < elements.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            write(elements.get(i), out);
        }
        out.write(']');
        return whole(out);
    }

    static Json object(Map<String, Json> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('{');
        for (Map.Entry<String, Json> field : fields.entrySet()) {
            if (out.size() > 1) {
                out.write(',');
            }
            write(string(field.getKey()), out);
            out.write(':');
            write(field.getValue(), out);
        }
        out.write('}');
        return whole(out);
    }

    private static Json whole(ByteArrayOutputStream out) {
        return Json.slice(out.toByteArray(), 0, out.size());
    }

    private static void write(Json value, ByteArrayOutputStream out) {
        try {
            value.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
