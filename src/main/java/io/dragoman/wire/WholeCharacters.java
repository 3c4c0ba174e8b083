package io.dragoman.wire;

/**
 * Makes every piece of a text end at the end of a character: the first half of a surrogate pair waits for the second. A half that never
 * finds its other becomes U+FFFD, since no UTF-8 can hold it; one at the very end is left out.
 */
public final class WholeCharacters {
    private static final char NONE = 0;
    private static final char REPLACEMENT = '\uFFFD';

    private char waiting = NONE;

    /** A text that is not a piece of a longer one, with U+FFFD for every half that stands alone. */
    public static String only(String text) {
        WholeCharacters characters = new WholeCharacters();
        String whole = characters.next(text);
        return characters.waiting == NONE ? whole : whole + REPLACEMENT;
    }

    String next(String piece) {
        if (piece.isEmpty() || waiting == NONE && isWhole(piece)) {
            return piece;
        }
        StringBuilder out = new StringBuilder(piece.length() + 1);
        for (int i = 0; i < piece.length(); i++) {
            add(piece.charAt(i), out);
        }
        return out.toString();
    }

    private void add(char unit, StringBuilder out) {
        if (waiting != NONE) {
            char high = waiting;
            waiting = NONE;
            if (Character.isLowSurrogate(unit)) {
                out.append(high).append(unit);
                return;
            }
            out.append(REPLACEMENT);
        }
        if (Character.isHighSurrogate(unit)) {
            waiting = unit;
        } else {
            out.append(Character.isLowSurrogate(unit) ? REPLACEMENT : unit);
        }
    }

    private static boolean isWhole(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char unit = piece.charAt(i);
            if (Character.isSurrogate(unit)) {
                if (!Character.isHighSurrogate(unit) || i + 1 == piece.length() || !Character.isLowSurrogate(piece.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
