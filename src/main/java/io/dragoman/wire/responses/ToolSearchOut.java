package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ToolCall;
import java.io.IOException;
import java.util.Optional;

/** A search for tools that the client runs. This wire has an item for it, with the arguments as an object; it has no deltas. */
final class ToolSearchOut extends BlockOut {
    private final ReplyItems items;

    ToolSearchOut(ReplyItems items) {
        this.items = items;
    }

    @Override
    void finish(Block block) {
        ToolCall call = (ToolCall) block;
        items.beforeVisible();
        int index = items.nextIndex();
        Optional<Raw> own = call.raw().filter(CallOut::isToolSearch);
        String id = items.id("tsc_", index, own);
        byte[] item = own.map(Raw::json).filter(json -> json.tree().path("id").asText().equals(id)).map(Json::toBytes)
                .orElseGet(() -> item(id, call));
        items.added(index, item);
        items.done(index, item);
    }

    private static byte[] item(String id, ToolCall call) {
        ObjectNode item = Json.MAPPER.createObjectNode();
        item.put("id", id).put("type", Names.TOOL_SEARCH_CALL).put("call_id", call.id()).put("execution", "client").put("status", "completed");
        try {
            item.set("arguments", Json.MAPPER.readTree(call.arguments().isBlank() ? "{}" : call.arguments()));
        } catch (IOException e) {
            item.put("arguments", call.arguments());
        }
        return Json.of(item).toBytes();
    }
}
