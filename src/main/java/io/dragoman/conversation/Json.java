package io.dragoman.conversation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON value as the UTF-8 text it was written in: number spelling, escapes and key order are kept.
 *
 * <p>It is a view of a shared byte array that nobody may change. The tree is made when somebody asks for it and kept
 * afterwards; trees handed out must not be changed either. Two values are equal when their bytes are.
 */
public final class Json {
    /** Mapper of the whole project: exact numbers, no limits on text length (body and event limits bound it earlier). */
    public static final JsonMapper MAPPER = mapper();

    private final byte[] bytes;
    private final int from;
    private final int to;
    private volatile JsonNode tree;

    private Json(byte[] bytes, int from, int to, JsonNode tree) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.tree = tree;
    }

    /** The JSON value that stands at {@code from} (inclusive) to {@code to} (exclusive); the bytes are trusted to be one value. */
    public static Json slice(byte[] bytes, int from, int to) {
        return new Json(bytes, from, to, null);
    }

    public static Json of(JsonNode tree) {
        try {
            byte[] bytes = written(tree);
            return new Json(bytes, 0, bytes.length, tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A JSON tree could not be written.", e);
        }
    }

    /** Half of a surrogate pair, which providers do send, has no UTF-8; as an escape it can be written. */
    private static byte[] written(JsonNode tree) throws JsonProcessingException {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            return MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsBytes(tree);
        }
    }

    /** Text that is trusted to be one JSON value; it is not parsed here. */
    public static Json text(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new Json(bytes, 0, bytes.length, null);
    }

    /** True when this is a view of bytes that the other one shows too. */
    public boolean isPartOf(Json outer) {
        return bytes == outer.bytes && from >= outer.from && to <= outer.to;
    }

    /** Where this part begins, counted from the beginning of the other one. */
    public int offsetIn(Json outer) {
        if (!isPartOf(outer)) {
            throw new IllegalArgumentException("This value is no part of that one.");
        }
        return from - outer.from;
    }

    /** The parsed tree. @throws UncheckedIOException when the bytes are no JSON after all, or hold a number that is out of range */
    public JsonNode tree() {
        JsonNode known = tree;
        if (known == null) {
            try {
                known = MAPPER.readTree(bytes, from, to - from);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            tree = known;
        }
        return known;
    }

    /** Length in bytes of the UTF-8 text. */
    public int length() {
        return to - from;
    }

    /** How often these ASCII characters stand in the text, without parsing it. */
    public int occurrences(String ascii) {
        byte[] sought = ascii.getBytes(StandardCharsets.US_ASCII);
        int found = 0;
        for (int i = from; i <= to - sought.length; i++) {
            if (bytes[i] == sought[0] && Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
                found++;
            }
        }
        return found;
    }

    public String text() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, from, to - from);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Json that && Arrays.equals(bytes, from, to, that.bytes, that.from, that.to);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Says how long it is, never what it holds: values end up in logs. */
    @Override
    public String toString() {
        return "Json[" + length() + " bytes]";
    }

    private static JsonMapper mapper() {
        JsonMapper mapper = new JsonMapper.Builder(new Mapper())
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
                .build();
        mapper.getFactory().setStreamReadConstraints(StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE).maxNumberLength(10_000).maxNestingDepth(5_000).maxNameLength(1_000_000).build());
        return mapper;
    }

    /** A number can be good JSON and still beyond anything that counts. */
    private static final class Mapper extends JsonMapper {
        private static final long serialVersionUID = 1L;

        @Override
        protected JsonNode _readTreeAndClose(JsonParser parser) throws IOException {
            try {
                return super._readTreeAndClose(parser);
            } catch (NumberFormatException e) {
                throw new JsonParseException(parser, "A number is out of range.", e);
            }
        }
    }
}
