package io.dragoman.wire.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Usage;
import java.io.IOException;
import java.util.Optional;

/** Token arithmetic of this wire: input tokens count the cached ones too, output tokens the reasoning. */
final class UsageFields {
    private UsageFields() {}

    /**
     * @param usage        the usage object, or null or missing where the provider gave none
     * @param webSearches  searches of this reply
     */
    static Usage read(JsonNode usage, long webSearches) {
        JsonNode details = usage.path("input_tokens_details");
        long cached = number(details, "cached_tokens");
        long written = number(details, "cache_write_tokens");
        long input = Math.max(0, number(usage, "input_tokens") - cached - written);
        return new Usage(input, cached, written, number(usage, "output_tokens"),
                number(usage.path("output_tokens_details"), "reasoning_tokens"), webSearches, 0,
                usage.isObject() ? Optional.of(new Raw(ResponsesWire.NAME, Json.of(usage))) : Optional.empty());
    }

    private static long number(JsonNode object, String field) {
        return Math.max(0, object.path(field).asLong(0));
    }

    static void write(Usage usage, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("input_tokens", usage.prompt());
        json.writeObjectFieldStart("input_tokens_details");
        json.writeNumberField("cached_tokens", usage.cacheRead());
        json.writeNumberField("cache_write_tokens", usage.cacheWrite());
        json.writeEndObject();
        json.writeNumberField("output_tokens", usage.output());
        json.writeObjectFieldStart("output_tokens_details");
        json.writeNumberField("reasoning_tokens", usage.reasoning());
        json.writeEndObject();
        json.writeNumberField("total_tokens", usage.total());
        json.writeEndObject();
    }
}
