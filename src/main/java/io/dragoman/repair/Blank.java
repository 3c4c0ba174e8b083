package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Text;

/** Texts that a reader would not see: empty, or of spaces of any kind. Providers judge by different lists of spaces; this is the longest. */
final class Blank {
    private Blank() {}

    static boolean is(Block block) {
        return block instanceof Text text && is(text.text());
    }

    static boolean is(String text) {
        return visibleLength(text) == 0;
    }

    /** Length without the spaces at the end. */
    static int visibleLength(String text) {
        int end = text.length();
        while (end > 0 && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF';
    }
}
