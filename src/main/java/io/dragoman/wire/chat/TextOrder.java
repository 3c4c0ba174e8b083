package io.dragoman.wire.chat;

import io.dragoman.conversation.Citation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several texts become one content: each is written when the one before it has ended, and is remembered with the place where it begins, so
 * that its sources can be told by their place in the whole.
 */
final class TextOrder {
    /** @param from code points of the content in front of this text */
    record Placed(int from, int length, List<Citation> citations) {}

    /** One text of the answer. */
    final class Part {
        private final StringBuilder held = new StringBuilder();
        private int length;
        private boolean finished;
        private List<Citation> citations = List.of();

        private Part() {}

        void append(String delta) {
            if (queue.peekFirst() == this) {
                write(delta);
            } else {
                held.append(delta);
            }
        }

        boolean isEmpty() {
            return length == 0 && held.isEmpty();
        }

        void finish(List<Citation> sources) {
            finished = true;
            citations = sources;
            drain();
        }

        private void write(String text) {
            if (!text.isEmpty()) {
                length += text.codePointCount(0, text.length());
                content.accept(text);
            }
        }
    }

    private final Consumer<String> content;
    private final Deque<Part> queue = new ArrayDeque<>();
    private final List<Placed> placed = new ArrayList<>();
    private int before;

    TextOrder(Consumer<String> content) {
        this.content = content;
    }

    Part open() {
        Part part = new Part();
        queue.addLast(part);
        return part;
    }

    /** Everything that was finished in its turn. */
    List<Placed> placed() {
        return placed;
    }

    private void drain() {
        while (!queue.isEmpty() && queue.peekFirst().finished) {
            Part done = queue.removeFirst();
            placed.add(new Placed(before, done.length, done.citations));
            before += done.length;
            if (!queue.isEmpty()) {
                Part next = queue.peekFirst();
                next.write(next.held.toString());
                next.held.setLength(0);
            }
        }
    }
}
