package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.JsonScan;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The {@code usage} object. Its input counts exclude what the cache gave or took, as the model's do. */
final class UsageFields {
    private static final String INPUT = "input_tokens";
    private static final String CACHE_READ = "cache_read_input_tokens";
    private static final String CACHE_WRITE = "cache_creation_input_tokens";
    private static final String OUTPUT = "output_tokens";
    private static final String DETAILS = "output_tokens_details";
    private static final String THINKING = "thinking_tokens";
    private static final String SERVER_TOOLS = "server_tool_use";
    private static final String SEARCHES = "web_search_requests";
    private static final String FETCHES = "web_fetch_requests";

    /** What was told so far: later objects overwrite what they give, and leave what they leave out or null. */
    private final Fields told = new Fields();

    void add(Optional<JsonScan.Value> usage) {
        usage.filter(value -> value.is(JsonScan.Kind.OBJECT)).ifPresent(object -> {
            for (Map.Entry<String, JsonScan.Value> field : object.fields().entrySet()) {
                boolean given = !field.getValue().is(JsonScan.Kind.NULL);
                if (given || told.get(field.getKey()).isEmpty()) {
                    told.put(field.getKey(), field.getValue().json());
                }
            }
        });
    }

    Usage usage() {
        if (told.isEmpty()) {
            return Usage.NONE;
        }
        Json json = told.json();
        JsonScan.Value value = JsonScan.reply(json.toBytes());
        return new Usage(count(value, INPUT), count(value, CACHE_READ), count(value, CACHE_WRITE), count(value, OUTPUT),
                value.given(DETAILS).map(details -> count(details, THINKING)).orElse(0L),
                value.given(SERVER_TOOLS).map(tools -> count(tools, SEARCHES)).orElse(0L),
                value.given(SERVER_TOOLS).map(tools -> count(tools, FETCHES)).orElse(0L),
                Optional.of(new Raw(AnthropicWire.NAME, json)));
    }

    private static long count(JsonScan.Value object, String name) {
        return Math.max(0, object.given(name).map(JsonScan.Value::whole).filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong).orElse(0L));
    }

    /** The usage object for a client: as Anthropic told it, or made of the counts. */
    static Json write(Usage usage) {
        Optional<Json> own = usage.raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).map(Raw::json);
        if (own.isPresent()) {
            return own.get();
        }
        Fields fields = new Fields().put(INPUT, usage.input()).put(CACHE_WRITE, usage.cacheWrite())
                .put(CACHE_READ, usage.cacheRead()).put(OUTPUT, usage.output());
        if (usage.reasoning() > 0) {
            fields.put(DETAILS, new Fields().put(THINKING, usage.reasoning()));
        }
        if (usage.webSearches() + usage.webFetches() > 0) {
            fields.put(SERVER_TOOLS, new Fields().put(SEARCHES, usage.webSearches()).put(FETCHES, usage.webFetches()));
        }
        return fields.json();
    }
}
