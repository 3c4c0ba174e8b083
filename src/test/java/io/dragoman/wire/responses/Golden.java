package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Shapes of this wire as the vendor's types allow them. */
final class Golden {
    private Golden() {}

    static JsonNode responses(String name) {
        try (InputStream in = Golden.class.getResourceAsStream("/golden/responses/" + name + ".json")) {
            if (in == null) {
                throw new IllegalArgumentException("There is no golden " + name + ".");
            }
            return Json.MAPPER.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
