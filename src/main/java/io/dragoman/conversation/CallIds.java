package io.dragoman.conversation;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Ids of tool calls on wires that hold only letters, digits, {@code _} and {@code -}. A provider's id with other characters is wrapped
 * toward the client, and unwrapped from the client's next request, so that the provider meets the very id it made. The wrapped id holds
 * the whole id: nothing has to be remembered.
 */
public final class CallIds {
    /** Every wrapped id begins with this. */
    public static final String PREFIX = "drgc_";
    private static final int CHECK = 8;

    private CallIds() {}

    /** True for one or more letters, digits, {@code _} and {@code -}. */
    public static boolean isPlain(String id) {
        for (int i = 0; i < id.length(); i++) {
            if (!isPlain(id.charAt(i))) {
                return false;
            }
        }
        return !id.isEmpty();
    }

    public static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    /** The id itself when it is plain, else its wrapped form; the same for the same id, different for different ids. An empty id stays empty. */
    public static String wrap(String id) {
        if (id.isEmpty() || isPlain(id)) {
            return id;
        }
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        return PREFIX + check(bytes) + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The id that {@link #wrap} was given, when this is a wrapped one; any other id as it is. */
    public static String unwrap(String id) {
        return id.startsWith(PREFIX) && id.length() > PREFIX.length() + CHECK ? read(id).orElse(id) : id;
    }

    /** First eight hex digits of the SHA-256 of these bytes. */
    public static String check(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, CHECK / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    private static Optional<String> read(String id) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(id.substring(PREFIX.length() + CHECK));
            boolean ours = id.startsWith(check(bytes), PREFIX.length());
            return ours ? Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()) : Optional.empty();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
