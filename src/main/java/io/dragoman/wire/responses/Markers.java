package io.dragoman.wire.responses;

/**
 * Takes out the marks that some models put into the text for their own citations: U+E200, words parted by U+E202, U+E201. They mean
 * nothing to a reader; the citations themselves come as annotations. One instance a text, in order.
 */
final class Markers {
    static final char OPEN = '\uE200';
    static final char CLOSE = '\uE201';
    static final char BETWEEN = '\uE202';
    /** What is longer was no mark. */
    private static final int LONGEST = 1_000;

    private final StringBuilder held = new StringBuilder();

    /** The text that can be shown now; what may belong to a mark waits. */
    String next(String delta) {
        if (held.length() == 0 && !hasMark(delta)) {
            return delta;
        }
        StringBuilder shown = new StringBuilder(delta.length());
        for (int i = 0; i < delta.length(); i++) {
            add(delta.charAt(i), shown);
        }
        return shown.toString();
    }

    /** The text is over: a mark that was never closed gives back its words. */
    String end() {
        String rest = held.length() == 0 ? "" : held.substring(1).replace(String.valueOf(BETWEEN), "");
        held.setLength(0);
        return rest;
    }

    private void add(char c, StringBuilder shown) {
        if (held.length() == 0) {
            if (c == OPEN) {
                held.append(c);
            } else if (c != CLOSE && c != BETWEEN) {
                shown.append(c);
            }
            return;
        }
        if (c == CLOSE) {
            held.setLength(0);
            return;
        }
        if (c == OPEN || held.length() == LONGEST) {
            shown.append(end());
        }
        if (c == OPEN || held.length() > 0) {
            held.append(c);
        } else if (c != BETWEEN) {
            shown.append(c);
        }
    }

    static boolean hasMark(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= OPEN && c <= BETWEEN) {
                return true;
            }
        }
        return false;
    }

    /**
     * For every offset of a whole raw text, where it stands in the shown text; one entry more than there are chars. Identical rules to
     * {@link #next}: the shown text is as long as the last entry says.
     */
    static int[] shownOffsets(String raw) {
        int[] offsets = new int[raw.length() + 1];
        int shown = 0;
        int open = -1;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            offsets[i] = shown;
            if (open >= 0 && (c == OPEN || c != CLOSE && i - open == LONGEST)) {
                shown = giveBack(raw, open, i, offsets, shown);
                offsets[i] = shown;
                open = -1;
            }
            if (c == OPEN) {
                open = i;
            } else if (open >= 0) {
                open = c == CLOSE ? -1 : open;
            } else if (c != CLOSE && c != BETWEEN) {
                shown++;
            }
        }
        offsets[raw.length()] = open >= 0 ? giveBack(raw, open, raw.length(), offsets, shown) : shown;
        return offsets;
    }

    private static int giveBack(String raw, int open, int to, int[] offsets, int shownBefore) {
        int shown = shownBefore;
        for (int i = open; i < to; i++) {
            offsets[i] = shown;
            char c = raw.charAt(i);
            shown += c == OPEN || c == BETWEEN ? 0 : 1;
        }
        return shown;
    }
}
