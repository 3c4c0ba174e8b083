package io.dragoman.replay;

import java.util.Map;

/**
 * What happened to the runs of a request.
 *
 * @param counts runs by outcome and reason; never contents. {@code captured}: taken out; {@code carried}: those of them that came in a
 *               carrier; {@code replayed}: put back verbatim; {@code folded}: told as searches; {@code withheld:<reason>}: the target may
 *               not see it; {@code dropped:<reason>}: lost to everybody, or to this target though it is entitled to it. Beside runs:
 *               {@code ignored:<reason>} counts carriers that opened to nothing, {@code marks-dropped} cache marks,
 *               {@code citations:<reason>} texts that went without their citations
 */
public record ReplayReport(Map<String, Integer> counts) {
    public static final ReplayReport NOTHING = new ReplayReport(Map.of());

    public ReplayReport {
        counts = Map.copyOf(counts);
    }
}
