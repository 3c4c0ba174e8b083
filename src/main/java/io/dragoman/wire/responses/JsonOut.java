package io.dragoman.wire.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import io.dragoman.conversation.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes JSON straight to bytes, parts that are bytes already among it. */
final class JsonOut {
    /** Writes fields of the object that is open. */
    @FunctionalInterface
    interface Fields {
        void write(JsonOut out) throws IOException;
    }

    private final ByteArrayOutputStream bytes;
    private final JsonGenerator json;

    private JsonOut(ByteArrayOutputStream bytes, JsonGenerator json) {
        this.bytes = bytes;
        this.json = json;
    }

    static void object(ByteArrayOutputStream bytes, Fields fields) {
        try (JsonGenerator json = Json.MAPPER.getFactory().createGenerator(bytes)) {
            json.writeStartObject();
            fields.write(new JsonOut(bytes, json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] object(Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        object(bytes, fields);
        return bytes.toByteArray();
    }

    JsonGenerator json() {
        return json;
    }

    JsonOut text(String name, String value) throws IOException {
        json.writeStringField(name, whole(value));
        return this;
    }

    JsonOut number(String name, long value) throws IOException {
        json.writeNumberField(name, value);
        return this;
    }

    JsonOut empty(String name) throws IOException {
        json.writeNullField(name);
        return this;
    }

    /** A field whose value is there already. */
    JsonOut raw(String name, byte[] value) throws IOException {
        json.writeFieldName(name);
        element(value);
        return this;
    }

    JsonOut list(String name, Iterable<byte[]> elements) throws IOException {
        json.writeArrayFieldStart(name);
        for (byte[] element : elements) {
            element(element);
        }
        json.writeEndArray();
        return this;
    }

    private void element(byte[] value) throws IOException {
        // The generator only puts the comma or colon; the bytes go past it.
        json.writeRawValue("");
        json.flush();
        bytes.writeBytes(value);
    }

    /** No UTF-8 holds half a character; names and ids of a provider may be anything. */
    private static String whole(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return value;
    }
}
