package io.dragoman.wire;

/** @param nesting deepest JSON nesting of a request */
public record DecodeLimits(int nesting) {
    public static final DecodeLimits DEFAULT = new DecodeLimits(200);
}
