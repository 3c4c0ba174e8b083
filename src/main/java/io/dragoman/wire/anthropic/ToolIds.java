package io.dragoman.wire.anthropic;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** Ids of the calls of one reply, as clients of this wire take them. A client hands an id back as it got it, so none is kept here. */
final class ToolIds {
    private static final Pattern FITTING = Pattern.compile("[a-zA-Z0-9_-]{1,256}");
    private static final Pattern UNFIT = Pattern.compile("[^a-zA-Z0-9_-]");
    private static final int KEPT = 55;

    private final String replyId;
    private final Set<String> given = new HashSet<>();

    ToolIds(String replyId) {
        this.replyId = UNFIT.matcher(replyId).replaceAll("_");
    }

    /** The id itself where it fits and is the first of its kind; else one that is made of it, or of the reply where there is none. */
    String fit(String id) {
        String fitting = id.isEmpty() ? "toolu_" + replyId : FITTING.matcher(id).matches() ? id : cleaned(id);
        String unique = fitting;
        for (int i = 2; !given.add(unique); i++) {
            unique = fitting + "_" + i;
        }
        return unique;
    }

    private static String cleaned(String id) {
        String kept = UNFIT.matcher(id).replaceAll("_");
        return kept.substring(0, Math.min(kept.length(), KEPT)) + "_" + digest(id);
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256.", e);
        }
    }
}
