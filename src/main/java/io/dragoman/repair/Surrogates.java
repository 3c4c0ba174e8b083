package io.dragoman.repair;

/** Halves of a character that lost their other half, as when a text was cut at a fixed length. They have no UTF-8 form. */
final class Surrogates {
    private static final char REPLACEMENT = '\uFFFD';

    private Surrogates() {}

    /** The very same string when it holds none; else the halves are replaced by U+FFFD. */
    static String mend(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return mendFrom(text, i);
            }
        }
        return text;
    }

    private static String mendFrom(String text, int from) {
        StringBuilder out = new StringBuilder(text.length()).append(text, 0, from);
        boolean sound = true;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
                out.append(c).append(text.charAt(++i));
            } else {
                sound &= !Character.isSurrogate(c);
                out.append(Character.isSurrogate(c) ? REPLACEMENT : c);
            }
        }
        return sound ? text : out.toString();
    }

    /** As {@link #mend}, for JSON text, where a half may also be written as an escape. */
    static String mendJson(String json) {
        String text = mend(json);
        int escape = text.indexOf("\\u");
        return escape < 0 ? text : mendEscapes(text);
    }

    private static String mendEscapes(String json) {
        StringBuilder out = new StringBuilder(json.length());
        boolean sound = true;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c != '\\' || i + 1 >= json.length()) {
                out.append(c);
                continue;
            }
            int unit = unitAt(json, i);
            int length = unit < 0 ? 2 : 6;
            if (unit >= 0 && isPair((char) unit, (char) Math.max(0, unitAt(json, i + 6)))) {
                length = 12;
            } else if (unit >= 0 && Character.isSurrogate((char) unit)) {
                sound = false;
                out.append("\\ufffd");
                i += 5;
                continue;
            }
            out.append(json, i, i + length);
            i += length - 1;
        }
        return sound ? json : out.toString();
    }

    /** The code unit that an escape at this place stands for; -1 when there is none. */
    private static int unitAt(String json, int at) {
        if (at + 6 > json.length() || json.charAt(at) != '\\' || json.charAt(at + 1) != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(json.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }

    private static boolean isPair(char high, char low) {
        return Character.isHighSurrogate(high) && Character.isLowSurrogate(low);
    }
}
