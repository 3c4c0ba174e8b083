package io.dragoman.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

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

    /** Names are not interned: they are the client's, and without end. Lengths are bounded by the body limit. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(10_000).maxNameLength(1_000_000).build())
            .build();
    private static final Kind[] KINDS = Kind.values();
    private static final int KEYS_COMPARED_ONE_BY_ONE = 24;

    private final byte[] bytes;
    private final int nesting;
    private int size;
    private byte[] kinds;
    private int[] starts;
    /** End of an object or array; strings, numbers and literals are measured when asked for. */
    private int[] ends;
    /** Index of the token after this value and all in it. */
    private int[] nexts;
    private String[] names;

    private JsonScan(byte[] bytes, int nesting) {
        this.bytes = bytes;
        this.nesting = nesting;
        int expected = Math.min(64, bytes.length / 8 + 4);
        kinds = new byte[expected];
        starts = new int[expected];
        ends = new int[expected];
        nexts = new int[expected];
        names = new String[expected];
    }

    /**
     * Indexes a document of any kind.
     *
     * @param body    must not be changed afterwards
     * @param nesting deepest nesting of objects and arrays
     * @throws DragomanException with status 400 when it is no JSON document or too deep
     */
    public static Value document(byte[] body, int nesting) {
        JsonScan scan = new JsonScan(body, nesting);
        scan.run();
        return scan.new Value(0);
    }

    /**
     * Indexes what a provider sent: halves of surrogate pairs, keys that stand twice and any nesting are let through, since its stream
     * may cut a pair and nobody else reads these bytes.
     *
     * @throws DragomanException when it is no JSON document
     */
    public static Value reply(byte[] body) {
        JsonScan scan = new JsonScan(body, Integer.MAX_VALUE);
        scan.parse(false);
        return scan.new Value(0);
    }

    /** Indexes a document that must be an object. @throws DragomanException as {@link #document} */
    public static Value object(byte[] body, int nesting) {
        Value value = document(body, nesting);
        if (value.kind() != Kind.OBJECT) {
            throw Failure.invalid("The request body must be a JSON object.", "").exception();
        }
        return value;
    }

    private void run() {
        int broken = Utf8Text.firstFault(bytes);
        if (broken >= 0) {
            throw fault(broken, Utf8Text.describe(bytes, broken));
        }
        parse(true);
    }

    private void parse(boolean keysOnce) {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            index(parser, keysOnce);
        } catch (IOException e) {
            // The parser's own message quotes the client's bytes.
            throw size == 0 ? Failure.invalid("The request body is not valid JSON.", "").exception()
                    : fault(starts[size - 1], "is not valid JSON from here on");
        }
    }

    private void index(JsonParser parser, boolean keysOnce) throws IOException {
        int[] open = new int[16];
        List<Optional<Set<String>>> keys = new ArrayList<>();
        int depth = 0;
        String name = "";
        do {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw Failure.invalid("The request body is empty.", "").exception();
            }
            switch (token) {
                case FIELD_NAME -> {
                    name = parser.currentName();
                    if (keysOnce) {
                        checkTwice(open[depth - 1], keys, depth, name);
                    }
                }
                case END_OBJECT, END_ARRAY -> {
                    depth--;
                    keys.remove(depth);
                    ends[open[depth]] = at(parser) + 1;
                    nexts[open[depth]] = size;
                    name = "";
                }
                default -> {
                    int here = add(kind(token), at(parser), name);
                    name = "";
                    if (token.isStructStart()) {
                        if (depth == nesting) {
                            throw fault(starts[here], "is nested deeper than " + nesting + " levels (dragoman.limit.nesting)");
                        }
                        if (depth == open.length) {
                            open = Arrays.copyOf(open, depth * 2);
                        }
                        open[depth++] = here;
                        keys.add(Optional.empty());
                    }
                }
            }
        } while (depth > 0);
        if (parser.nextToken() != null) {
            throw Failure.invalid("The request body goes on after its JSON value.", "").exception();
        }
    }

    private void checkTwice(int object, List<Optional<Set<String>>> keys, int depth, String name) {
        Optional<Set<String>> seen = keys.get(depth - 1);
        boolean twice = false;
        if (seen.isPresent()) {
            twice = !seen.get().add(name);
        } else {
            int count = 0;
            for (int i = object + 1; i < size; i = nexts[i]) {
                twice |= names[i].equals(name);
                count++;
            }
            if (count == KEYS_COMPARED_ONE_BY_ONE) {
                keys.set(depth - 1, Optional.of(namesIn(object, name)));
            }
        }
        if (twice) {
            String path = join(pathOf(object), name);
            throw Failure.invalid(path + ": this key stands twice in its object.", path).exception();
        }
    }

    private Set<String> namesIn(int object, String last) {
        Set<String> found = new HashSet<>();
        for (int i = object + 1; i < size; i = nexts[i]) {
            found.add(names[i]);
        }
        found.add(last);
        return found;
    }

    private static int at(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    private int add(Kind kind, int start, String name) {
        if (size == starts.length) {
            int larger = size * 2;
            kinds = Arrays.copyOf(kinds, larger);
            starts = Arrays.copyOf(starts, larger);
            ends = Arrays.copyOf(ends, larger);
            nexts = Arrays.copyOf(nexts, larger);
            names = Arrays.copyOf(names, larger);
        }
        kinds[size] = (byte) kind.ordinal();
        starts[size] = start;
        // Until its end is seen, an object or array reaches to the end of what is known.
        ends[size] = kind.ordinal() <= Kind.ARRAY.ordinal() ? bytes.length : -1;
        nexts[size] = kind.ordinal() <= Kind.ARRAY.ordinal() ? Integer.MAX_VALUE : size + 1;
        names[size] = name;
        return size++;
    }

    private static Kind kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> Kind.OBJECT;
            case START_ARRAY -> Kind.ARRAY;
            case VALUE_STRING -> Kind.STRING;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Kind.NUMBER;
            case VALUE_TRUE -> Kind.TRUE;
            case VALUE_FALSE -> Kind.FALSE;
            case VALUE_NULL -> Kind.NULL;
            default -> throw new IllegalStateException("A JSON parser over bytes gave " + token + ".");
        };
    }

    private int end(int index) {
        if (ends[index] < 0) {
            ends[index] = kinds[index] == Kind.STRING.ordinal() ? endOfString(starts[index]) : endOfWord(starts[index]);
        }
        return ends[index];
    }

    private int endOfString(int start) {
        int i = start + 1;
        while (bytes[i] != '"') {
            i += bytes[i] == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    private int endOfWord(int start) {
        int i = start;
        while (i < bytes.length && bytes[i] > ' ' && bytes[i] != ',' && bytes[i] != ']' && bytes[i] != '}') {
            i++;
        }
        return i;
    }

    /** A failure at a byte that the index may not have reached yet. */
    private DragomanException fault(int offset, String problem) {
        if (size == 0) {
            indexUpTo(offset);
        }
        String path = size == 0 ? "" : pathOf(lastBefore(offset));
        return Failure.invalid((path.isEmpty() ? "The request body" : path + ":") + " " + problem + ".", path).exception();
    }

    /** Only to name the place of a fault: the bytes before it are indexed, and what is wrong with them is not asked again. */
    private void indexUpTo(int offset) {
        JsonScan before = new JsonScan(Arrays.copyOf(bytes, offset), Integer.MAX_VALUE);
        try (JsonParser parser = FACTORY.createParser(before.bytes)) {
            before.index(parser, false);
        } catch (IOException | DragomanException e) {
            // Cut off on purpose: it cannot end well.
            kinds = before.kinds;
            starts = before.starts;
            ends = before.ends;
            nexts = before.nexts;
            names = before.names;
            size = before.size;
        }
    }

    private int lastBefore(int offset) {
        int last = 0;
        for (int i = 0; i < size && starts[i] <= offset; i++) {
            last = i;
        }
        return last;
    }

    private String pathOf(int index) {
        String path = "";
        int at = 0;
        while (at != index) {
            int child = at + 1;
            int number = 0;
            while (nexts[child] <= index) {
                child = nexts[child];
                number++;
            }
            path = join(path, kinds[at] == Kind.ARRAY.ordinal() ? Integer.toString(number) : names[child]);
            at = child;
        }
        return path;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** One value of the document. */
    public final class Value {
        private final int index;

        private Value(int index) {
            this.index = index;
        }

        public Kind kind() {
            return KINDS[kinds[index]];
        }

        public boolean is(Kind kind) {
            return kinds[index] == kind.ordinal();
        }

        /** The value as it was written: a view of the document's bytes. */
        public Json json() {
            return Json.slice(bytes, starts[index], end(index));
        }

        /** The bytes of the whole document, with all that stands around its value. */
        public Json document() {
            return Json.slice(bytes, 0, bytes.length);
        }

        /** Where it stands, such as {@code messages.0.content}; empty for the document itself. */
        public String path() {
            return pathOf(index);
        }

        /** Fields of an object, in the order in which they were written. Empty for anything else. */
        public Map<String, Value> fields() {
            Map<String, Value> found = new LinkedHashMap<>();
            if (is(Kind.OBJECT)) {
                for (int i = index + 1; i < nexts[index]; i = nexts[i]) {
                    found.put(names[i], new Value(i));
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
                for (int i = index + 1; i < nexts[index]; i = nexts[i]) {
                    found.add(new Value(i));
                }
            }
            return found;
        }

        /** A field of an object, also when it is null. */
        public Optional<Value> field(String name) {
            if (is(Kind.OBJECT)) {
                for (int i = index + 1; i < nexts[index]; i = nexts[i]) {
                    if (names[i].equals(name)) {
                        return Optional.of(new Value(i));
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
                String path = join(path(), name);
                return Failure.invalid(path + ": Field required.", path).exception();
            });
        }

        /** The text of a string. @throws DragomanException with status 400 when it is none */
        public String string() {
            if (!is(Kind.STRING)) {
                throw invalid("must be a string");
            }
            int from = starts[index] + 1;
            int to = end(index) - 1;
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
