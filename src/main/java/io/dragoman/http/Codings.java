package io.dragoman.http;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Undoes the content codings of requests. */
final class Codings {
    private Codings() {}

    /**
     * @param coding value of the content-encoding header, empty: none
     * @throws io.dragoman.conversation.DragomanException 415 for a coding that is not known, 400 for broken data, 413 over the limit
     */
    static byte[] undo(String coding, byte[] body, int limit) {
        String[] codings = coding.toLowerCase(Locale.ROOT).split(",");
        byte[] plain = body;
        for (int i = codings.length - 1; i >= 0; i--) {
            plain = undoOne(codings[i].trim(), plain, limit);
        }
        return plain;
    }

    private static byte[] undoOne(String coding, byte[] body, int limit) {
        try {
            return switch (coding) {
                case "", "identity" -> body;
                case "gzip", "x-gzip" -> read(new GZIPInputStream(new ByteArrayInputStream(body)), limit);
                case "deflate" -> read(new InflaterInputStream(new ByteArrayInputStream(body)), limit);
                default -> throw Failure.of(Kind.INVALID_REQUEST, 415,
                        "The content-encoding is not supported; use gzip, deflate or none.").exception();
            };
        } catch (IOException e) {
            throw Failure.of(Kind.INVALID_REQUEST, 400, "The request body is not valid " + coding + " data.").exception();
        }
    }

    private static byte[] read(InputStream coded, int limit) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 << 10];
        for (int n = coded.read(buffer); n >= 0; n = coded.read(buffer)) {
            if (n > limit - plain.size()) {
                throw tooLarge(limit).exception();
            }
            plain.write(buffer, 0, n);
        }
        return plain.toByteArray();
    }

    static Failure tooLarge(int limit) {
        return Failure.of(Kind.TOO_LARGE, 413, "The request body is larger than " + limit + " bytes (dragoman.limit.body.bytes).");
    }
}
