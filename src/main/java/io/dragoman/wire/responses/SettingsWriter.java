package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Settings;
import io.dragoman.wire.Losses;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes what a request asks of the answer as top-level fields. */
final class SettingsWriter {
    /** Fewer tokens are refused. */
    private static final long LEAST_TOKENS = 16;
    /** Thinking budgets up to these many tokens are told as effort low and medium; more is high. */
    private static final long LOW_BUDGET = 4_096;
    private static final long MEDIUM_BUDGET = 16_384;
    private static final Set<String> EFFORTS = Set.of("none", "minimal", "low", "medium", "high", "xhigh", "max");
    private static final Set<String> TIERS = Set.of("auto", "default", "flex", "scale", "priority", "fast", "ultrafast");

    private final Settings settings;
    private final Losses losses;
    private final Map<String, Json> fields = new LinkedHashMap<>();

    private SettingsWriter(Settings settings, Losses losses) {
        this.settings = settings;
        this.losses = losses;
    }

    /** All but {@code stream} and {@code parallel_tool_calls}, which depend on more than the settings. */
    static Map<String, Json> write(Settings settings, Losses losses) {
        SettingsWriter writer = new SettingsWriter(settings, losses);
        writer.reasoning();
        writer.text();
        writer.limits();
        writer.caller();
        return writer.fields;
    }

    private void reasoning() {
        settings.reasoning().ifPresent(reasoning -> {
            ObjectNode object = Json.MAPPER.createObjectNode();
            Optional<String> effort = effort(reasoning);
            effort.ifPresent(word -> object.put("effort", word));
            if (effort.filter("none"::equals).isEmpty() && reasoning.summary().filter("omitted"::equals).isEmpty()) {
                object.put("summary", reasoning.summary().filter(Set.of("concise", "detailed")::contains).orElse("auto"));
            }
            if (!object.isEmpty()) {
                fields.put("reasoning", Json.of(object));
            }
        });
    }

    private Optional<String> effort(Reasoning reasoning) {
        if (reasoning.mode() == Reasoning.Mode.DISABLED) {
            return Optional.of("none");
        }
        if (reasoning.effort().isPresent()) {
            Optional<String> known = reasoning.effort().filter(EFFORTS::contains);
            if (known.isEmpty()) {
                losses.dropped("effort", "The Responses wire knows no such effort.");
            }
            return known;
        }
        if (reasoning.budgetTokens().isPresent()) {
            losses.coerced("budget_tokens", "The Responses wire takes an effort instead of a number of thinking tokens.");
            long budget = reasoning.budgetTokens().getAsLong();
            return Optional.of(budget <= LOW_BUDGET ? "low" : budget <= MEDIUM_BUDGET ? "medium" : "high");
        }
        return Optional.empty();
    }

    private void text() {
        ObjectNode text = Json.MAPPER.createObjectNode();
        settings.format().ifPresent(format -> text.set("format", format(format)));
        settings.verbosity().ifPresent(word -> text.put("verbosity", word));
        if (!text.isEmpty()) {
            fields.put("text", Json.of(text));
        }
    }

    private static ObjectNode format(OutputFormat format) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        if (format.schema().isEmpty()) {
            return object.put(TYPE, "json_object");
        }
        Json schema = format.schema().get();
        object.put(TYPE, "json_schema").put("name", format.name().map(SettingsWriter::name).orElse("response"));
        format.description().ifPresent(text -> object.put("description", text));
        object.set("schema", schema.tree());
        return object.put("strict", format.strict().orElseGet(() -> Schemas.isStrict(schema.tree())));
    }

    private static String name(String name) {
        String clean = name.replaceAll("[^a-zA-Z0-9_-]", "_");
        return clean.isEmpty() ? "response" : clean.substring(0, Math.min(clean.length(), Ids.LONGEST));
    }

    private void limits() {
        if (settings.maxTokens().isPresent()) {
            long asked = settings.maxTokens().getAsLong();
            if (asked < LEAST_TOKENS) {
                losses.coerced("max_tokens", "The Responses wire takes no limit below " + LEAST_TOKENS + " tokens.");
            }
            fields.put("max_output_tokens", Json.text(Long.toString(Math.max(asked, LEAST_TOKENS))));
        }
        settings.temperature().ifPresent(value -> fields.put("temperature", value));
        settings.topP().ifPresent(value -> fields.put("top_p", value));
        if (settings.topK().isPresent()) {
            losses.dropped("top_k", "The Responses wire has no top_k.");
        }
        if (!settings.stop().isEmpty()) {
            losses.dropped("stop", "The Responses wire has no stop sequences.");
        }
    }

    private void caller() {
        settings.user().filter(user -> !user.isEmpty()).ifPresent(user -> fields.put("safety_identifier", string(Ids.bounded(user))));
        settings.cacheKey().ifPresent(key -> fields.put("prompt_cache_key", string(Ids.bounded(key))));
        settings.serviceTier().ifPresent(tier -> {
            if (TIERS.contains(tier)) {
                fields.put("service_tier", string(tier));
            } else if (tier.equals("standard_only")) {
                fields.put("service_tier", string("default"));
            } else {
                losses.dropped("service_tier", "The Responses wire knows no such tier.");
            }
        });
    }

    static Json string(String text) {
        return Json.of(Json.MAPPER.getNodeFactory().textNode(text));
    }
}
