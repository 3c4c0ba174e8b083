package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Settings;
import io.dragoman.wire.Losses;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes settings as fields of a request. Token numbers are always asked for: the client's wire, or the gateway, counts with them. */
final class SettingsWriter {
    private static final int MOST_STOPS = 4;
    private static final int LONGEST_LABEL = 64;
    private static final Set<String> EFFORTS = Set.of("none", "minimal", "low", "medium", "high", "xhigh", "max");
    private static final Set<String> TIERS = Set.of("auto", "default", "flex", "scale", "priority", "fast");

    private SettingsWriter() {}

    static Map<String, Json> write(Settings settings, Losses losses) {
        Map<String, Json> fields = new LinkedHashMap<>();
        settings.maxTokens().ifPresent(most -> fields.put("max_completion_tokens", Json.text(Long.toString(most))));
        settings.temperature().ifPresent(value -> fields.put("temperature", value));
        settings.topP().ifPresent(value -> fields.put("top_p", value));
        settings.topK().ifPresent(value -> losses.dropped("top_k", "The Chat wire has no such field."));
        stop(settings, losses).ifPresent(stop -> fields.put("stop", stop));
        settings.reasoning().flatMap(reasoning -> effort(reasoning, losses)).ifPresent(effort -> fields.put("reasoning_effort", JsonText.string(effort)));
        settings.format().ifPresent(format -> fields.put("response_format", Json.of(format(format))));
        settings.verbosity().ifPresent(verbosity -> fields.put("verbosity", JsonText.string(verbosity)));
        tier(settings, losses).ifPresent(tier -> fields.put("service_tier", JsonText.string(tier)));
        settings.user().ifPresent(user -> fields.put("user", JsonText.string(label(user))));
        settings.cacheKey().ifPresent(key -> fields.put("prompt_cache_key", JsonText.string(label(key))));
        if (settings.stream()) {
            fields.put("stream", Json.text("true"));
            fields.put("stream_options", Json.text("{\"include_usage\":true}"));
        }
        return fields;
    }

    private static Optional<Json> stop(Settings settings, Losses losses) {
        if (settings.stop().isEmpty()) {
            return Optional.empty();
        }
        if (settings.stop().size() > MOST_STOPS) {
            losses.dropped("stop", "The Chat wire takes four stop sequences.");
        }
        ArrayNode stop = JsonNodeFactory.instance.arrayNode();
        settings.stop().stream().limit(MOST_STOPS).forEach(stop::add);
        return Optional.of(Json.of(stop));
    }

    /** Thinking that is switched off, and thinking that the model shall measure out itself, have no word that every host takes. */
    private static Optional<String> effort(Reasoning reasoning, Losses losses) {
        if (reasoning.mode() == Reasoning.Mode.DISABLED) {
            losses.coerced("thinking", "The Chat wire cannot switch reasoning off; the host's default holds.");
            return Optional.empty();
        }
        if (reasoning.effort().isPresent()) {
            if (!EFFORTS.contains(reasoning.effort().get())) {
                losses.dropped("reasoning_effort", "The Chat wire has no such effort.");
            }
            return reasoning.effort().filter(EFFORTS::contains);
        }
        return reasoning.budgetTokens().isPresent() ? Optional.of(band(reasoning.budgetTokens().getAsLong())) : Optional.empty();
    }

    private static String band(long budget) {
        return budget <= 4096 ? "low" : budget <= 16_384 ? "medium" : "high";
    }

    private static Optional<String> tier(Settings settings, Losses losses) {
        Optional<String> tier = settings.serviceTier().map(name -> name.equals("standard_only") ? "default" : name);
        if (tier.isPresent() && !TIERS.contains(tier.get())) {
            losses.dropped("service_tier", "The Chat wire has no such tier.");
        }
        return tier.filter(TIERS::contains);
    }

    private static ObjectNode format(OutputFormat format) {
        ObjectNode written = JsonNodeFactory.instance.objectNode();
        if (format.schema().isEmpty()) {
            return written.put("type", "json_object");
        }
        ObjectNode schema = written.put("type", "json_schema").putObject("json_schema");
        String name = format.name().orElse("response").replaceAll("[^a-zA-Z0-9_-]", "_");
        schema.put("name", name.isEmpty() ? "response" : name.substring(0, Math.min(name.length(), LONGEST_LABEL)));
        format.description().ifPresent(description -> schema.put("description", description));
        schema.set("schema", format.schema().get().tree());
        // Other wires hold answers to the schema without being asked to; where this one can, it shall too.
        boolean strict = format.strict().orElseGet(() -> ObjectSchema.isStrict(format.schema().get().tree()));
        if (strict || format.strict().isPresent()) {
            schema.put("strict", strict);
        }
        return written;
    }

    /** Labels are opaque: one that is too long is told by its hash, the same each time. */
    private static String label(String value) {
        if (value.length() <= LONGEST_LABEL) {
            return value;
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
