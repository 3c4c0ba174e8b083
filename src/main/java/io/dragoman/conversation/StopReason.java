package io.dragoman.conversation;

import java.util.Optional;

/**
 * Why an answer ended.
 *
 * @param raw      the provider's own word
 * @param sequence the stop sequence that was met
 * @param details  the provider's explanation, such as Anthropic's {@code stop_details}
 */
public record StopReason(Kind kind, String raw, Optional<String> sequence, Optional<Json> details) {
    /** UNKNOWN: a word that no table knows; never told to a client as a clean end. */
    public enum Kind { END, STOP_SEQUENCE, TOOL_CALLS, MAX_TOKENS, CONTEXT_WINDOW, PAUSE, REFUSAL, COMPACTION, UNKNOWN }

    public static StopReason of(Kind kind, String raw) {
        return new StopReason(kind, raw, Optional.empty(), Optional.empty());
    }
}
