package io.dragoman.bench;

import java.util.Arrays;

/** The figures of one measurement over several rounds. */
record Rounds(double[] values) {
    double median() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length % 2 == 1 ? sorted[sorted.length / 2] : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
    }

    double min() {
        return Arrays.stream(values).min().orElse(Double.NaN);
    }

    double max() {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    /** This over that, round by round: neighbours in time share the machine's mood. */
    Rounds over(Rounds other) {
        double[] ratios = new double[values.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = values[i] / other.values[i];
        }
        return new Rounds(ratios);
    }
}
