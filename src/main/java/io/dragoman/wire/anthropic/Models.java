package io.dragoman.wire.anthropic;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is known of Anthropic's models by their names, from the vendor's model pages of November 2026.
 *
 * <table>
 * <caption>Answer tokens and thinking by family</caption>
 * <tr><td>Opus from 5.5, Fable and Mythos from 5.1</td><td>128000</td><td>always thinks, takes no forced tool choice</td></tr>
 * <tr><td>Opus from 4.7, Sonnet and Haiku from 5, Fable, Mythos</td><td>128000</td><td>adaptive, no sampling values</td></tr>
 * <tr><td>Opus 4.5 and 4.6, Sonnet 3.7 and 4, Haiku 4</td><td>64000</td><td>budget</td></tr>
 * <tr><td>Opus 4 and 4.1</td><td>32000</td><td>budget</td></tr>
 * <tr><td>3.5; 3</td><td>8192; 4096</td><td>none</td></tr>
 * <tr><td>any other name</td><td>32000</td><td>adaptive at Anthropic, budget elsewhere</td></tr>
 * </table>
 *
 * @param maxTokens  most tokens of an answer
 * @param sampling   temperature, top_p and top_k may be set
 * @param bothOfThem temperature and top_p may be set together
 */
record Models(Thinking thinking, long maxTokens, boolean sampling, boolean bothOfThem) {
    /** How a model is asked to think. */
    enum Thinking { NONE, BUDGET, ADAPTIVE, ALWAYS }

    private static final long UNKNOWN_MAX_TOKENS = 32_000;
    private static final Pattern NAME = Pattern.compile(
            "claude-(?:(opus|sonnet|haiku|fable|mythos)-(\\d{1,2})(?:[-.](\\d{1,2})(?!\\d))?|(\\d)(?:[-.](\\d))?-(?:opus|sonnet|haiku))");

    static Models of(String model, String issuer) {
        Matcher name = NAME.matcher(model);
        if (!name.find()) {
            boolean anthropic = issuer.equals("anthropic");
            return new Models(anthropic ? Thinking.ADAPTIVE : Thinking.BUDGET, UNKNOWN_MAX_TOKENS, true, true);
        }
        return name.group(1) == null ? third(version(name.group(4), name.group(5)))
                : family(name.group(1), version(name.group(2), name.group(3)));
    }

    boolean takesForcedChoice() {
        return thinking != Thinking.ALWAYS;
    }

    private static int version(String major, String minor) {
        return Integer.parseInt(major) * 100 + (minor == null ? 0 : Integer.parseInt(minor));
    }

    private static Models third(int version) {
        if (version >= 307) {
            return new Models(Thinking.BUDGET, 64_000, true, true);
        }
        return new Models(Thinking.NONE, version >= 305 ? 8_192 : 4_096, true, true);
    }

    private static Models family(String family, int version) {
        int always = family.equals("opus") ? 505 : family.equals("fable") || family.equals("mythos") ? 501 : Integer.MAX_VALUE;
        int adaptive = family.equals("opus") ? 407 : family.equals("fable") || family.equals("mythos") ? 0 : 500;
        if (version >= always) {
            return new Models(Thinking.ALWAYS, 128_000, false, false);
        }
        if (version >= adaptive) {
            return new Models(Thinking.ADAPTIVE, 128_000, false, false);
        }
        return new Models(Thinking.BUDGET, family.equals("opus") && version < 405 ? 32_000 : 64_000, true, version < 401);
    }
}
