package io.dragoman.wire.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes frames. Data must be one line, as JSON written by Jackson is. */
public final class SseWriter {
    private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private SseWriter() {}

    public static void event(ByteArrayOutputStream out, String name, byte[] data) {
        out.writeBytes(EVENT);
        out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        out.write('\n');
        data(out, data);
    }

    public static void data(ByteArrayOutputStream out, byte[] data) {
        out.writeBytes(DATA);
        out.writeBytes(data);
        out.writeBytes(END);
    }

    public static void comment(ByteArrayOutputStream out, String text) {
        out.writeBytes((": " + text + "\n\n").getBytes(StandardCharsets.US_ASCII));
    }
}
