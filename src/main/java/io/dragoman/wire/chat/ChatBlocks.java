package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import io.dragoman.wire.JsonScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Blocks of this wire. A content part and a call are blocks as they stand; a string of content is a text; reasoning is the fields of its
 * message that hold it, in an object of their own.
 */
final class ChatBlocks implements BlockReader {
    private static final int NESTING = 1000;
    private static final String REFUSAL = "refusal";

    @Override
    public WireName wire() {
        return ChatWire.NAME;
    }

    @Override
    public Block read(Json block) {
        Value value = JsonScan.document(block.toBytes(), NESTING);
        if (value.is(Kind.OBJECT) && !value.field("type").isPresent()) {
            List<Block> reasoning = reasoning(value);
            if (reasoning.size() == 1) {
                return reasoning.get(0);
            }
        }
        String type = value.text("type").orElse("");
        return type.equals("function") || type.equals("custom") ? call(value) : part(value);
    }

    /** A content part, or a string that stands for one. @throws io.dragoman.conversation.DragomanException with status 400 */
    static Block part(Value part) {
        Raw raw = raw(part);
        if (part.is(Kind.STRING)) {
            return new Text(part.string(), List.of(), Optional.of(raw));
        }
        String type = part.require(Kind.OBJECT).required("type").string();
        return switch (type) {
            case "text", "input_text", "output_text" -> text(part.required("text").string(), part);
            case REFUSAL -> new Text(part.required(REFUSAL).string(), List.of(), Optional.of(raw));
            case "image_url" -> MediaParts.image(part);
            case "file" -> MediaParts.file(part);
            default -> new Opaque(type, raw);
        };
    }

    private static Text text(String text, Value part) {
        List<Citation> citations = new ArrayList<>();
        part.field("annotations").ifPresent(all -> all.elements().forEach(one -> citations.add(Citations.read(one.json().tree(), "", text))));
        return new Text(text, citations, Optional.of(raw(part)));
    }

    static boolean isRefusal(Raw raw) {
        return raw.isOf(ChatWire.NAME) && raw.json().tree().path("type").asText("").equals(REFUSAL);
    }

    static Text refusal(String text) {
        JsonNode part = JsonNodeFactory.instance.objectNode().put("type", REFUSAL).put(REFUSAL, text);
        return new Text(text, List.of(), Optional.of(new Raw(ChatWire.NAME, Json.of(part))));
    }

    /** An entry of {@code tool_calls}. */
    static ToolCall call(Value call) {
        boolean custom = call.require(Kind.OBJECT).text("type").orElse("function").equals("custom");
        Value inner = call.required(custom ? "custom" : "function").require(Kind.OBJECT);
        String arguments = inner.given(custom ? "input" : "arguments").map(given -> given.is(Kind.OBJECT) ? given.json().text() : given.string())
                .orElse("");
        return new ToolCall(call.required("id").string(), inner.required("name").string(), Optional.empty(), arguments,
                custom ? ToolCall.Form.TEXT : ToolCall.Form.JSON, Optional.of(raw(call)));
    }

    /** Reasoning that stands in a message, and carriers among its details. Carriers come last: they describe the whole turn. */
    static List<Block> reasoning(Value message) {
        List<JsonNode> foreign = new ArrayList<>();
        List<Block> carriers = new ArrayList<>();
        message.given("reasoning_details").ifPresent(details -> details.elements().forEach(detail -> {
            Optional<String> token = detail.text("data").filter(Carried::recognises);
            if (token.isPresent()) {
                carriers.add(new Carried(token.get(), Optional.of(raw(detail))));
            } else {
                foreign.add(detail.json().tree());
            }
        }));
        String field = message.text("reasoning_content").filter(text -> !text.isEmpty()).isPresent() ? "reasoning_content" : "reasoning";
        String text = message.text(field).orElse("");
        List<Block> blocks = new ArrayList<>();
        if (!text.isEmpty() || !foreign.isEmpty()) {
            blocks.add(ReasoningTrail.thinking(text.isEmpty() ? ReasoningTrail.shown(foreign) : text, field, foreign));
        }
        blocks.addAll(carriers);
        return blocks;
    }

    static Raw raw(Value value) {
        return new Raw(ChatWire.NAME, value.json());
    }
}
