package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a request asks of the answer, besides its content. Numbers stay as they were spelt.
 *
 * @param stream        the client wants events
 * @param includeUsage  a Chat client asked for a usage chunk
 * @param maxTokens     most tokens of the answer
 * @param parallelTools more than one tool call in a turn
 * @param user          who asks, opaque
 * @param cacheKey      prompt cache key
 */
public record Settings(boolean stream, boolean includeUsage, OptionalLong maxTokens, Optional<Json> temperature, Optional<Json> topP,
        Optional<Json> topK, List<String> stop, Optional<Boolean> parallelTools, Optional<Reasoning> reasoning,
        Optional<OutputFormat> format, Optional<String> verbosity, Optional<String> user, Optional<String> serviceTier,
        Optional<String> cacheKey) {
    public static final Settings DEFAULT = builder().build();

    public Settings {
        stop = List.copyOf(stop);
    }

    public static Builder builder() {
        return new Builder();
    }

    public Builder toBuilder() {
        Builder b = new Builder();
        b.stream = stream;
        b.includeUsage = includeUsage;
        b.maxTokens = maxTokens;
        b.temperature = temperature;
        b.topP = topP;
        b.topK = topK;
        b.stop = stop;
        b.parallelTools = parallelTools;
        b.reasoning = reasoning;
        b.format = format;
        b.verbosity = verbosity;
        b.user = user;
        b.serviceTier = serviceTier;
        b.cacheKey = cacheKey;
        return b;
    }

    /** Collects settings; what is not set stays absent. */
    public static final class Builder {
        private boolean stream;
        private boolean includeUsage;
        private OptionalLong maxTokens = OptionalLong.empty();
        private Optional<Json> temperature = Optional.empty();
        private Optional<Json> topP = Optional.empty();
        private Optional<Json> topK = Optional.empty();
        private List<String> stop = List.of();
        private Optional<Boolean> parallelTools = Optional.empty();
        private Optional<Reasoning> reasoning = Optional.empty();
        private Optional<OutputFormat> format = Optional.empty();
        private Optional<String> verbosity = Optional.empty();
        private Optional<String> user = Optional.empty();
        private Optional<String> serviceTier = Optional.empty();
        private Optional<String> cacheKey = Optional.empty();

        private Builder() {}

        public Builder stream(boolean value) {
            stream = value;
            return this;
        }

        public Builder includeUsage(boolean value) {
            includeUsage = value;
            return this;
        }

        public Builder maxTokens(OptionalLong value) {
            maxTokens = value;
            return this;
        }

        public Builder temperature(Optional<Json> value) {
            temperature = value;
            return this;
        }

        public Builder topP(Optional<Json> value) {
            topP = value;
            return this;
        }

        public Builder topK(Optional<Json> value) {
            topK = value;
            return this;
        }

        public Builder stop(List<String> value) {
            stop = value;
            return this;
        }

        public Builder parallelTools(Optional<Boolean> value) {
            parallelTools = value;
            return this;
        }

        public Builder reasoning(Optional<Reasoning> value) {
            reasoning = value;
            return this;
        }

        public Builder format(Optional<OutputFormat> value) {
            format = value;
            return this;
        }

        public Builder verbosity(Optional<String> value) {
            verbosity = value;
            return this;
        }

        public Builder user(Optional<String> value) {
            user = value;
            return this;
        }

        public Builder serviceTier(Optional<String> value) {
            serviceTier = value;
            return this;
        }

        public Builder cacheKey(Optional<String> value) {
            cacheKey = value;
            return this;
        }

        public Settings build() {
            return new Settings(stream, includeUsage, maxTokens, temperature, topP, topK, stop, parallelTools, reasoning, format,
                    verbosity, user, serviceTier, cacheKey);
        }
    }
}
