package io.dragoman.gateway;

import java.util.Base64;

/** Width and height of a picture out of the first bytes of its file, and what a picture of that size costs. */
final class PictureSize {
    /** A picture whose size is not known. */
    static final long UNKNOWN_TOKENS = 1_000;
    private static final long MOST_TOKENS = 1_600;
    private static final long PIXELS_PER_TOKEN = 750;
    /** A page of a PDF: some 60 kB, some 2,000 tokens. */
    private static final long DOCUMENT_BYTES_PER_TOKEN = 30;
    private static final int HEAD_CHARS = 64 * 1024;

    private PictureSize() {}

    static long tokens(String base64) {
        long pixels = pixels(head(base64));
        return pixels <= 0 ? UNKNOWN_TOKENS : Math.max(1, Math.min(MOST_TOKENS, pixels / PIXELS_PER_TOKEN));
    }

    static long documentTokens(String base64) {
        return Math.max(UNKNOWN_TOKENS, base64.length() * 3L / 4 / DOCUMENT_BYTES_PER_TOKEN);
    }

    private static byte[] head(String base64) {
        int length = Math.min(base64.length(), HEAD_CHARS) / 4 * 4;
        try {
            return Base64.getMimeDecoder().decode(base64.substring(0, length));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static long pixels(byte[] b) {
        if (b.length > 24 && (b[0] & 0xff) == 0x89 && b[1] == 'P') {
            return (long) int32(b, 16) * int32(b, 20);
        }
        if (b.length > 10 && b[0] == 'G' && b[1] == 'I') {
            return (long) little16(b, 6) * little16(b, 8);
        }
        if (b.length > 30 && b[0] == 'R' && b[8] == 'W') {
            return webp(b);
        }
        return b.length > 4 && (b[0] & 0xff) == 0xff && (b[1] & 0xff) == 0xd8 ? jpeg(b) : 0;
    }

    private static long webp(byte[] b) {
        if (b[15] == 'X') {
            return (1L + little16(b, 24) + ((b[26] & 0xffL) << 16)) * (1L + little16(b, 27) + ((b[29] & 0xffL) << 16));
        }
        return b[15] == ' ' ? (long) (little16(b, 26) & 0x3fff) * (little16(b, 28) & 0x3fff) : 0;
    }

    private static long jpeg(byte[] b) {
        int at = 2;
        while (at + 9 < b.length && (b[at] & 0xff) == 0xff) {
            int marker = b[at + 1] & 0xff;
            boolean isFrame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
            if (isFrame) {
                return (long) big16(b, at + 5) * big16(b, at + 7);
            }
            at += 2 + big16(b, at + 2);
        }
        return 0;
    }

    private static int int32(byte[] b, int at) {
        return big16(b, at) << 16 | big16(b, at + 2);
    }

    private static int big16(byte[] b, int at) {
        return (b[at] & 0xff) << 8 | b[at + 1] & 0xff;
    }

    private static int little16(byte[] b, int at) {
        return (b[at + 1] & 0xff) << 8 | b[at] & 0xff;
    }
}
