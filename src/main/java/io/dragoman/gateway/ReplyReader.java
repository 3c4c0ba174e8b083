package io.dragoman.gateway;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import io.dragoman.wire.sse.RawFrames;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the body of a successful answer into pieces. What the body is, is told by its first bytes alone: providers send whole answers where
 * events were asked for, events where none were, and login pages with status 200. One instance a reply, one thread.
 */
final class ReplyReader {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyReader.class);
    private static final byte[] NONE = new byte[0];
    private static final List<String> FIELDS = List.of("data:", "event:", "id:", "retry:");
    private static final int ENOUGH = 6;

    private enum Kind { UNKNOWN, EVENTS, WHOLE, OTHER }

    private final boolean keepRaw;
    private final int maxBytes;
    private final RawFrames frames;
    private final ReplyDecoder decoder;
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();
    private List<Piece> pieces = new ArrayList<>();
    private List<Event> events = new ArrayList<>();
    private Kind kind = Kind.UNKNOWN;
    private boolean begun;
    private boolean over;

    /** @param keepRaw the client may get the bytes as they are */
    ReplyReader(Wire wire, ReplyQuery query, boolean keepRaw, int maxBytes) {
        this.keepRaw = keepRaw;
        this.maxBytes = maxBytes;
        this.decoder = wire.replyDecoder(query, this::event);
        this.frames = new RawFrames(keepRaw, maxBytes, this::frame);
    }

    boolean isOver() {
        return over;
    }

    List<Piece> feed(byte[] bytes) {
        return read(() -> {
            if (kind == Kind.EVENTS) {
                frames.feed(bytes);
                return;
            }
            if (bytes.length > maxBytes - start.size()) {
                throw Failure.protocol("The provider's answer is larger than " + maxBytes + " bytes (dragoman.limit.event.bytes).")
                        .exception();
            }
            start.writeBytes(bytes);
            if (kind == Kind.UNKNOWN) {
                kind = kind(start.toByteArray(), false);
            }
            if (kind == Kind.EVENTS) {
                frames.feed(start.toByteArray());
                start.reset();
            } else if (kind == Kind.OTHER) {
                throw noAnswer().exception();
            }
        });
    }

    List<Piece> end() {
        return read(() -> {
            if (kind == Kind.UNKNOWN) {
                kind = kind(start.toByteArray(), true);
            }
            switch (kind) {
                case EVENTS -> {
                    if (start.size() > 0) {
                        frames.feed(start.toByteArray());
                    }
                    frames.end();
                    decoder.end();
                }
                case WHOLE -> decoder.whole(start.toByteArray());
                case OTHER, UNKNOWN -> throw noAnswer().exception();
            }
            if (!over) {
                decoder.broken(Failure.cut("The provider's answer ended without an end."));
            }
            rest();
        });
    }

    List<Piece> broken(Failure cause) {
        return read(() -> {
            decoder.broken(cause);
            rest();
        });
    }

    private List<Piece> read(Runnable step) {
        try {
            step.run();
        } catch (DragomanException e) {
            fail(e.failure());
        } catch (UncheckedIOException e) {
            fail(Failure.protocol("The provider's answer holds a value that cannot be read."));
        } catch (RuntimeException e) {
            LOG.error("A provider's answer could not be read.", e);
            fail(Failure.protocol("The provider's answer could not be understood."));
        }
        List<Piece> read = pieces;
        pieces = new ArrayList<>();
        return read;
    }

    private void fail(Failure failure) {
        if (!over) {
            over = true;
            events.add(new Event.Failed(failure));
        }
        rest();
    }

    private void frame(byte[] raw, Optional<SseFrame.Event> frame) {
        if (over) {
            return;
        }
        frame.ifPresent(decoder::frame);
        boolean begins = decoder.hasBegun() && !begun;
        begun |= begins;
        if (keepRaw || begins || !events.isEmpty()) {
            pieces.add(new Piece(Piece.Form.FRAME, raw, frame, begun, taken()));
        }
    }

    private void rest() {
        if (!events.isEmpty()) {
            Piece.Form form = kind == Kind.WHOLE ? Piece.Form.WHOLE : Piece.Form.FRAME;
            byte[] raw = form == Piece.Form.WHOLE && keepRaw ? start.toByteArray() : NONE;
            pieces.add(new Piece(form, raw, Optional.empty(), begun, taken()));
            start.reset();
        }
    }

    private List<Event> taken() {
        List<Event> taken = events;
        events = new ArrayList<>();
        return taken;
    }

    private void event(Event event) {
        if (over) {
            return;
        }
        over = event instanceof Event.Finished || event instanceof Event.Failed;
        events.add(event);
    }

    private Failure noAnswer() {
        String text = start.toString(StandardCharsets.UTF_8).strip();
        return Failure.protocol(text.isEmpty() ? "The provider's answer is empty."
                : text.startsWith("<") ? "The provider answered with a page instead of an answer."
                : "The provider's answer is neither JSON nor a stream of events.");
    }

    private static Kind kind(byte[] bytes, boolean isAll) {
        String text = new String(bytes, 0, Math.min(bytes.length, 4096), StandardCharsets.UTF_8);
        String begin = (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
        if (begin.isEmpty()) {
            return Kind.UNKNOWN;
        }
        char first = begin.charAt(0);
        if (first == ':') {
            return Kind.EVENTS;
        }
        if (first == '{' || first == '[') {
            return Kind.WHOLE;
        }
        if (FIELDS.stream().anyMatch(begin::startsWith)) {
            return Kind.EVENTS;
        }
        boolean mayBecome = begin.length() < ENOUGH && FIELDS.stream().anyMatch(field -> field.startsWith(begin));
        return mayBecome && !isAll ? Kind.UNKNOWN : Kind.OTHER;
    }
}
