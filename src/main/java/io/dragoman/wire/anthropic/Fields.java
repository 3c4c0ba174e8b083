package io.dragoman.wire.anthropic;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.JsonScan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An object that is put together from values that are JSON already, so that each keeps the bytes it was written in. */
final class Fields {
    static final Json NULL = Json.text("null");
    static final Json EMPTY_OBJECT = Json.text("{}");
    static final Json EMPTY_ARRAY = Json.text("[]");
    static final Json EMPTY_TEXT = Json.text("\"\"");

    private final Map<String, Json> values = new LinkedHashMap<>();

    /** Starts with the fields of this object. */
    static Fields of(JsonScan.Value object) {
        Fields fields = new Fields();
        fields.values.putAll(object.rawFields());
        return fields;
    }

    static Fields of(Json object) {
        return of(JsonScan.reply(object.toBytes()));
    }

    static Fields typed(String type) {
        return new Fields().put(Names.TYPE, type);
    }

    /** Adds a field at the end, or replaces it where it stands. */
    Fields put(String name, Json value) {
        values.put(name, value);
        return this;
    }

    Fields put(String name, String value) {
        return put(name, string(value));
    }

    Fields put(String name, long value) {
        return put(name, Json.of(LongNode.valueOf(value)));
    }

    Fields put(String name, boolean value) {
        return put(name, Json.of(BooleanNode.valueOf(value)));
    }

    Fields put(String name, Fields value) {
        return put(name, value.json());
    }

    Fields put(String name, Optional<Json> value) {
        value.ifPresent(given -> put(name, given));
        return this;
    }

    Fields drop(String name) {
        values.remove(name);
        return this;
    }

    Optional<Json> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    Json json() {
        byte[] bytes = toBytes();
        return Json.slice(bytes, 0, bytes.length);
    }

    byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        char before = '{';
        for (Map.Entry<String, Json> field : values.entrySet()) {
            out.write(before);
            write(out, string(field.getKey()));
            out.write(':');
            write(out, field.getValue());
            before = ',';
        }
        if (before == '{') {
            out.write('{');
        }
        out.write('}');
        return out.toByteArray();
    }

    static Json array(Collection<Json> elements) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        char before = '[';
        for (Json element : elements) {
            out.write(before);
            write(out, element);
            before = ',';
        }
        if (before == '[') {
            out.write('[');
        }
        out.write(']');
        byte[] bytes = out.toByteArray();
        return Json.slice(bytes, 0, bytes.length);
    }

    static Json string(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return Json.of(TextNode.valueOf(text));
            }
        }
        byte[] bytes = ('"' + text + '"').getBytes(StandardCharsets.US_ASCII);
        return Json.slice(bytes, 0, bytes.length);
    }

    private static void write(ByteArrayOutputStream out, Json value) {
        try {
            value.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
