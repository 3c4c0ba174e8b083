package io.dragoman.http;

/**
 * What the edge lets in.
 *
 * @param bodyBytes   one request, content codings undone
 * @param bodiesBytes all requests held at once
 * @param inFlight    exchanges at once, requests without a body not counted
 * @param headerBytes request line and headers, each
 */
public record EdgeLimits(int bodyBytes, long bodiesBytes, int inFlight, int headerBytes) {
    public static final EdgeLimits DEFAULT =
            new EdgeLimits(64 << 20, Runtime.getRuntime().maxMemory() / 4, 2000, 64 << 10);
}
