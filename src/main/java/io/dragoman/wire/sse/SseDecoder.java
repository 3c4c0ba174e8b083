package io.dragoman.wire.sse;

import io.dragoman.conversation.Failure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts bytes into frames. Any split of the bytes gives the same frames; lines end with CR, LF or CRLF; a byte order mark, comments,
 * missing {@code event:} lines and missing spaces are fine; several {@code data:} lines join; a last event without its blank line counts.
 *
 * <p>One instance a stream, one thread. Bytes held never exceed the limit.
 */
public final class SseDecoder {
    private enum Line { OPEN, AFTER_CR }

    private final int maxEventBytes;
    private final Consumer<SseFrame> frames;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final StringBuilder data = new StringBuilder();
    private String name = "";
    private boolean hasData;
    private boolean firstLine = true;
    private Line state = Line.OPEN;
    private long eventBytes;

    public SseDecoder(int maxEventBytes, Consumer<SseFrame> frames) {
        this.maxEventBytes = maxEventBytes;
        this.frames = frames;
    }

    /** @throws io.dragoman.conversation.DragomanException when one event is larger than the limit */
    public void feed(byte[] bytes, int from, int to) {
        int start = from;
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (b == '\n' || b == '\r') {
                if (b == '\n' && state == Line.AFTER_CR && i == start && line.size() == 0) {
                    state = Line.OPEN;
                    start = i + 1;
                    continue;
                }
                keep(bytes, start, i);
                start = i + 1;
                state = b == '\r' ? Line.AFTER_CR : Line.OPEN;
                endOfLine();
            }
        }
        if (start < to) {
            state = Line.OPEN;
            keep(bytes, start, to);
        }
    }

    /** The bytes are over: an event without its blank line still counts. */
    public void end() {
        if (line.size() > 0) {
            endOfLine();
        }
        endOfEvent();
    }

    private void keep(byte[] bytes, int from, int to) {
        eventBytes += to - from;
        if (eventBytes > maxEventBytes) {
            throw Failure.protocol("The provider sent an event of more than " + maxEventBytes + " bytes (dragoman.limit.event.bytes).")
                    .exception();
        }
        line.write(bytes, from, to - from);
    }

    private void endOfLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (firstLine) {
            firstLine = false;
            if (text.startsWith("\uFEFF")) {
                text = text.substring(1);
            }
        }
        if (text.isEmpty()) {
            endOfEvent();
        } else if (text.charAt(0) == ':') {
            if (!hasData) {
                eventBytes = 0;
            }
            frames.accept(new SseFrame.Comment(value(text, 1)));
        } else {
            field(text);
        }
    }

    private void field(String text) {
        int colon = text.indexOf(':');
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : value(text, colon + 1);
        if (field.equals("data")) {
            if (hasData) {
                data.append('\n');
            }
            hasData = true;
            data.append(value);
        } else if (field.equals("event")) {
            name = value;
        }
    }

    private static String value(String text, int from) {
        return text.startsWith(" ", from) ? text.substring(from + 1) : text.substring(from);
    }

    private void endOfEvent() {
        eventBytes = 0;
        if (hasData) {
            SseFrame.Event event = new SseFrame.Event(name, data.toString());
            data.setLength(0);
            hasData = false;
            name = "";
            frames.accept(event);
        } else {
            name = "";
        }
    }
}
