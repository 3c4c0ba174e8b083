package io.dragoman.wire.chat;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Settings;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what a request asks of its answer. A field that is null counts as not said. */
final class SettingsReader {
    private SettingsReader() {}

    static Settings read(Value request) {
        return Settings.builder()
                .stream(request.given("stream").map(Value::bool).orElse(false))
                .includeUsage(request.given("stream_options").map(options -> options.require(Kind.OBJECT))
                        .flatMap(options -> options.given("include_usage")).map(Value::bool).orElse(false))
                .maxTokens(maxTokens(request))
                .temperature(number(request, "temperature"))
                .topP(number(request, "top_p"))
                .topK(number(request, "top_k"))
                .stop(stop(request))
                .parallelTools(request.given("parallel_tool_calls").map(Value::bool))
                .reasoning(request.given("reasoning_effort").map(Value::string)
                        .map(effort -> new Reasoning(Reasoning.Mode.UNSAID, Optional.of(effort), OptionalLong.empty(), Optional.empty())))
                .format(request.given("response_format").flatMap(SettingsReader::format))
                .verbosity(request.given("verbosity").map(Value::string))
                .user(request.given("safety_identifier").or(() -> request.given("user")).map(Value::string))
                .serviceTier(request.given("service_tier").map(Value::string))
                .cacheKey(request.given("prompt_cache_key").map(Value::string))
                .build();
    }

    private static OptionalLong maxTokens(Value request) {
        Optional<Value> given = request.given("max_completion_tokens").or(() -> request.given("max_tokens"));
        if (given.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong tokens = given.get().whole();
        if (tokens.isEmpty() || tokens.getAsLong() == 0) {
            throw given.get().invalid("must be a whole number of at least 1");
        }
        // Hosts that one runs at home take -1 for no limit.
        return tokens.getAsLong() < 0 ? OptionalLong.empty() : tokens;
    }

    private static Optional<Json> number(Value request, String field) {
        return request.given(field).map(value -> value.require(Kind.NUMBER).json());
    }

    private static List<String> stop(Value request) {
        Optional<Value> stop = request.given("stop");
        if (stop.isEmpty()) {
            return List.of();
        }
        return stop.get().is(Kind.STRING) ? List.of(stop.get().string())
                : stop.get().require(Kind.ARRAY).elements().stream().map(Value::string).toList();
    }

    private static Optional<OutputFormat> format(Value format) {
        Value type = format.require(Kind.OBJECT).required("type");
        return switch (type.string()) {
            case "text" -> Optional.empty();
            case "json_object" -> Optional.of(new OutputFormat(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
            case "json_schema" -> Optional.of(schema(format.required("json_schema").require(Kind.OBJECT)));
            default -> throw type.invalid("must be text, json_object or json_schema");
        };
    }

    private static OutputFormat schema(Value schema) {
        return new OutputFormat(schema.text("name"), schema.text("description"),
                schema.given("schema").map(given -> given.require(Kind.OBJECT).json()), schema.given("strict").map(Value::bool));
    }
}
