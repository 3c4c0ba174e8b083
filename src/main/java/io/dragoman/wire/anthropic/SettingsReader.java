package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Settings;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a request asks of the answer. */
final class SettingsReader {
    private final JsonScan.Value root;

    SettingsReader(JsonScan.Value root) {
        this.root = root;
    }

    Settings read() {
        Optional<JsonScan.Value> output = root.given(Names.OUTPUT_CONFIG).map(config -> config.require(Kind.OBJECT));
        return Settings.builder()
                .stream(root.given(Names.STREAM).map(JsonScan.Value::bool).orElse(false))
                .maxTokens(maxTokens())
                .temperature(number("temperature"))
                .topP(number("top_p"))
                .topK(number("top_k"))
                .stop(stop())
                .parallelTools(parallel())
                .reasoning(reasoning(output.flatMap(config -> config.text("effort"))))
                .format(output.flatMap(config -> config.given("format")).or(() -> root.given("output_format")).flatMap(this::format))
                .user(root.given("metadata").flatMap(metadata -> metadata.require(Kind.OBJECT).text("user_id")))
                .serviceTier(root.given("service_tier").map(JsonScan.Value::string))
                .build();
    }

    private OptionalLong maxTokens() {
        Optional<JsonScan.Value> given = root.given(Names.MAX_TOKENS);
        if (given.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong tokens = given.get().whole();
        if (tokens.isEmpty() || tokens.getAsLong() < 0) {
            throw given.get().invalid("must be a whole number, 0 or more");
        }
        return tokens;
    }

    private Optional<Json> number(String name) {
        return root.given(name).map(value -> value.require(Kind.NUMBER).json());
    }

    private List<String> stop() {
        List<String> sequences = new ArrayList<>();
        root.given("stop_sequences").ifPresent(given -> given.require(Kind.ARRAY).elements().forEach(s -> sequences.add(s.string())));
        return sequences;
    }

    private Optional<Boolean> parallel() {
        return root.given(Names.TOOL_CHOICE).flatMap(choice -> choice.given(ToolChoices.DISABLE_PARALLEL)).map(value -> !value.bool());
    }

    private Optional<Reasoning> reasoning(Optional<String> effort) {
        Optional<JsonScan.Value> thinking = root.given(Names.THINKING).map(value -> value.require(Kind.OBJECT));
        if (thinking.isEmpty()) {
            return effort.map(e -> new Reasoning(Reasoning.Mode.UNSAID, effort, OptionalLong.empty(), Optional.empty()));
        }
        JsonScan.Value given = thinking.get();
        OptionalLong budget = given.given("budget_tokens").map(JsonScan.Value::whole).orElse(OptionalLong.empty());
        Reasoning.Mode mode = switch (given.required(Names.TYPE).string()) {
            case "disabled" -> Reasoning.Mode.DISABLED;
            case "enabled" -> Reasoning.Mode.BUDGET;
            default -> Reasoning.Mode.ADAPTIVE;
        };
        return Optional.of(new Reasoning(mode, effort, budget, given.text("display")));
    }

    private Optional<OutputFormat> format(JsonScan.Value format) {
        return format.require(Kind.OBJECT).given("schema")
                .map(schema -> new OutputFormat(Optional.empty(), Optional.empty(), Optional.of(schema.json()), Optional.empty()));
    }
}
