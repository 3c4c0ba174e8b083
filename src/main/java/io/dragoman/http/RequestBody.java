package io.dragoman.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Bytes of one request while they arrive. Grows with what came, never with what was announced. */
final class RequestBody {
    private static final int FIRST = 16 << 10;
    private static final byte[] NONE = new byte[0];

    private final int limit;
    private byte[] bytes = NONE;
    private int size;

    RequestBody(int limit) {
        this.limit = limit;
    }

    int size() {
        return size;
    }

    /** @return false when the limit would be passed; nothing is added then */
    boolean add(ByteBuf content) {
        int more = content.readableBytes();
        if (more > limit - size) {
            return false;
        }
        if (size + more > bytes.length) {
            long doubled = Math.max(Math.max(bytes.length * 2L, FIRST), size + (long) more);
            bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, limit));
        }
        content.readBytes(bytes, size, more);
        size += more;
        return true;
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
