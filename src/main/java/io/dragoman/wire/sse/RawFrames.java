package io.dragoman.wire.sse;

import io.dragoman.conversation.Failure;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts bytes into frames and keeps the bytes of each, so that a frame can be understood and still be sent on as it came. Joined together
 * the raw parts are the input, whatever its line ends. One instance a stream, one thread.
 */
public final class RawFrames {
    private static final int MOST_KEPT_BYTES = 64 << 10;
    private static final byte[] NONE = new byte[0];

    /** Takes what stands between two blank lines. */
    public interface Sink {
        /** @param raw with the blank line; empty when bytes are not kept. @param event empty for comments and stray blank lines */
        void frame(byte[] raw, Optional<SseFrame.Event> event);
    }

    private final boolean keepRaw;
    private final int maxEventBytes;
    private final Sink sink;
    private final SseDecoder decoder;
    private final List<SseFrame.Event> events = new ArrayList<>(1);
    private ByteArrayOutputStream held = new ByteArrayOutputStream();
    private boolean lineHasBytes;
    private boolean afterCr;

    public RawFrames(boolean keepRaw, int maxEventBytes, Sink sink) {
        this.keepRaw = keepRaw;
        this.maxEventBytes = maxEventBytes;
        this.sink = sink;
        this.decoder = new SseDecoder(maxEventBytes, frame -> {
            if (frame instanceof SseFrame.Event event) {
                events.add(event);
            }
        });
    }

    /** @throws io.dragoman.conversation.DragomanException when one frame is larger than the limit */
    public void feed(byte[] bytes) {
        int start = 0;
        int i = 0;
        while (i < bytes.length) {
            byte b = bytes[i++];
            if (b == '\n' && afterCr) {
                afterCr = false;
            } else if (b == '\n' || b == '\r') {
                afterCr = b == '\r';
                boolean blank = !lineHasBytes;
                lineHasBytes = false;
                if (blank) {
                    if (afterCr && i < bytes.length && bytes[i] == '\n') {
                        i++;
                        afterCr = false;
                    }
                    decoder.feed(bytes, start, i);
                    cut(bytes, start, i);
                    start = i;
                }
            } else {
                lineHasBytes = true;
                afterCr = false;
            }
        }
        if (start < bytes.length) {
            decoder.feed(bytes, start, bytes.length);
            hold(bytes, start, bytes.length);
        }
    }

    /** The bytes are over: a last event without its blank line gets one. */
    public void end() {
        decoder.end();
        if (held.size() > 0 || !events.isEmpty()) {
            byte[] tail = (lineHasBytes ? "\n\n" : "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            cut(tail, 0, tail.length);
        }
    }

    private void cut(byte[] bytes, int from, int to) {
        hold(bytes, from, to);
        byte[] raw = keepRaw ? held.toByteArray() : NONE;
        if (held.size() > MOST_KEPT_BYTES) {
            held = new ByteArrayOutputStream();
        }
        held.reset();
        if (events.size() <= 1) {
            Optional<SseFrame.Event> event = events.isEmpty() ? Optional.empty() : Optional.of(events.get(0));
            events.clear();
            sink.frame(raw, event);
            return;
        }
        throw new IllegalStateException("Two events between two blank lines.");
    }

    private void hold(byte[] bytes, int from, int to) {
        if (!keepRaw) {
            return;
        }
        // Comment lines without end are no event, and must not fill the memory either.
        if (held.size() + (to - from) > maxEventBytes + 4L) {
            throw Failure.protocol("The provider sent a frame of more than " + maxEventBytes + " bytes (dragoman.limit.event.bytes).")
                    .exception();
        }
        held.write(bytes, from, to - from);
    }
}
