package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Usage;
import java.io.IOException;
import java.util.Optional;

/** Token numbers. On this wire the prompt includes what came from the cache, and the answer includes the reasoning. */
final class UsageFields {
    private UsageFields() {}

    static Usage read(JsonNode usage) {
        long prompt = first(usage, "prompt_tokens", "input_tokens");
        long completion = first(usage, "completion_tokens", "output_tokens");
        JsonNode in = usage.path("prompt_tokens_details");
        JsonNode out = usage.path("completion_tokens_details");
        long read = Math.max(number(in, "cached_tokens"), first(usage, "cached_tokens", "prompt_cache_hit_tokens"));
        long write = number(in, "cache_write_tokens");
        long reasoning = number(out, "reasoning_tokens");
        // Some hosts count the reasoning beside the answer; the total tells.
        if (reasoning > 0 && number(usage, "total_tokens") == prompt + completion + reasoning) {
            completion += reasoning;
        }
        return new Usage(Math.max(0, prompt - read - write), read, write, completion, reasoning,
                number(usage.path("server_tool_use"), "web_search_requests"), 0, Optional.of(new Raw(ChatWire.NAME, Json.of(usage))));
    }

    static void write(Usage usage, JsonGenerator out) throws IOException {
        Optional<Raw> own = usage.raw().filter(raw -> raw.isOf(ChatWire.NAME) && tells(raw, usage));
        if (own.isPresent()) {
            out.writeRawValue(own.get().json().text());
            return;
        }
        out.writeStartObject();
        out.writeNumberField("prompt_tokens", usage.prompt());
        out.writeNumberField("completion_tokens", usage.output());
        out.writeNumberField("total_tokens", usage.total());
        out.writeObjectFieldStart("prompt_tokens_details");
        out.writeNumberField("cached_tokens", usage.cacheRead());
        if (usage.cacheWrite() > 0) {
            out.writeNumberField("cache_write_tokens", usage.cacheWrite());
        }
        out.writeEndObject();
        out.writeObjectFieldStart("completion_tokens_details");
        out.writeNumberField("reasoning_tokens", usage.reasoning());
        out.writeEndObject();
        out.writeEndObject();
    }

    /** False when the numbers were changed since, as for a turn of several requests. */
    private static boolean tells(Raw raw, Usage usage) {
        Usage told = read(raw.json().tree());
        return told.prompt() == usage.prompt() && told.output() == usage.output();
    }

    private static long first(JsonNode usage, String name, String otherName) {
        return usage.has(name) ? number(usage, name) : number(usage, otherName);
    }

    private static long number(JsonNode usage, String name) {
        return Math.max(0, usage.path(name).asLong(0));
    }
}
