package io.dragoman.wire.responses;

import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.StopReason.Kind;
import java.util.Optional;

/** Why an answer ended, both ways. This wire has no word for it but the status, and a reason when the answer is incomplete. */
final class StopReasons {
    private StopReasons() {}

    /** @param reason {@code incomplete_details.reason}, empty when the provider gave none */
    static StopReason ofIncomplete(String reason) {
        Kind kind = switch (reason) {
            case "", "max_output_tokens", "max_tokens" -> Kind.MAX_TOKENS;
            case "content_filter" -> Kind.REFUSAL;
            default -> Kind.UNKNOWN;
        };
        return StopReason.of(kind, reason.isEmpty() ? "incomplete" : reason);
    }

    /**
     * The reason of an incomplete response; empty when the response is completed. A refusal that stands in the answer as a refusal part
     * needs no other sign.
     */
    static Optional<String> incompleteReason(StopReason stop, boolean refusalShown) {
        return switch (stop.kind()) {
            case END, STOP_SEQUENCE, TOOL_CALLS -> Optional.empty();
            case MAX_TOKENS, CONTEXT_WINDOW -> Optional.of("max_output_tokens");
            case REFUSAL -> refusalShown ? Optional.empty() : Optional.of("content_filter");
            case PAUSE, COMPACTION, UNKNOWN -> Optional.of(stop.raw().isEmpty() ? "unknown" : stop.raw());
        };
    }
}
