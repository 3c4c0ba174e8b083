package io.dragoman.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** One thing that happens to bytes on their way. @param at where, in thousandths of the length. @param length of the part that it happens to */
record Damage(Kind kind, int at, int length, String bytes) {
    enum Kind { LOST, TWICE, REPLACED, INSERTED, NEXT_VALUE }

    static Arbitrary<List<Damage>> some() {
        Arbitrary<String> bytes = Arbitraries.of("\u0000", "\"", "\\", "{", "}", "[", "]", ",", ":", "\n", "\r", "\n\n", "null", "-1", "1e999", "1e99999999999", "\\ud83d", "\uFEFF", "\uD83D\uDE00",
                "\u2028", "data: ", "event: error\n", "\"type\":\"error\",", "\"index\":7,", "\"error\":{},", "[[[[", "99999999999999999999", "true", "\"\"", "{}", "[]");
        return Combinators.combine(Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 999), Arbitraries.integers().between(1, 40), bytes).as(Damage::new)
                .list().ofMinSize(1).ofMaxSize(4);
    }

    byte[] to(byte[] given) {
        int from = kind == Kind.NEXT_VALUE ? value(given, (int) ((long) given.length * at / 1000)) : (int) ((long) given.length * at / 1000);
        int to = Math.min(given.length, from + (kind == Kind.NEXT_VALUE ? valueLength(given, from) : length));
        ByteArrayOutputStream out = new ByteArrayOutputStream(given.length + 64);
        out.write(given, 0, from);
        byte[] other = bytes.getBytes(StandardCharsets.UTF_8);
        switch (kind) {
            case LOST -> { }
            case TWICE -> {
                out.write(given, from, to - from);
                out.write(given, from, to - from);
            }
            case REPLACED, NEXT_VALUE -> out.writeBytes(other);
            case INSERTED -> {
                out.writeBytes(other);
                out.write(given, from, to - from);
            }
        }
        out.write(given, to, given.length - to);
        return out.toByteArray();
    }

    static byte[] all(byte[] given, List<Damage> damages) {
        byte[] damaged = given;
        for (Damage damage : damages) {
            damaged = damage.to(damaged);
        }
        return damaged;
    }

    /** Behind the next colon stands, in JSON, a value: to replace just that keeps the rest valid. */
    private static int value(byte[] given, int from) {
        int i = from;
        while (i < given.length && given[i] != ':') {
            i++;
        }
        return Math.min(given.length, i + 1);
    }

    private static int valueLength(byte[] given, int from) {
        int i = from;
        boolean quoted = i < given.length && given[i] == '"';
        i += quoted ? 1 : 0;
        while (i < given.length && (quoted ? given[i] != '"' : given[i] != ',' && given[i] != '}' && given[i] != '{' && given[i] != '[' && given[i] != '\n')) {
            i++;
        }
        return i - from + (quoted ? 1 : 0);
    }
}
