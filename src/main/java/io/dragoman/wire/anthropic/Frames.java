package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;

/** Writes the frames of a stream. Each has its {@code event:} line: clients read none without. */
final class Frames {
    private static final byte[] PING = Fields.typed("ping").toBytes();
    private static final byte[] MESSAGE_STOP = Fields.typed("message_stop").toBytes();

    private Frames() {}

    static void messageStart(Fields message, ByteArrayOutputStream out) {
        SseWriter.event(out, "message_start", Fields.typed("message_start").put(Names.MESSAGE, message).toBytes());
    }

    static void blockStart(int index, Json block, ByteArrayOutputStream out) {
        SseWriter.event(out, "content_block_start",
                Fields.typed("content_block_start").put(Names.INDEX, index).put(Names.CONTENT_BLOCK, block).toBytes());
    }

    static void delta(int index, Fields delta, ByteArrayOutputStream out) {
        SseWriter.event(out, "content_block_delta",
                Fields.typed("content_block_delta").put(Names.INDEX, index).put(Names.DELTA, delta).toBytes());
    }

    static void blockStop(int index, ByteArrayOutputStream out) {
        SseWriter.event(out, "content_block_stop", Fields.typed("content_block_stop").put(Names.INDEX, index).toBytes());
    }

    static void messageDelta(Fields delta, Json usage, ByteArrayOutputStream out) {
        SseWriter.event(out, "message_delta",
                Fields.typed("message_delta").put(Names.DELTA, delta).put(Names.USAGE, usage).toBytes());
    }

    static void messageStop(ByteArrayOutputStream out) {
        SseWriter.event(out, "message_stop", MESSAGE_STOP);
    }

    static void ping(ByteArrayOutputStream out) {
        SseWriter.event(out, "ping", PING);
    }

    static void error(byte[] body, ByteArrayOutputStream out) {
        SseWriter.event(out, Names.ERROR, body);
    }
}
