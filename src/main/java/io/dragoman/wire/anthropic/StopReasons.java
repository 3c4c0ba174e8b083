package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.StopReason.Kind;
import io.dragoman.wire.JsonScan;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why an answer ended, in the words of this wire. */
final class StopReasons {
    private static final Map<String, Kind> KINDS = Map.of("end_turn", Kind.END, "stop_sequence", Kind.STOP_SEQUENCE,
            Names.TOOL_USE, Kind.TOOL_CALLS, "max_tokens", Kind.MAX_TOKENS, "model_context_window_exceeded", Kind.CONTEXT_WINDOW,
            "pause_turn", Kind.PAUSE, "refusal", Kind.REFUSAL, "compaction", Kind.COMPACTION);
    private static final Map<Kind, String> WORDS =
            KINDS.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private StopReasons() {}

    /** @param ending the message, or the {@code delta} that ends it; empty while it gives no reason */
    static Optional<StopReason> read(JsonScan.Value ending) {
        return ending.text(Names.STOP_REASON).map(word -> new StopReason(KINDS.getOrDefault(word, Kind.UNKNOWN), word,
                ending.text(Names.STOP_SEQUENCE), ending.given(Names.STOP_DETAILS).map(JsonScan.Value::json)));
    }

    /** True when the answer broke off at a limit, so that its last block may be incomplete. */
    static boolean isCutShort(StopReason reason) {
        return switch (reason.kind()) {
            case MAX_TOKENS, CONTEXT_WINDOW, REFUSAL -> true;
            case END, STOP_SEQUENCE, TOOL_CALLS, PAUSE, COMPACTION, UNKNOWN -> false;
        };
    }

    /**
     * Writes the three fields that tell the end.
     *
     * @param own   the reason is in Anthropic's own words
     * @param calls the answer calls a client tool
     * @return false when a client cannot be told this end as one of an answer: a word that nobody knows
     */
    static boolean write(StopReason reason, boolean own, boolean calls, Fields out) {
        Optional<String> word = own ? Optional.of(reason.raw()) : Optional.ofNullable(WORDS.get(reason.kind()))
                .map(known -> reason.kind() == Kind.END && calls ? Names.TOOL_USE : known);
        if (word.isEmpty()) {
            return false;
        }
        out.put(Names.STOP_REASON, word.get());
        out.put(Names.STOP_SEQUENCE, reason.sequence().map(Fields::string).orElse(Fields.NULL));
        Optional<Json> details = own ? reason.details() : Optional.empty();
        out.put(Names.STOP_DETAILS, details);
        return true;
    }
}
