package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Gathers an answer and writes it as one document: the same that a client makes of the stream. */
final class DocumentOutput implements AnswerOutput {
    private record Call(String id, String name, boolean custom, StringBuilder arguments) {}

    private final ReplyContext context;
    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final List<Call> calls = new ArrayList<>();
    private final List<JsonNode> annotations = new ArrayList<>();
    private final List<JsonNode> reasoningDetails = new ArrayList<>();
    private String model;

    DocumentOutput(ReplyContext context) {
        this.context = context;
        this.model = context.request().model();
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public void started(String providerModel) {
        if (!providerModel.isEmpty()) {
            model = providerModel;
        }
    }

    @Override
    public void content(String piece, ByteArrayOutputStream out) {
        content.append(piece);
    }

    @Override
    public void refusal(String piece, ByteArrayOutputStream out) {
        refusal.append(piece);
    }

    @Override
    public void reasoning(String piece, ByteArrayOutputStream out) {
        reasoning.append(piece);
    }

    @Override
    public void call(int index, String id, String name, boolean custom, ByteArrayOutputStream out) {
        calls.add(new Call(id, name, custom, new StringBuilder()));
    }

    @Override
    public void arguments(int index, boolean custom, String piece, ByteArrayOutputStream out) {
        calls.get(index).arguments().append(piece);
    }

    @Override
    public void extras(List<JsonNode> sources, List<JsonNode> details, ByteArrayOutputStream out) {
        annotations.addAll(sources);
        reasoningDetails.addAll(details);
    }

    @Override
    public void finished(String finishReason, Usage usage, ByteArrayOutputStream out) {
        try (JsonGenerator json = Json.MAPPER.getFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("id", "chatcmpl-" + context.replyId());
            json.writeStringField("object", "chat.completion");
            json.writeNumberField("created", context.created());
            json.writeStringField("model", model);
            json.writeArrayFieldStart("choices");
            json.writeStartObject();
            json.writeNumberField("index", 0);
            json.writeFieldName("message");
            message(json);
            json.writeStringField("finish_reason", finishReason);
            json.writeNullField("logprobs");
            json.writeEndObject();
            json.writeEndArray();
            json.writeFieldName("usage");
            UsageFields.write(usage, json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void message(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("role", "assistant");
        boolean silent = content.isEmpty() && (!calls.isEmpty() || !refusal.isEmpty());
        json.writeStringField("content", silent ? null : content.toString());
        json.writeStringField("refusal", refusal.isEmpty() ? null : refusal.toString());
        if (!reasoning.isEmpty()) {
            json.writeStringField("reasoning_content", reasoning.toString());
        }
        trees("reasoning_details", reasoningDetails, json);
        trees("annotations", annotations, json);
        if (!calls.isEmpty()) {
            json.writeArrayFieldStart("tool_calls");
            for (Call call : calls) {
                write(call, json);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void write(Call call, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", call.id());
        json.writeStringField("type", call.custom() ? "custom" : "function");
        json.writeObjectFieldStart(call.custom() ? "custom" : "function");
        json.writeStringField("name", call.name());
        json.writeStringField(call.custom() ? "input" : "arguments", call.arguments().toString());
        json.writeEndObject();
        json.writeEndObject();
    }

    static void trees(String name, List<JsonNode> trees, JsonGenerator json) throws IOException {
        if (!trees.isEmpty()) {
            json.writeArrayFieldStart(name);
            for (JsonNode tree : trees) {
                json.writeRawValue(Json.of(tree).text());
            }
            json.writeEndArray();
        }
    }

    @Override
    public void failed(Failure failure, ByteArrayOutputStream out) {
        out.writeBytes(new ChatErrors().body(failure));
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        // A document has no room for it.
    }
}
