package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a token opened to: blocks, or a summary, or nothing.
 *
 * @param tooLarge it may be sound, but nobody looked, since it would take more room than is left
 */
record CarrierContent(Optional<Envelope> envelope, Optional<String> summary, boolean tooLarge) {
    static final CarrierContent UNREADABLE = new CarrierContent(Optional.empty(), Optional.empty(), false);
    static final CarrierContent TOO_LARGE = new CarrierContent(Optional.empty(), Optional.empty(), true);

    private static final int NESTING = 300;

    static CarrierContent read(byte[] json) {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
            CarrierContent content = parser.nextToken() == JsonToken.START_OBJECT ? fields(json, parser) : UNREADABLE;
            return parser.nextToken() == null ? content : UNREADABLE;
        } catch (IOException e) {
            return UNREADABLE;
        }
    }

    private static CarrierContent fields(byte[] json, JsonParser parser) throws IOException {
        Optional<String> issuer = Optional.empty();
        Optional<List<Json>> blocks = Optional.empty();
        Optional<String> summary = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("issuer") && value == JsonToken.VALUE_STRING) {
                issuer = Optional.of(parser.getText());
            } else if (name.equals("summary") && value == JsonToken.VALUE_STRING) {
                summary = Optional.of(parser.getText());
            } else if (name.equals("blocks") && value == JsonToken.START_ARRAY) {
                blocks = blocks(json, parser);
            } else {
                parser.skipChildren();
            }
        }
        if (summary.isPresent()) {
            return new CarrierContent(Optional.empty(), summary, false);
        }
        return issuer.isEmpty() || blocks.isEmpty() ? UNREADABLE
                : new CarrierContent(Optional.of(new Envelope(issuer.get(), blocks.get())), Optional.empty(), false);
    }

    /** Empty when one of them is no object. */
    private static Optional<List<Json>> blocks(byte[] json, JsonParser parser) throws IOException {
        List<Json> found = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            int from = (int) parser.currentTokenLocation().getByteOffset();
            // Other encodings than UTF-8 have no byte offsets.
            if (token != JsonToken.START_OBJECT || from < 0 || json[from] != '{') {
                return Optional.empty();
            }
            skip(parser);
            found.add(Json.slice(json, from, (int) parser.currentTokenLocation().getByteOffset() + 1));
        }
        return Optional.of(found);
    }

    private static void skip(JsonParser parser) throws IOException {
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw new IOException("cut off");
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth > NESTING) {
                throw new IOException("too deep");
            }
        }
    }
}
