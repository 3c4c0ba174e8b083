package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ACTION;
import static io.dragoman.wire.responses.Names.ID;
import static io.dragoman.wire.responses.Names.STATUS;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Folds a search or fetch of another wire, a call and its result, into one {@code web_search_call} item. A call pairs with the first
 * result of its id that follows it before somebody else speaks; of calls with one id the first counts.
 */
final class SearchFold {
    private static final String SEARCH_RESULT = "web_search_tool_result";
    private static final String FETCH_RESULT = "web_fetch_tool_result";

    private final Map<ServerToolCall, ServerToolResult> pairs;
    private final Map<ServerToolResult, ServerToolCall> calls = new IdentityHashMap<>();

    private SearchFold(Map<ServerToolCall, ServerToolResult> pairs) {
        this.pairs = pairs;
        pairs.forEach((call, result) -> calls.put(result, call));
    }

    static SearchFold of(List<Turn> turns) {
        Map<ServerToolCall, ServerToolResult> pairs = new IdentityHashMap<>();
        Set<String> used = new HashSet<>();
        List<ServerToolCall> open = new ArrayList<>();
        for (Turn turn : turns) {
            if (turn.role() != Role.ASSISTANT && !turn.blocks().isEmpty()) {
                open.clear();
            }
            for (Block block : turn.blocks()) {
                if (block instanceof ServerToolCall call && used.add(call.id())) {
                    open.add(call);
                } else if (block instanceof ServerToolResult result) {
                    open.stream().filter(call -> call.id().equals(result.callId())).findFirst().ifPresent(call -> {
                        open.remove(call);
                        pairs.put(call, result);
                    });
                }
            }
        }
        return new SearchFold(pairs);
    }

    /** True when this result went into the item of its call. */
    boolean holds(ServerToolResult result) {
        return Optional.ofNullable(calls.get(result)).filter(call -> action(call, result).isPresent()).isPresent();
    }

    /** The item for this call; empty when it has no result, or one that is no search and no fetch. */
    Optional<Json> item(ServerToolCall call) {
        return Optional.ofNullable(pairs.get(call)).flatMap(result -> action(call, result).map(action -> {
            ObjectNode item = Json.MAPPER.createObjectNode();
            item.put(TYPE, Names.WEB_SEARCH_CALL).put(ID, Ids.search(call.id())).put(STATUS, failed(result) ? "failed" : "completed");
            item.set(ACTION, action);
            return Json.of(item);
        }));
    }

    /** A call that was read from an item of this wire, or made for it: the item is call and result in one. */
    static Json alone(ServerToolCall call) {
        ObjectNode item = Json.MAPPER.createObjectNode();
        item.put(TYPE, Names.WEB_SEARCH_CALL).put(ID, Ids.search(call.id())).put(STATUS, "completed");
        item.set(ACTION, inferred(call.input().tree(), List.of()));
        return Json.of(item);
    }

    private static boolean failed(ServerToolResult result) {
        return result.content().tree().path(TYPE).asText("").endsWith("_error");
    }

    private static Optional<ObjectNode> action(ServerToolCall call, ServerToolResult result) {
        JsonNode input = call.input().tree();
        return switch (result.type()) {
            case SEARCH_RESULT -> Optional.of(inferred(input, sources(result.content().tree())));
            case FETCH_RESULT -> text(input, "url").map(url -> inferred(Json.MAPPER.createObjectNode().put("url", url), List.of()));
            default -> Optional.empty();
        };
    }

    private static List<String> sources(JsonNode hits) {
        Set<String> urls = new LinkedHashSet<>();
        if (hits.isArray()) {
            hits.forEach(hit -> text(hit, "url").filter(url -> !url.isEmpty()).ifPresent(urls::add));
        }
        return List.copyOf(urls);
    }

    private static ObjectNode inferred(JsonNode input, List<String> sources) {
        ObjectNode action = Json.MAPPER.createObjectNode();
        Optional<String> url = text(input, "url");
        Optional<String> query = text(input, "query");
        boolean queried = query.isPresent() || input.path("queries").isArray();
        if (url.isPresent() && text(input, "pattern").isPresent()) {
            return action.put(TYPE, "find_in_page").put("url", url.get()).put("pattern", text(input, "pattern").get());
        }
        if (url.isPresent() && !queried) {
            return action.put(TYPE, "open_page").put("url", url.get());
        }
        action.put(TYPE, "search");
        query.ifPresent(text -> action.put("query", text));
        ArrayNode queries = action.putArray("queries");
        if (input.path("queries").isArray()) {
            input.path("queries").forEach(one -> queries.add(one.asText()));
        } else {
            query.ifPresent(queries::add);
        }
        if (!sources.isEmpty()) {
            ArrayNode list = action.putArray("sources");
            sources.forEach(source -> list.addObject().put(TYPE, "url").put("url", source));
        }
        return action;
    }

    private static Optional<String> text(JsonNode node, String field) {
        return node.path(field).isTextual() ? Optional.of(node.path(field).textValue()) : Optional.empty();
    }
}
