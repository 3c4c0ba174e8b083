package io.dragoman.wire;

/**
 * Something that has no slot on the target wire.
 *
 * @param kind   what became of it
 * @param path   field of the client's request, such as {@code top_k} or {@code tools[].strict}; no indices, so that it can be a metric label
 * @param reason one sentence
 */
public record Loss(Kind kind, String path, String reason) {
    /** DROPPED: left out. COERCED: sent in a poorer form. CARRIED: kept in a carrier only. */
    public enum Kind { DROPPED, COERCED, CARRIED }

    public static Loss dropped(String path, String reason) {
        return new Loss(Kind.DROPPED, path, reason);
    }

    public static Loss coerced(String path, String reason) {
        return new Loss(Kind.COERCED, path, reason);
    }
}
