package io.dragoman.wire.responses;

import io.dragoman.wire.responses.JsonOut.Fields;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Where the events of a reply go. */
interface ReplyFrames {
    /** @param fields all fields but type and sequence number */
    void send(ByteArrayOutputStream out, String type, Fields fields);

    /** A whole reply has no events. */
    static ReplyFrames none() {
        return (out, type, fields) -> {};
    }

    /** Server-sent events, numbered from 0. */
    static ReplyFrames numbered() {
        return new Numbered(0);
    }

    final class Numbered implements ReplyFrames {
        private static final byte[] END = {'\n', '\n'};

        private long sequence;

        Numbered(long first) {
            sequence = first;
        }

        @Override
        public void send(ByteArrayOutputStream out, String type, Fields fields) {
            long number = sequence++;
            write(out, type, number, fields);
        }

        static void write(ByteArrayOutputStream out, String type, long number, Fields fields) {
            out.writeBytes(("event: " + type + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
            JsonOut.object(out, json -> {
                json.text("type", type);
                fields.write(json);
                json.number("sequence_number", number);
            });
            out.writeBytes(END);
        }
    }
}
