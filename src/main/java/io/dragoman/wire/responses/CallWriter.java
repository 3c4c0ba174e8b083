package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ARGUMENTS;
import static io.dragoman.wire.responses.Names.CALL_ID;
import static io.dragoman.wire.responses.Names.INPUT;
import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.NAMESPACE;
import static io.dragoman.wire.responses.Names.OUTPUT;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.Losses;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes calls of client tools and their results. Only call ids are sent, no item ids: the provider knows its own alone.
 */
final class CallWriter {
    static final Set<String> CALLS = Set.of(Names.FUNCTION_CALL, Names.CUSTOM_TOOL_CALL, Names.TOOL_SEARCH_CALL);
    static final Set<String> RESULTS = Set.of(Names.FUNCTION_CALL_OUTPUT, Names.CUSTOM_TOOL_CALL_OUTPUT, Names.TOOL_SEARCH_OUTPUT);

    private static final String ERROR_MARK = "[tool error]";

    private final PartWriter parts;
    private final Losses losses;
    private final Set<String> textCalls = new HashSet<>();

    CallWriter(PartWriter parts, Losses losses) {
        this.parts = parts;
        this.losses = losses;
    }

    /** Remembers a call, so that its result is written in the same form. */
    void note(Block block) {
        if (block instanceof ToolCall call && call.form() == ToolCall.Form.TEXT) {
            textCalls.add(call.id());
        }
    }

    /** @param read a copy of the item that the call was read from, which keeps what the model does not hold */
    ObjectNode call(ToolCall call, Optional<ObjectNode> read) {
        if (read.isPresent() && read.get().path(TYPE).asText().equals(Names.TOOL_SEARCH_CALL)) {
            return read.get().put(CALL_ID, call.id());
        }
        boolean text = call.form() == ToolCall.Form.TEXT;
        ObjectNode item = read.orElseGet(() -> Json.MAPPER.createObjectNode()
                .put(TYPE, text ? Names.CUSTOM_TOOL_CALL : Names.FUNCTION_CALL));
        item.put(CALL_ID, call.id()).put(NAME, call.name());
        if (call.namespace().isPresent()) {
            item.put(NAMESPACE, call.namespace().get());
        } else {
            item.remove(NAMESPACE);
        }
        if (item.path(TYPE).asText().equals(Names.CUSTOM_TOOL_CALL)) {
            return item.put(INPUT, call.arguments());
        }
        return item.put(ARGUMENTS, text ? Json.MAPPER.createObjectNode().put(INPUT, call.arguments()).toString() : arguments(call));
    }

    private static String arguments(ToolCall call) {
        return call.arguments().isBlank() ? "{}" : call.arguments();
    }

    /** @param read a copy of the item that the result was read from */
    ObjectNode result(ToolResult result, Optional<ObjectNode> read) {
        if (read.isPresent() && read.get().path(TYPE).asText().equals(Names.TOOL_SEARCH_OUTPUT)) {
            return read.get().put(CALL_ID, result.callId());
        }
        ObjectNode item = read.orElseGet(() -> Json.MAPPER.createObjectNode()
                .put(TYPE, textCalls.contains(result.callId()) ? Names.CUSTOM_TOOL_CALL_OUTPUT : Names.FUNCTION_CALL_OUTPUT));
        item.put(CALL_ID, result.callId());
        return output(result, item);
    }

    private ObjectNode output(ToolResult result, ObjectNode item) {
        String mark = result.error() ? ERROR_MARK : "";
        if (result.error()) {
            losses.coerced("is_error", "The Responses wire has no error flag on a tool result; a mark in its text says so.");
        }
        List<Block> content = result.content();
        if (content.isEmpty()) {
            return item.put(OUTPUT, mark);
        }
        if (content.size() == 1 && content.get(0) instanceof Text text) {
            return item.put(OUTPUT, mark.isEmpty() ? text.text() : text.text().isEmpty() ? mark : mark + " " + text.text());
        }
        ArrayNode list = Json.MAPPER.createArrayNode();
        if (result.error()) {
            list.add(PartWriter.inputText(mark).tree());
        }
        ResultParts inner = new ResultParts(parts, losses);
        content.forEach(block -> block.accept(inner).forEach(part -> list.add(part.tree())));
        if (list.isEmpty()) {
            return item.put(OUTPUT, "");
        }
        item.set(OUTPUT, list);
        return item;
    }
}
