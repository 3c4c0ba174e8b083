package io.dragoman.replay;

/** Bytes that carriers of one request may still unpack to. Each one pays for what it unpacked, also when it turned out to be no good. */
final class Allowance {
    private long left;

    Allowance(long bytes) {
        left = bytes;
    }

    long left() {
        return left;
    }

    void spend(long bytes) {
        left = Math.max(0, left - bytes);
    }
}
