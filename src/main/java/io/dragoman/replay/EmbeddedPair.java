package io.dragoman.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.WireName;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The exchange that a search item carries in its field {@code anthropic_blocks}, for clients that keep fields they do not know. */
final class EmbeddedPair {
    private static final String FIELD = "anthropic_blocks";

    private EmbeddedPair() {}

    /** Use and result; empty when the item has none or they are misshapen. */
    static Optional<List<Block>> in(ServerToolCall item, Map<WireName, BlockReader> readers) {
        Optional<BlockReader> reader = Optional.ofNullable(readers.get(Server.ANTHROPIC));
        if (reader.isEmpty() || !isItem(item)) {
            return Optional.empty();
        }
        JsonNode pair = item.raw().map(Raw::json).map(Json::tree).map(tree -> tree.path(FIELD)).orElseThrow();
        if (!isUse(pair.path("use")) || !isResult(pair.path("result"))
                || !pair.path("use").path("id").equals(pair.path("result").path("tool_use_id"))) {
            return Optional.empty();
        }
        ObjectNode use = pair.path("use").deepCopy();
        if (!use.path("input").isObject()) {
            use.putObject("input");
        }
        try {
            Block call = reader.get().read(Json.of(use));
            Block result = reader.get().read(Json.of(pair.path("result")));
            return call instanceof ServerToolCall && result instanceof ServerToolResult ? Optional.of(List.of(call, result)) : Optional.empty();
        } catch (DragomanException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** True for items that are call and result in one. */
    static boolean isItem(ServerToolCall call) {
        return call.type().equals(Server.SEARCH_ITEM) && call.raw().isPresent();
    }

    private static boolean isUse(JsonNode use) {
        return use.isObject() && use.path("id").isTextual() && use.path("name").isTextual() && use.path("type").isTextual();
    }

    private static boolean isResult(JsonNode result) {
        return result.isObject() && result.path("tool_use_id").isTextual() && result.path("type").isTextual();
    }
}
