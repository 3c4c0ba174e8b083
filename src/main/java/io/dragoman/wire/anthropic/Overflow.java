package io.dragoman.wire.anthropic;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt that does not fit the model. Clients of this wire find it by its words and read the two numbers from them; a number is told
 * only where the provider told it.
 */
final class Overflow {
    private static final String WORDS = "prompt is too long";
    private static final List<String> SIGNS = List.of(WORDS, "input is too long", "context_length_exceeded", "maximum context length",
            "exceeds the context window", "exceed context limit", "context window exceeded", "context length exceeded",
            "exceeds the maximum number of tokens");
    private static final List<Pattern> LIMITS = List.of(Pattern.compile("maximum context length (?:is|of) (\\d+)"),
            Pattern.compile("(?:limit|maximum)[a-z ]* (?:is|of) (\\d+) tokens"), Pattern.compile("> (\\d+) maximum"));
    private static final List<Pattern> PROMPTS = List.of(Pattern.compile("(?:resulted in|requested|contains?|has|have) (\\d+) tokens"),
            Pattern.compile("requested (?:about )?(\\d+)"), Pattern.compile("(\\d+) tokens >"));

    private Overflow() {}

    static boolean isToldBy(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        return SIGNS.stream().anyMatch(lower::contains);
    }

    static String inAnthropicWords(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains(WORDS)) {
            return message;
        }
        Optional<Long> prompt = number(PROMPTS, lower);
        Optional<Long> limit = number(LIMITS, lower);
        if (prompt.isPresent() && limit.isPresent() && prompt.get() > limit.get()) {
            return WORDS + ": " + prompt.get() + " tokens > " + limit.get() + " maximum (" + message + ")";
        }
        return WORDS + ": " + message;
    }

    private static Optional<Long> number(List<Pattern> patterns, String message) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(message);
            if (matcher.find() && matcher.group(1).length() < 16) {
                return Optional.of(Long.parseLong(matcher.group(1)));
            }
        }
        return Optional.empty();
    }
}
