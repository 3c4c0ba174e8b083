package io.dragoman.wire;

import java.nio.charset.StandardCharsets;

/** Checks what JSON parsers let through, ill-formed UTF-8 and escapes that name half of a surrogate pair, and resolves escapes. */
final class Utf8Text {
    private Utf8Text() {}

    /** Offset of the first byte that is wrong in a JSON text, or -1. */
    static int firstFault(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            byte b = bytes[i];
            int length = 1;
            if (b == '\\') {
                length = escape(bytes, i);
            } else if (b < 0) {
                length = sequence(bytes, i);
            } else if (b == 0) {
                // No JSON holds it raw, and a parser would take the text for UTF-16.
                return i;
            }
            if (length == 0) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    static String describe(byte[] bytes, int offset) {
        return bytes[offset] == '\\' ? "holds half of a surrogate pair" : "is not well-formed UTF-8";
    }

    /** Length of the escape at this offset, two escapes for a surrogate pair; 0 for half a pair. What else is wrong is for the parser. */
    private static int escape(byte[] bytes, int at) {
        int unit = unit(bytes, at);
        if (unit < 0 || !Character.isSurrogate((char) unit)) {
            return 2;
        }
        int low = unit(bytes, at + 6);
        return Character.isHighSurrogate((char) unit) && low >= 0 && Character.isLowSurrogate((char) low) ? 12 : 0;
    }

    /** The code unit that an escape names, or -1 when there is no such escape here. */
    private static int unit(byte[] bytes, int at) {
        if (at + 6 > bytes.length || bytes[at] != '\\' || bytes[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /** Length of the sequence at this offset, 0 when it is ill-formed (Unicode, table 3-7). */
    private static int sequence(byte[] bytes, int at) {
        int first = bytes[at] & 0xFF;
        if (first >= 0xC2 && first <= 0xDF) {
            return tail(bytes, at + 1, 0x80, 0xBF) ? 2 : 0;
        }
        if (first >= 0xE0 && first <= 0xEF) {
            return tail(bytes, at + 1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && tail(bytes, at + 2, 0x80, 0xBF) ? 3 : 0;
        }
        if (first >= 0xF0 && first <= 0xF4) {
            return tail(bytes, at + 1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && tail(bytes, at + 2, 0x80, 0xBF)
                    && tail(bytes, at + 3, 0x80, 0xBF) ? 4 : 0;
        }
        return 0;
    }

    private static boolean tail(byte[] bytes, int at, int low, int high) {
        return at < bytes.length && (bytes[at] & 0xFF) >= low && (bytes[at] & 0xFF) <= high;
    }

    /** The text that the inside of a JSON string stands for. The string is known to be well-formed JSON. */
    static String unescape(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        int i = from;
        while (i < to) {
            int end = i;
            boolean ascii = true;
            while (end < to && bytes[end] != '\\') {
                ascii &= bytes[end] >= 0;
                end++;
            }
            if (ascii) {
                for (; i < end; i++) {
                    text.append((char) bytes[i]);
                }
            } else {
                text.append(new String(bytes, i, end - i, StandardCharsets.UTF_8));
                i = end;
            }
            if (i < to) {
                int unit = unit(bytes, i);
                text.append(unit < 0 ? named(bytes[i + 1]) : (char) unit);
                i += unit < 0 ? 2 : 6;
            }
        }
        return text.toString();
    }

    private static char named(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> (char) letter;
        };
    }
}
