package io.dragoman.wire.chat;

import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.StopReason.Kind;

/** Finish reasons, both ways. */
final class StopReasons {
    private StopReasons() {}

    /**
     * @param word    as the provider spelt it
     * @param calls   the answer holds tool calls: many hosts say {@code stop} then as well
     * @param refused the answer holds a refusal
     */
    static StopReason read(String word, boolean calls, boolean refused) {
        Kind kind = switch (word) {
            case "stop", "tool_calls", "function_call", "" -> calls ? Kind.TOOL_CALLS : refused ? Kind.REFUSAL : Kind.END;
            case "length" -> Kind.MAX_TOKENS;
            case "content_filter" -> Kind.REFUSAL;
            default -> Kind.UNKNOWN;
        };
        return StopReason.of(kind, word);
    }

    /** Of two finish reasons in one stream the one that says that something is missing counts, else the later. */
    static String stronger(String earlier, String later) {
        return earlier.equals("length") || earlier.equals("content_filter") ? earlier : later;
    }

    /** What a client is told. A paused turn, an unknown reason and whatever else is no clean end are cut short. */
    static String write(StopReason reason, boolean calls) {
        return switch (reason.kind()) {
            case END, STOP_SEQUENCE, TOOL_CALLS -> calls ? "tool_calls" : "stop";
            case REFUSAL -> "content_filter";
            case MAX_TOKENS, CONTEXT_WINDOW, PAUSE, COMPACTION, UNKNOWN -> "length";
        };
    }
}
