package io.dragoman.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.JsonScan.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens of one document in parallel arrays, in the order in which they stand: an object or array is followed by what it holds.
 * Filled once, by {@link #check} or {@link #parse}; read by the views of {@link JsonScan}.
 */
final class JsonTokens {
    /** Names are not interned: they are the client's, and without end. Lengths are bounded by the body limit. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(10_000).maxNameLength(1_000_000).build())
            .build();
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

    JsonTokens(byte[] bytes, int nesting) {
        this.bytes = bytes;
        this.nesting = nesting;
        int expected = Math.min(64, bytes.length / 8 + 4);
        kinds = new byte[expected];
        starts = new int[expected];
        ends = new int[expected];
        nexts = new int[expected];
        names = new String[expected];
    }

    /** Fills the index, and refuses what a parser lets through. */
    void check() {
        int broken = Utf8Text.firstFault(bytes);
        if (broken >= 0) {
            throw fault(broken, Utf8Text.describe(bytes, broken));
        }
        parse(true);
    }

    void parse(boolean keysOnce) {
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

    byte[] bytes() {
        return bytes;
    }

    int kind(int index) {
        return kinds[index];
    }

    int start(int index) {
        return starts[index];
    }

    String name(int index) {
        return names[index];
    }

    /** Index of the token after this value and all in it. */
    int next(int index) {
        return nexts[index];
    }

    /** Offset after the last byte of this value. */
    int end(int index) {
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
        JsonTokens before = new JsonTokens(Arrays.copyOf(bytes, offset), Integer.MAX_VALUE);
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

    /** Where this value stands, such as {@code messages.0.content}; empty for the document itself. */
    String pathOf(int index) {
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

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
