package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes chunks that strict clients take: the role in the first, id, type and name of a call once, the finish reason in a chunk of its own,
 * token numbers only when asked for, and then on a chunk without choices.
 */
final class ChunkOutput implements AnswerOutput {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private enum State { BEFORE_ROLE, SPEAKING, ENDED }

    private interface Delta {
        void write(JsonGenerator json) throws IOException;
    }

    private final ReplyContext context;
    private final boolean includeUsage;
    private final ChatErrors errors = new ChatErrors();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    private String model;
    private State state = State.BEFORE_ROLE;
    private boolean saidAnything;

    ChunkOutput(ReplyContext context) {
        this.context = context;
        this.includeUsage = context.request().settings().includeUsage();
        this.model = context.request().model();
    }

    @Override
    public String contentType() {
        return "text/event-stream";
    }

    @Override
    public void started(String providerModel) {
        if (!providerModel.isEmpty()) {
            model = providerModel;
        }
    }

    @Override
    public void content(String piece, ByteArrayOutputStream out) {
        saidAnything = true;
        delta(out, json -> json.writeStringField("content", piece));
    }

    @Override
    public void refusal(String piece, ByteArrayOutputStream out) {
        saidAnything = true;
        delta(out, json -> {
            noContentYet(json);
            json.writeStringField("refusal", piece);
        });
    }

    @Override
    public void reasoning(String piece, ByteArrayOutputStream out) {
        delta(out, json -> json.writeStringField("reasoning_content", piece));
    }

    @Override
    public void call(int index, String id, String name, boolean custom, ByteArrayOutputStream out) {
        saidAnything = true;
        delta(out, json -> {
            noContentYet(json);
            json.writeArrayFieldStart("tool_calls");
            json.writeStartObject();
            json.writeNumberField("index", index);
            json.writeStringField("id", id);
            json.writeStringField("type", custom ? "custom" : "function");
            json.writeObjectFieldStart(custom ? "custom" : "function");
            json.writeStringField("name", name);
            json.writeStringField(custom ? "input" : "arguments", "");
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndArray();
        });
    }

    @Override
    public void arguments(int index, boolean custom, String piece, ByteArrayOutputStream out) {
        delta(out, json -> {
            json.writeArrayFieldStart("tool_calls");
            json.writeStartObject();
            json.writeNumberField("index", index);
            json.writeObjectFieldStart(custom ? "custom" : "function");
            json.writeStringField(custom ? "input" : "arguments", piece);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndArray();
        });
    }

    @Override
    public void extras(List<JsonNode> annotations, List<JsonNode> reasoningDetails, ByteArrayOutputStream out) {
        delta(out, json -> {
            DocumentOutput.trees("annotations", annotations, json);
            DocumentOutput.trees("reasoning_details", reasoningDetails, json);
        });
    }

    @Override
    public void finished(String finishReason, Usage usage, ByteArrayOutputStream out) {
        if (!saidAnything) {
            delta(out, json -> json.writeStringField("content", ""));
        }
        chunk(out, json -> { }, finishReason);
        if (includeUsage) {
            frame(out, json -> {
                json.writeArrayFieldStart("choices");
                json.writeEndArray();
                json.writeFieldName("usage");
                UsageFields.write(usage, json);
            });
        }
        SseWriter.data(out, DONE);
        state = State.ENDED;
    }

    @Override
    public void failed(Failure failure, ByteArrayOutputStream out) {
        SseWriter.data(out, errors.body(failure));
        state = State.ENDED;
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        if (state != State.ENDED) {
            SseWriter.comment(out, "keep-alive");
        }
    }

    /** A first chunk without content says so: clients begin their message with it. */
    private void noContentYet(JsonGenerator json) throws IOException {
        if (state == State.BEFORE_ROLE) {
            json.writeNullField("content");
        }
    }

    private void delta(ByteArrayOutputStream out, Delta delta) {
        chunk(out, delta, "");
    }

    private void chunk(ByteArrayOutputStream out, Delta delta, String finishReason) {
        frame(out, json -> {
            json.writeArrayFieldStart("choices");
            json.writeStartObject();
            json.writeNumberField("index", 0);
            json.writeObjectFieldStart("delta");
            if (state == State.BEFORE_ROLE) {
                json.writeStringField("role", "assistant");
            }
            delta.write(json);
            json.writeEndObject();
            if (finishReason.isEmpty()) {
                json.writeNullField("finish_reason");
            } else {
                json.writeStringField("finish_reason", finishReason);
            }
            json.writeNullField("logprobs");
            json.writeEndObject();
            json.writeEndArray();
            if (includeUsage) {
                json.writeNullField("usage");
            }
        });
        state = State.SPEAKING;
    }

    private void frame(ByteArrayOutputStream out, Delta rest) {
        line.reset();
        try (JsonGenerator json = Json.MAPPER.getFactory().createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("id", "chatcmpl-" + context.replyId());
            json.writeStringField("object", "chat.completion.chunk");
            json.writeNumberField("created", context.created());
            json.writeStringField("model", model);
            rest.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SseWriter.data(out, line.toByteArray());
    }
}
