package io.dragoman.wire;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An index of the tokens of one JSON document, made in one pass over its bytes. {@link Value}s are views into it: a part of a request
 * can be looked at, or taken out as the {@link Json} it was written as, without a tree of the whole.
 *
 * <p>The whole document is checked while it is indexed. What is not one JSON value in well-formed UTF-8, half of a surrogate pair, a key
 * that stands twice in one object and nesting beyond the limit are a failure with status 400 that names the place.
 */
public final class JsonScan {
    /** What a value is. */
    public enum Kind { OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE, NULL }

    private static final Kind[] KINDS = Kind.values();

    private JsonScan() {}

    /**
     * Indexes a document of any kind.
     *
     * @param body    must not be changed afterwards
     * @param nesting deepest nesting of objects and arrays
     * @throws DragomanException with status 400 when it is no JSON document or too deep
     */
    public static Value document(byte[] body, int nesting) {
        JsonTokens tokens = new JsonTokens(body, nesting);
        tokens.check();
        return new Value(tokens, 0);
    }

    /**
     * Indexes what a provider sent: halves of surrogate pairs, keys that stand twice and any nesting are let through, since its stream
     * may cut a pair and nobody else reads these bytes.
     *
     * @throws DragomanException when it is no JSON document
     */
    public static Value reply(byte[] body) {
        JsonTokens tokens = new JsonTokens(body, Integer.MAX_VALUE);
        tokens.parse(false);
        return new Value(tokens, 0);
    }

    /** Indexes a document that must be an object. @throws DragomanException as {@link #document} */
    public static Value object(byte[] body, int nesting) {
        Value value = document(body, nesting);
        if (value.kind() != Kind.OBJECT) {
            throw Failure.invalid("The request body must be a JSON object.", "").exception();
        }
        return value;
    }

    /** One value of the document. */
    public static final class Value {
        private final JsonTokens tokens;
        private final int index;

        private Value(JsonTokens tokens, int index) {
            this.tokens = tokens;
            this.index = index;
        }

        public Kind kind() {
            return KINDS[tokens.kind(index)];
        }

        public boolean is(Kind kind) {
            return tokens.kind(index) == kind.ordinal();
        }

        /** The value as it was written: a view of the document's bytes. */
        public Json json() {
            return Json.slice(tokens.bytes(), tokens.start(index), tokens.end(index));
        }

        /** The bytes of the whole document, with all that stands around its value. */
        public Json document() {
            return Json.slice(tokens.bytes(), 0, tokens.bytes().length);
        }

        /** Where it stands, such as {@code messages.0.content}; empty for the document itself. */
        public String path() {
            return tokens.pathOf(index);
        }

        /** Fields of an object, in the order in which they were written. Empty for anything else. */
        public Map<String, Value> fields() {
            Map<String, Value> found = new LinkedHashMap<>();
            if (is(Kind.OBJECT)) {
                for (int i = index + 1; i < tokens.next(index); i = tokens.next(i)) {
                    found.put(tokens.name(i), new Value(tokens, i));
                }
            }
            return found;
        }

        /** Fields of an object as they were written, in their order: what {@link io.dragoman.conversation.Origin} keeps. */
        public Map<String, Json> rawFields() {
            Map<String, Json> found = new LinkedHashMap<>();
            fields().forEach((name, value) -> found.put(name, value.json()));
            return found;
        }

        /** Elements of an array, in order. Empty for anything else. */
        public List<Value> elements() {
            List<Value> found = new ArrayList<>();
            if (is(Kind.ARRAY)) {
                for (int i = index + 1; i < tokens.next(index); i = tokens.next(i)) {
                    found.add(new Value(tokens, i));
                }
            }
            return found;
        }

        /** A field of an object, also when it is null. */
        public Optional<Value> field(String name) {
            if (is(Kind.OBJECT)) {
                for (int i = index + 1; i < tokens.next(index); i = tokens.next(i)) {
                    if (tokens.name(i).equals(name)) {
                        return Optional.of(new Value(tokens, i));
                    }
                }
            }
            return Optional.empty();
        }

        /** A field that is there and not null. */
        public Optional<Value> given(String name) {
            return field(name).filter(value -> !value.is(Kind.NULL));
        }

        /** A field that must be there. @throws DragomanException with status 400 when it is absent or null */
        public Value required(String name) {
            return given(name).orElseThrow(() -> {
                String path = JsonTokens.join(path(), name);
                return Failure.invalid(path + ": Field required.", path).exception();
            });
        }

        /** The text of a string. @throws DragomanException with status 400 when it is none */
        public String string() {
            if (!is(Kind.STRING)) {
                throw invalid("must be a string");
            }
            byte[] bytes = tokens.bytes();
            int from = tokens.start(index) + 1;
            int to = tokens.end(index) - 1;
            for (int i = from; i < to; i++) {
                if (bytes[i] == '\\') {
                    return Utf8Text.unescape(bytes, from, to);
                }
            }
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }

        /** The text of a field that is a string; a field of another kind counts as absent. */
        public Optional<String> text(String name) {
            return field(name).filter(value -> value.is(Kind.STRING)).map(Value::string);
        }

        /** True for true. @throws DragomanException with status 400 when it is neither true nor false */
        public boolean bool() {
            if (!is(Kind.TRUE) && !is(Kind.FALSE)) {
                throw invalid("must be true or false");
            }
            return is(Kind.TRUE);
        }

        /** A whole number that fits; empty for anything else. */
        public OptionalLong whole() {
            if (is(Kind.NUMBER)) {
                try {
                    return OptionalLong.of(Long.parseLong(json().text()));
                } catch (NumberFormatException e) {
                    return OptionalLong.empty();
                }
            }
            return OptionalLong.empty();
        }

        /** This value if it is of that kind. @throws DragomanException with status 400 when it is not */
        public Value require(Kind kind) {
            if (!is(kind)) {
                throw invalid(switch (kind) {
                    case OBJECT -> "must be an object";
                    case ARRAY -> "must be an array";
                    case STRING -> "must be a string";
                    case NUMBER -> "must be a number";
                    case TRUE, FALSE -> "must be true or false";
                    case NULL -> "must be null";
                });
            }
            return this;
        }

        /** A failure with status 400 that names this value. @param problem goes on after the name: {@code must be a string} */
        public DragomanException invalid(String problem) {
            String path = path();
            return Failure.invalid((path.isEmpty() ? "The request body" : path + ":") + " " + problem + ".", path).exception();
        }
    }
}
