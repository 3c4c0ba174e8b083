package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.WireName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tools that the provider ran. A search is shown as {@code web_search_call}, a fetch as the opening of a page, once its result is there;
 * other tools have no item of this wire. All of them travel in the {@link Carrier}. Items of this wire go out as they came.
 */
final class ServerTools {
    private static final WireName ANTHROPIC = new WireName("anthropic");

    private final ReplyItems items;
    private final Carrier carrier;
    private final Map<String, ServerToolCall> waiting = new HashMap<>();

    ServerTools(ReplyItems items, Carrier carrier) {
        this.items = items;
        this.carrier = carrier;
    }

    BlockOut call() {
        return new BlockOut() {
            @Override
            void finish(Block whole) {
                called((ServerToolCall) whole);
            }
        };
    }

    BlockOut result() {
        return new BlockOut() {
            @Override
            void finish(Block whole) {
                answered((ServerToolResult) whole);
            }
        };
    }

    BlockOut opaque() {
        return new BlockOut() {
            @Override
            void finish(Block whole) {
                Opaque block = (Opaque) whole;
                if (block.json().isOf(ResponsesWire.NAME)) {
                    verbatim(block.json().json());
                } else {
                    carrier.run(block);
                }
            }
        };
    }

    private void called(ServerToolCall call) {
        carrier.run(call);
        Optional<Json> own = call.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
        if (own.isPresent()) {
            verbatim(own.get());
        } else {
            waiting.put(call.id(), call);
        }
    }

    private void answered(ServerToolResult result) {
        carrier.run(result);
        ServerToolCall call = waiting.remove(result.callId());
        if (call != null && result.type().equals("web_search_tool_result")) {
            show(call, result, search(call.input().tree(), result.content().tree()));
        } else if (call != null && result.type().equals("web_fetch_tool_result")) {
            show(call, result, page(call.input().tree(), result.content().tree()));
        }
    }

    private void verbatim(Json item) {
        int index = items.nextIndex();
        String id = items.id("", index, Optional.of(new Raw(ResponsesWire.NAME, item)));
        byte[] bytes = item.tree().path("id").asText("").equals(id) ? item.toBytes()
                : Json.of(((ObjectNode) item.tree().deepCopy()).put("id", id)).toBytes();
        items.added(index, bytes);
        items.done(index, bytes);
    }

    private static ObjectNode search(JsonNode input, JsonNode hits) {
        ObjectNode action = Json.MAPPER.createObjectNode().put("type", "search");
        ArrayNode queries = Json.MAPPER.createArrayNode();
        if (input.path("queries").isArray()) {
            queries.addAll((ArrayNode) input.path("queries"));
        } else if (input.path("query").isTextual()) {
            queries.add(input.path("query").textValue());
        }
        if (input.path("query").isTextual()) {
            action.set("query", input.path("query"));
        }
        if (!queries.isEmpty()) {
            action.set("queries", queries);
        }
        ArrayNode sources = action.putArray("sources");
        if (hits.isArray()) {
            hits.forEach(hit -> {
                if (hit.path("url").isTextual()) {
                    sources.addObject().put("type", "url").put("url", hit.path("url").textValue());
                }
            });
        }
        return action;
    }

    private static ObjectNode page(JsonNode input, JsonNode page) {
        ObjectNode action = Json.MAPPER.createObjectNode().put("type", "open_page");
        JsonNode url = input.path("url").isTextual() ? input.path("url") : page.path("url");
        return url.isTextual() ? action.put("url", url.textValue()) : action;
    }

    private void show(ServerToolCall call, ServerToolResult result, ObjectNode action) {
        boolean failed = result.content().tree().path("type").asText("").endsWith("_error");
        int index = items.nextIndex();
        String id = items.id("ws_", index, Optional.empty());
        items.added(index, JsonOut.object(json -> json.text("id", id).text("type", Names.WEB_SEARCH_CALL).text("status", "in_progress")
                .raw("action", Json.of(action).toBytes())));
        for (String step : failed ? new String[] {"in_progress", "searching"} : new String[] {"in_progress", "searching", "completed"}) {
            items.send("response.web_search_call." + step, json -> json.text("item_id", id).number("output_index", index));
        }
        items.done(index, JsonOut.object(json -> {
            json.text("id", id).text("type", Names.WEB_SEARCH_CALL).text("status", failed ? "failed" : "completed")
                    .raw("action", Json.of(action).toBytes());
            if (isAnthropic(call) && isAnthropic(result)) {
                json.json().writeObjectFieldStart(GatewayMarks.PREFIX + "blocks");
                json.raw("use", raw(call)).raw("result", raw(result));
                json.json().writeEndObject();
            }
        }));
    }

    private static boolean isAnthropic(Block block) {
        return block.raw().filter(raw -> raw.isOf(ANTHROPIC)).isPresent();
    }

    private static byte[] raw(Block block) {
        return block.raw().map(raw -> raw.json().toBytes()).orElseThrow();
    }
}
