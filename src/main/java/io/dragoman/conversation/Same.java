package io.dragoman.conversation;

import java.util.List;

/** Compares lists by the identity of their elements: what nobody replaced is what was read. */
final class Same {
    private Same() {}

    static boolean elements(List<?> a, List<?> b) {
        if (a == b) {
            return true;
        }
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i)) {
                return false;
            }
        }
        return true;
    }
}
