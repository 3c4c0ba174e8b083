package io.dragoman.repair;

import io.dragoman.conversation.CallIds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Gives ids that the target takes to ids that it does not. Lives for one request.
 *
 * <p>Legal ids are reserved first and never change. Any other becomes its cleaned beginning, {@code _} and eight hex digits of the
 * SHA-256 of the whole id; should two meet, the later one is numbered. Within a request different ids stay different; from request to
 * request an id becomes the same, unless it meets another set of reserved ids. Names of tools are treated alike.
 */
public final class ToolIdAllocator {
    private final int limit;
    private final Predicate<String> legal;
    private final Map<String, String> given = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> nextNumber = new HashMap<>();

    /** Letters, digits, {@code _} and {@code -}. @param limit longest id, in characters; at least 16 */
    public ToolIdAllocator(int limit) {
        this(limit, id -> CallIds.isPlain(id) && id.length() <= limit);
    }

    /** @param legal which ids need no change */
    public ToolIdAllocator(int limit, Predicate<String> legal) {
        if (limit < 16) {
            throw new IllegalArgumentException("An id of " + limit + " characters leaves no room to tell ids apart.");
        }
        this.limit = limit;
        this.legal = legal;
    }

    public boolean isLegal(String id) {
        return !id.isEmpty() && legal.test(id);
    }

    /** Keeps this id from being given to another one. */
    public void reserve(String id) {
        taken.add(id);
        if (isLegal(id)) {
            given.putIfAbsent(id, id);
        }
    }

    /** The id for the target: always the same for the same one, and itself when it was reserved. @throws IllegalArgumentException when empty */
    public String allocate(String raw) {
        if (raw.isEmpty()) {
            throw new IllegalArgumentException("An empty id cannot be told from other empty ids.");
        }
        String known = given.get(raw);
        if (known == null) {
            known = isLegal(raw) && taken.add(raw) ? raw : fresh(clean(raw), "_" + CallIds.check(raw.getBytes(StandardCharsets.UTF_8)));
            given.put(raw, known);
        }
        return known;
    }

    /** What {@link #allocate} gave; never gives one. */
    public Optional<String> lookup(String raw) {
        return Optional.ofNullable(given.get(raw));
    }

    /** A further id for something that carries an id which is in use already, such as {@code call_0_2}. */
    public String another(String id) {
        return numbered(clean(id), "");
    }

    private String fresh(String prefix, String hash) {
        String first = cut(prefix, hash);
        return taken.add(first) ? first : numbered(prefix, hash);
    }

    private String numbered(String prefix, String hash) {
        // Ids that look alike once cut share a counter, so that a thousand of them are not a million tries.
        String key = cut(prefix, hash + "_000000");
        int n = nextNumber.getOrDefault(key, 2);
        String candidate = cut(prefix, hash + "_" + n++);
        while (!taken.add(candidate)) {
            candidate = cut(prefix, hash + "_" + n++);
        }
        nextNumber.put(key, n);
        return candidate;
    }

    private String cut(String prefix, String suffix) {
        return prefix.substring(0, Math.min(prefix.length(), limit - suffix.length())) + suffix;
    }

    // By UTF-16 unit, not by code point: a picture character becomes two underscores.
    private static String clean(String raw) {
        StringBuilder clean = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            clean.append(CallIds.isPlain(c) ? c : '_');
        }
        return clean.toString();
    }
}
