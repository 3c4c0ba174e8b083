package io.dragoman.wire.responses;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Ids and keys that are made here. The same value gives the same id every time, so that a history is the same bytes in every turn. */
final class Ids {
    /** Longest item id, call id, cache key and safety identifier that the wire takes. */
    static final int LONGEST = 64;

    private static final Pattern OWN_SEARCH = Pattern.compile("ws_[A-Za-z0-9_-]{1,61}");
    private static final int MINTED_DIGITS = 32;

    private Ids() {}

    /** The id of a search item: the wire's own stays, any other is replaced by one that is made of it. */
    static String search(String id) {
        return OWN_SEARCH.matcher(id).matches() ? id : "ws_" + digest(id).substring(0, MINTED_DIGITS);
    }

    /** The value itself, or its digest where it is too long. */
    static String bounded(String value) {
        return value.length() <= LONGEST ? value : digest(value);
    }

    private static String digest(String value) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
