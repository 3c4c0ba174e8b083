package io.dragoman.wire.responses;

import io.dragoman.conversation.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Puts values together without parsing them. */
final class JsonText {
    private JsonText() {}

    static Json array(List<Json> elements) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '[';
        for (Json element : elements) {
            out.write(before);
            write(element, out);
            before = ',';
        }
        if (elements.isEmpty()) {
            out.write('[');
        }
        out.write(']');
        return whole(out);
    }

    static Json object(Map<String, Json> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '{';
        for (Map.Entry<String, Json> field : fields.entrySet()) {
            out.write(before);
            write(SettingsWriter.string(field.getKey()), out);
            out.write(':');
            write(field.getValue(), out);
            before = ',';
        }
        if (fields.isEmpty()) {
            out.write('{');
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
