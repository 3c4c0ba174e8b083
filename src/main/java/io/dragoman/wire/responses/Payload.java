package io.dragoman.wire.responses;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.util.Optional;

/**
 * Top-level fields of one event's JSON, as far as this wire needs them. Objects stay the text they were written in, so that a delta
 * costs no tree and an item keeps its bytes.
 */
final class Payload {
    /** Names are not interned: they come from outside. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).maxNestingDepth(2_000)
                    .maxNumberLength(10_000).maxNameLength(1_000_000).build())
            .build();
    private static final int ABSENT = -1;

    private final String data;
    private String type = "";
    private String itemId = "";
    private String delta = "";
    private String text = "";
    private String message = "";
    private int outputIndex = ABSENT;
    private int contentIndex = ABSENT;
    private long sequence = ABSENT;
    private Optional<Json> response = Optional.empty();
    private Optional<Json> item = Optional.empty();
    private Optional<Json> part = Optional.empty();
    private Optional<Json> annotation = Optional.empty();
    private Optional<Json> error = Optional.empty();

    private Payload(String data) {
        this.data = data;
    }

    /** @return empty when the data is no JSON object */
    static Optional<Payload> read(String data) {
        Payload payload = new Payload(data);
        try (JsonParser parser = FACTORY.createParser(data)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                payload.field(name, parser.nextToken(), parser);
            }
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null ? Optional.of(payload) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void field(String name, JsonToken value, JsonParser parser) throws IOException {
        switch (name) {
            case "type" -> type = string(value, parser, type);
            case "item_id" -> itemId = string(value, parser, itemId);
            case "delta" -> delta = string(value, parser, delta);
            // One event has one of them: what a part or a call amounts to when it is done.
            case "text", "arguments", "input", "refusal" -> text = string(value, parser, text);
            case "message" -> message = string(value, parser, message);
            case "output_index" -> outputIndex = index(value, parser);
            case "content_index", "summary_index" -> contentIndex = index(value, parser);
            case "sequence_number" -> sequence = index(value, parser);
            case "response" -> response = object(value, parser);
            case "item" -> item = object(value, parser);
            case "part" -> part = object(value, parser);
            case "annotation" -> annotation = object(value, parser);
            case "error" -> error = value == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(any(parser));
            default -> parser.skipChildren();
        }
    }

    private static String string(JsonToken value, JsonParser parser, String otherwise) throws IOException {
        if (value == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        parser.skipChildren();
        return otherwise;
    }

    /** What is no index (negative, fraction, text, beyond all sense) counts as absent. */
    private static int index(JsonToken value, JsonParser parser) throws IOException {
        if (value == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == JsonParser.NumberType.INT && parser.getIntValue() >= 0) {
            return parser.getIntValue();
        }
        parser.skipChildren();
        return ABSENT;
    }

    private Optional<Json> object(JsonToken value, JsonParser parser) throws IOException {
        if (value == JsonToken.START_OBJECT) {
            return Optional.of(any(parser));
        }
        parser.skipChildren();
        return Optional.empty();
    }

    private Json any(JsonParser parser) throws IOException {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        if (parser.currentToken().isStructEnd()) {
            return Json.text(data.substring(from, (int) parser.currentTokenLocation().getCharOffset() + 1));
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return Json.of(Json.MAPPER.getNodeFactory().textNode(parser.getText()));
        }
        return Json.text(parser.getText());
    }

    /** The event's type, empty when the payload names none. */
    String type() {
        return type;
    }

    /** Empty when absent. */
    String itemId() {
        return itemId;
    }

    String delta() {
        return delta;
    }

    /** Value of {@code text}, {@code arguments}, {@code input} or {@code refusal}; empty when absent. */
    String text() {
        return text;
    }

    String message() {
        return message;
    }

    boolean hasOutputIndex() {
        return outputIndex != ABSENT;
    }

    int outputIndex() {
        return outputIndex;
    }

    /** Index of the content or summary part; 0 when absent. */
    int partIndex() {
        return Math.max(contentIndex, 0);
    }

    boolean hasSequence() {
        return sequence != ABSENT;
    }

    long sequence() {
        return sequence;
    }

    Optional<Json> response() {
        return response;
    }

    Optional<Json> item() {
        return item;
    }

    Optional<Json> part() {
        return part;
    }

    Optional<Json> annotation() {
        return annotation;
    }

    Optional<Json> error() {
        return error;
    }

    /** The whole payload as it came. */
    Json whole() {
        return Json.text(data);
    }
}
