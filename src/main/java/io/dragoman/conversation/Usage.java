package io.dragoman.conversation;

import java.util.Optional;

/**
 * Tokens, and uses of hosted tools.
 *
 * @param input      prompt tokens that came from no cache and went into none
 * @param cacheRead  prompt tokens read from the cache
 * @param cacheWrite prompt tokens written to the cache
 * @param output     answer tokens, reasoning included
 * @param reasoning  part of the output that was reasoning
 * @param raw        the usage object as the provider sent it
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output, long reasoning, long webSearches, long webFetches,
        Optional<Raw> raw) {
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0, Optional.empty());

    /** All prompt tokens, cached or not. */
    public long prompt() {
        return input + cacheRead + cacheWrite;
    }

    public long total() {
        return prompt() + output;
    }
}
