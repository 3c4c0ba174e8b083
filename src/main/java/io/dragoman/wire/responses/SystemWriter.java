package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Text;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the system prompt as {@code instructions}. */
final class SystemWriter {
    /**
     * A line that one client puts before its prompt for its vendor's accounting. It differs from conversation to conversation, so that no
     * prompt cache would ever be met.
     */
    private static final String BILLING = "x-anthropic-billing-header:";

    private SystemWriter() {}

    /** @return empty for an empty prompt */
    static Optional<String> instructions(List<Block> system, Losses losses) {
        List<String> texts = new ArrayList<>();
        for (Block block : system) {
            if (block instanceof Text text) {
                texts.add(withoutBilling(text.text(), losses));
            } else {
                losses.dropped("system", "The Responses wire takes only text as instructions.");
            }
        }
        texts.removeIf(String::isEmpty);
        return texts.isEmpty() ? Optional.empty() : Optional.of(String.join("\n\n", texts));
    }

    private static String withoutBilling(String text, Losses losses) {
        if (!text.startsWith(BILLING)) {
            return text;
        }
        losses.dropped("system.billing_header", "It is an accounting line for another vendor.");
        int end = text.indexOf('\n');
        String rest = end < 0 ? "" : text.substring(end + 1);
        return rest.startsWith("\n") ? rest.substring(1) : rest;
    }
}
