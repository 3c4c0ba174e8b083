package io.dragoman.conversation;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much the model shall think.
 *
 * @param mode         what the client asked for
 * @param effort       none, minimal, low, medium, high, xhigh or max; empty when not said
 * @param budgetTokens thinking tokens, on wires that count them
 * @param summary      how the thinking is shown, as spelt on the client's wire
 */
public record Reasoning(Mode mode, Optional<String> effort, OptionalLong budgetTokens, Optional<String> summary) {
    /** UNSAID: only an effort was given. */
    public enum Mode { UNSAID, ADAPTIVE, BUDGET, DISABLED }
}
