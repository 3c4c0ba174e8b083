package io.dragoman.wire.responses;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The response object: who and when, what it amounts to, and the request's own settings, which clients of this wire expect back. */
final class ReplyHead {
    /** How the response stands. */
    record Standing(String status, List<byte[]> output, Optional<Usage> usage, Optional<Failure> failure, Optional<String> incomplete) {
        static Standing running() {
            return new Standing("in_progress", List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    private static final Map<String, String> ECHOED = echoed();

    private final String id;
    private final long created;
    private final Map<String, byte[]> settings = new LinkedHashMap<>();
    private String model;

    ReplyHead(ReplyContext context) {
        this(context, "resp_" + context.replyId());
    }

    ReplyHead(ReplyContext context, String id) {
        this.id = id;
        created = context.created();
        Conversation request = context.request();
        model = request.model();
        Optional<Origin> own = request.origin().filter(origin -> origin.wire().equals(ResponsesWire.NAME));
        ECHOED.forEach((name, otherwise) -> {
            Optional<byte[]> given = own.flatMap(origin -> origin.field(name)).map(Json::toBytes);
            if (given.isPresent() || !otherwise.isEmpty()) {
                settings.put(name, given.orElseGet(() -> otherwise.getBytes(StandardCharsets.UTF_8)));
            }
        });
    }

    /** Adds what a response says again of its request: settings, and which tool is the client's tool search. */
    static Conversation remember(Conversation request, Conversation least) {
        List<Tool> tools = request.tools().stream().filter(tool -> tool.name().equals(Names.TOOL_SEARCH))
                .flatMap(tool -> tool.raw().<Tool>map(raw -> new Tool.OpaqueTool(tool.name(), tool.name(), own(raw))).stream()).toList();
        Optional<Origin> origin = request.origin().filter(o -> o.wire().equals(ResponsesWire.NAME)).map(o -> {
            Map<String, Json> fields = new LinkedHashMap<>();
            ECHOED.keySet().forEach(name -> o.field(name).ifPresent(json -> fields.put(name, own(json))));
            return new Origin(o.wire(), Json.text("{}"), fields, List.of(), List.of(), List.of(), Optional.empty(), least.settings());
        });
        return new Conversation(least.model(), List.of(), List.of(), tools, Optional.empty(), least.settings(), origin);
    }

    private static Raw own(Raw raw) {
        return new Raw(raw.wire(), own(raw.json()));
    }

    private static Json own(Json view) {
        byte[] bytes = view.toBytes();
        return Json.slice(bytes, 0, bytes.length);
    }

    /** Settings and what they are when the client did not say; empty: then they are left out. */
    private static Map<String, String> echoed() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("background", "");
        fields.put("instructions", "null");
        fields.put("max_output_tokens", "null");
        fields.put("max_tool_calls", "");
        fields.put("metadata", "{}");
        fields.put("parallel_tool_calls", "true");
        fields.put("previous_response_id", "null");
        fields.put("prompt_cache_key", "");
        fields.put("reasoning", "{\"effort\":null,\"summary\":null}");
        fields.put("safety_identifier", "");
        fields.put("service_tier", "");
        fields.put("store", "");
        fields.put("temperature", "1");
        fields.put("text", "{\"format\":{\"type\":\"text\"}}");
        fields.put("tool_choice", "\"auto\"");
        fields.put("tools", "[]");
        fields.put("top_logprobs", "");
        fields.put("top_p", "1");
        fields.put("truncation", "\"disabled\"");
        fields.put("user", "");
        return fields;
    }

    /** The model that answers, as its provider names it; without a name the client's own word stays. */
    void model(String name) {
        if (!name.isEmpty()) {
            model = name;
        }
    }

    void write(JsonOut out, Standing standing) throws IOException {
        start(out, standing);
        for (Map.Entry<String, byte[]> setting : settings.entrySet()) {
            out.raw(setting.getKey(), setting.getValue());
        }
        end(out, standing);
    }

    /** Enough for clients that only want a sign of life. */
    void writeShort(JsonOut out) throws IOException {
        start(out, Standing.running());
        end(out, Standing.running());
    }

    private void start(JsonOut out, Standing standing) throws IOException {
        out.text("id", id).text("object", "response").number("created_at", created).text("status", standing.status());
        if (standing.failure().isPresent()) {
            Failure failure = standing.failure().get();
            out.json().writeObjectFieldStart("error");
            out.text("code", ResponsesErrors.streamCode(failure)).text("message", failure.message());
            out.json().writeEndObject();
        } else {
            out.empty("error");
        }
        if (standing.incomplete().isPresent()) {
            out.json().writeObjectFieldStart("incomplete_details");
            out.text("reason", standing.incomplete().get());
            out.json().writeEndObject();
        } else {
            out.empty("incomplete_details");
        }
        out.text("model", model);
    }

    private static void end(JsonOut out, Standing standing) throws IOException {
        out.list("output", standing.output());
        if (standing.usage().isEmpty()) {
            out.empty("usage");
            return;
        }
        Usage usage = standing.usage().get();
        Optional<byte[]> own = usage.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(raw -> raw.json().toBytes());
        if (own.isPresent()) {
            out.raw("usage", own.get());
        } else {
            out.json().writeFieldName("usage");
            UsageFields.write(usage, out.json());
        }
        if (usage.webSearches() > 0) {
            out.json().writeObjectFieldStart("tool_usage");
            out.json().writeObjectFieldStart("web_search");
            out.number("num_requests", usage.webSearches());
            out.json().writeEndObject();
            out.json().writeEndObject();
        }
    }
}
