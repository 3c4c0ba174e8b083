package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.dragoman.conversation.Json;
import io.dragoman.wire.WholeCharacters;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Reads chunks and whole answers as their hosts spell them, in one pass: fields that are null, missing or of an odd type count as absent. */
final class ChunkReader {
    /** Reads one value in the middle of a document. */
    private static final ObjectReader TREES = Json.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private ChunkReader() {}

    /** @throws IOException when the text is no JSON object */
    static Chunk read(String text) throws IOException {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(text)) {
            return document(parser);
        }
    }

    /** @throws IOException when the bytes are no JSON object */
    static Chunk read(byte[] document) throws IOException {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(document)) {
            return document(parser);
        }
    }

    private static Chunk document(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("No JSON object.");
        }
        Chunk chunk = new Chunk();
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            parser.nextToken();
            field(field, parser, chunk);
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new IOException("Not one JSON object.");
        }
        return chunk;
    }

    private static void field(String name, JsonParser parser, Chunk chunk) throws IOException {
        switch (name) {
            case "id" -> chunk.id = word(parser);
            case "model" -> chunk.model = word(parser);
            case "error" -> chunk.error |= saysError(parser);
            case "object" -> chunk.error |= text(parser).equals("error");
            case "usage" -> tree(parser, JsonToken.START_OBJECT, node -> chunk.usage = Optional.of(node));
            case "choices" -> each(parser, () -> choice(parser, chunk));
            case "citations" -> each(parser, () -> chunk.sources.add(tree(parser)));
            default -> parser.skipChildren();
        }
    }

    /** An error is whatever is not plainly none: a text, an object. */
    private static boolean saysError(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        boolean says = token.isStructStart() || token == JsonToken.VALUE_STRING && !parser.getText().isEmpty();
        parser.skipChildren();
        return says;
    }

    private static void choice(JsonParser parser, Chunk chunk) throws IOException {
        Chunk.Choice choice = new Chunk.Choice();
        object(parser, field -> {
            switch (field) {
                case "index" -> choice.index = number(parser).orElse(0);
                case "delta", "message" -> object(parser, inner -> said(inner, parser, choice));
                case "finish_reason" -> {
                    choice.finish = text(parser);
                    choice.emptyFinish = parser.currentToken() == JsonToken.VALUE_STRING && choice.finish.isEmpty();
                }
                default -> parser.skipChildren();
            }
        });
        if (choice.index == 0) {
            chunk.choice = Optional.of(choice);
        }
    }

    private static void said(String name, JsonParser parser, Chunk.Choice choice) throws IOException {
        switch (name) {
            case "content" -> content(parser, choice);
            case "refusal" -> choice.refusal = text(parser);
            case "reasoning_content", "reasoning" -> {
                String reasoning = text(parser);
                // Some hosts say the same thing under both names.
                if (choice.reasoning.isEmpty() && !reasoning.isEmpty()) {
                    choice.reasoning = reasoning;
                    choice.reasoningField = name;
                }
            }
            case "reasoning_details" -> each(parser, () -> choice.reasoningDetails.add(tree(parser)));
            case "annotations" -> each(parser, () -> choice.annotations.add(tree(parser)));
            case "tool_calls" -> each(parser, () -> call(parser, choice.calls));
            case "function_call" -> {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    CallReading reading = new CallReading();
                    reading.index = OptionalInt.of(0);
                    object(parser, field -> reading.function(field, parser));
                    choice.calls.add(reading.piece());
                }
            }
            default -> parser.skipChildren();
        }
    }

    /** Text, or parts: text, and on some hosts reasoning made of texts. */
    private static void content(JsonParser parser, Chunk.Choice choice) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            choice.content = text(parser);
            return;
        }
        StringBuilder content = new StringBuilder();
        StringBuilder reasoning = new StringBuilder();
        each(parser, () -> {
            JsonNode part = tree(parser);
            content.append(part.path("text").asText(""));
            part.path("thinking").forEach(text -> reasoning.append(text.path("text").asText("")));
        });
        choice.content = content.toString();
        choice.reasoning += reasoning;
    }

    private static void call(JsonParser parser, List<Chunk.CallPiece> calls) throws IOException {
        CallReading reading = new CallReading();
        object(parser, field -> {
            switch (field) {
                case "index" -> reading.index = number(parser);
                case "id" -> reading.id = word(parser);
                case "function" -> object(parser, inner -> reading.function(inner, parser));
                case "custom" -> {
                    reading.custom = parser.currentToken() == JsonToken.START_OBJECT;
                    object(parser, inner -> reading.function(inner, parser));
                }
                default -> parser.skipChildren();
            }
        });
        calls.add(reading.piece());
    }

    private static final class CallReading {
        private OptionalInt index = OptionalInt.empty();
        private String id = "";
        private String name = "";
        private String arguments = "";
        private boolean custom;

        private void function(String field, JsonParser parser) throws IOException {
            switch (field) {
                case "name" -> name = word(parser);
                case "arguments", "input" -> arguments = textOrJson(parser);
                default -> parser.skipChildren();
            }
        }

        private Chunk.CallPiece piece() {
            return new Chunk.CallPiece(index, id, name, arguments, custom);
        }
    }

    private static String text(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        parser.skipChildren();
        return "";
    }

    /** A text that comes whole, unlike the pieces of content. */
    private static String word(JsonParser parser) throws IOException {
        return WholeCharacters.only(text(parser));
    }

    /** Arguments belong into a string; hosts also send the object itself. */
    private static String textOrJson(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_NULL -> "";
            default -> Json.of(tree(parser)).text();
        };
    }

    private static OptionalInt number(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return OptionalInt.of(parser.getIntValue());
        }
        String text = text(parser);
        return text.matches("[0-9]{1,6}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private static JsonNode tree(JsonParser parser) throws IOException {
        try {
            return TREES.readTree(parser);
        } catch (NumberFormatException e) {
            throw new JsonParseException(parser, "A number is out of range.", e);
        }
    }

    private static void tree(JsonParser parser, JsonToken kind, Consumer<JsonNode> then) throws IOException {
        if (parser.currentToken() == kind) {
            then.accept(tree(parser));
        } else {
            parser.skipChildren();
        }
    }

    private interface Field {
        void read(String name) throws IOException;
    }

    private interface Element {
        void read() throws IOException;
    }

    private static void object(JsonParser parser, Field reader) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            parser.nextToken();
            reader.read(field);
        }
    }

    private static void each(JsonParser parser, Element reader) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == null) {
                throw new IOException("The array does not end.");
            }
            reader.read();
        }
    }
}
