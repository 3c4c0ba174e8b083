package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.Losses;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the settings of a request that came by another wire, as far as this model and this version of the wire take them. */
final class SettingsWriter {
    /** Thinking tokens for an effort, for models that count them. */
    private static final Map<String, Long> BUDGETS = Map.of("low", 4_096L, "medium", 8_192L, "high", 16_384L, "xhigh", 24_576L, "max", 32_000L);
    private static final long LEAST_BUDGET = 1_024;
    private static final String VERSION_WITHOUT_SAMPLING = "2026-10-21";
    private static final String REASONING = "reasoning";
    private static final String TEMPERATURE = "temperature";
    private static final String TOP_P = "top_p";
    private static final String TOP_K = "top_k";

    /**
     * @param forced        the model must call a tool
     * @param unthoughtLoop the last answer called tools without thinking first
     */
    record Circumstances(long maxTokens, boolean forced, boolean unthoughtLoop) {}

    private final Settings settings;
    private final TargetRules rules;
    private final Models model;
    private final Losses losses;
    private final Fields output = new Fields();

    SettingsWriter(Settings settings, TargetRules rules, Models model, Losses losses) {
        this.settings = settings;
        this.rules = rules;
        this.model = model;
        this.losses = losses;
    }

    void write(Fields out, Circumstances circumstances) {
        settings.user().ifPresent(user -> out.put("metadata", new Fields().put("user_id", user)));
        stop(out);
        Optional<Fields> thinking = settings.reasoning().flatMap(asked -> thinking(asked, circumstances));
        thinking.ifPresent(fields -> out.put(Names.THINKING, fields));
        sampling(out, thinking.flatMap(fields -> fields.get(Names.TYPE)).filter(type -> !type.text().equals("\"disabled\"")).isPresent());
        settings.format().ifPresent(format -> format.schema().ifPresentOrElse(
                schema -> output.put("format", Fields.typed("json_schema").put("schema", schema)),
                () -> losses.dropped("response_format", "Anthropic writes JSON by a schema only.")));
        if (!output.isEmpty()) {
            out.put(Names.OUTPUT_CONFIG, output);
        }
        settings.serviceTier().ifPresent(tier -> tier(out, tier));
        settings.verbosity().ifPresent(v -> losses.dropped("verbosity", "Anthropic has no such setting."));
        settings.cacheKey().ifPresent(k -> losses.dropped("prompt_cache_key", "Anthropic finds its cache by the prompt itself."));
    }

    private void stop(Fields out) {
        List<Json> sequences = new ArrayList<>();
        for (String sequence : settings.stop()) {
            if (sequence.isBlank()) {
                losses.dropped("stop", "Anthropic refuses a stop sequence of blanks.");
            } else {
                sequences.add(Fields.string(sequence));
            }
        }
        if (!sequences.isEmpty()) {
            out.put("stop_sequences", Fields.array(sequences));
        }
    }

    private void tier(Fields out, String tier) {
        switch (tier) {
            case "auto", "standard_only" -> out.put("service_tier", tier);
            case "default" -> out.put("service_tier", "standard_only");
            default -> losses.dropped("service_tier", "Anthropic has no such tier.");
        }
    }

    private void sampling(Fields out, boolean thinking) {
        boolean taken = model.sampling() && !rules.wireVersion().equals(VERSION_WITHOUT_SAMPLING) && !thinking;
        if (!taken) {
            String reason = thinking ? "A model that thinks takes no sampling values." : "This model or version takes no sampling values.";
            settings.temperature().ifPresent(v -> losses.dropped(TEMPERATURE, reason));
            settings.topP().ifPresent(v -> losses.dropped(TOP_P, reason));
            settings.topK().ifPresent(v -> losses.dropped(TOP_K, reason));
            return;
        }
        settings.temperature().ifPresent(value -> out.put(TEMPERATURE, temperature(value)));
        if (settings.temperature().isPresent() && settings.topP().isPresent() && !model.bothOfThem()) {
            losses.dropped(TOP_P, "This model takes a temperature or top_p, not both.");
        } else {
            out.put(TOP_P, settings.topP());
        }
        out.put(TOP_K, settings.topK());
    }

    private Json temperature(Json value) {
        if (value.tree().decimalValue().compareTo(BigDecimal.ONE) <= 0) {
            return value;
        }
        losses.coerced(TEMPERATURE, "Anthropic takes temperatures up to 1.");
        return Json.text("1");
    }

    private Optional<Fields> thinking(Reasoning asked, Circumstances circumstances) {
        if (asked.mode() == Reasoning.Mode.DISABLED || asked.effort().filter("none"::equals).isPresent()) {
            return withoutThinking();
        }
        Optional<String> effort = asked.effort().map(this::effort);
        if (asked.mode() == Reasoning.Mode.UNSAID && effort.isEmpty()) {
            return Optional.empty();
        }
        return switch (model.thinking()) {
            case NONE -> {
                losses.dropped(REASONING, "This model does not think.");
                yield Optional.empty();
            }
            case ALWAYS -> adaptive(effort);
            case ADAPTIVE -> {
                if (circumstances.forced()) {
                    effort.ifPresent(word -> output.put("effort", word));
                    yield forced();
                }
                yield adaptive(effort);
            }
            case BUDGET -> circumstances.forced() ? forced() : budget(asked, effort, circumstances);
        };
    }

    private Optional<Fields> forced() {
        losses.dropped(REASONING, "Anthropic does not think where a tool call is forced.");
        return Optional.empty();
    }

    private Optional<Fields> withoutThinking() {
        return switch (model.thinking()) {
            case NONE, BUDGET -> Optional.empty();
            case ADAPTIVE -> Optional.of(Fields.typed("disabled"));
            case ALWAYS -> {
                losses.coerced(REASONING, "This model always thinks; it is asked to think little.");
                output.put("effort", "low");
                yield Optional.empty();
            }
        };
    }

    private String effort(String effort) {
        if (BUDGETS.containsKey(effort)) {
            return effort;
        }
        losses.coerced("reasoning.effort", "Anthropic has no such effort.");
        return effort.equals("minimal") ? "low" : "high";
    }

    private Optional<Fields> adaptive(Optional<String> effort) {
        effort.ifPresent(word -> output.put("effort", word));
        return Optional.of(Fields.typed("adaptive").put("display", "summarized"));
    }

    private Optional<Fields> budget(Reasoning asked, Optional<String> effort, Circumstances circumstances) {
        if (circumstances.unthoughtLoop()) {
            losses.dropped(REASONING, "The answer that called the tools did not begin with thinking.");
            return Optional.empty();
        }
        long wanted = asked.budgetTokens().orElse(BUDGETS.get(effort.orElse("medium")));
        // A quarter at least is left for the answer itself.
        long budget = Math.max(LEAST_BUDGET, Math.min(wanted, circumstances.maxTokens() * 3 / 4));
        if (budget >= circumstances.maxTokens()) {
            losses.dropped(REASONING, "The answer is too short to think first.");
            return Optional.empty();
        }
        return Optional.of(Fields.typed("enabled").put("budget_tokens", budget));
    }
}
