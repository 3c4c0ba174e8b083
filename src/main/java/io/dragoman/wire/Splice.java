package io.dragoman.wire;

import io.dragoman.conversation.Json;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;

/** A document with some of its parts replaced and every other byte as it was. */
public final class Splice {
    private record Cut(int to, byte[] other) {}

    private final Json document;
    private final Map<Integer, Cut> cuts = new TreeMap<>();

    public Splice(Json document) {
        this.document = document;
    }

    /** @param part a view of the document's own bytes; parts must not overlap */
    public Splice replace(Json part, byte[] other) {
        int from = part.offsetIn(document);
        cuts.put(from, new Cut(from + part.length(), other));
        return this;
    }

    public Splice replace(Json part, Json other) {
        return replace(part, other.toBytes());
    }

    public byte[] toBytes() {
        byte[] all = document.toBytes();
        if (cuts.isEmpty()) {
            return all;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(all.length + 64);
        int at = 0;
        for (Map.Entry<Integer, Cut> cut : cuts.entrySet()) {
            out.write(all, at, cut.getKey() - at);
            out.writeBytes(cut.getValue().other());
            at = cut.getValue().to();
        }
        out.write(all, at, all.length - at);
        return out.toByteArray();
    }
}
