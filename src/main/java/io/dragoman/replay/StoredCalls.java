package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Server calls that a client keeps as if they were its own tools: a call and a result whose ids only Anthropic makes. A result text that
 * parses to what the tool returns makes a pair again.
 */
final class StoredCalls {
    private final Map<String, Deque<ToolResult>> results = new HashMap<>();
    private final Set<String> calls = new HashSet<>();

    static StoredCalls in(List<Turn> turns) {
        StoredCalls found = new StoredCalls();
        for (Turn turn : turns) {
            for (Block block : turn.blocks()) {
                if (block instanceof ToolCall call && turn.role() == Role.ASSISTANT && Server.hasId(call.id())) {
                    found.calls.add(call.id());
                } else if (block instanceof ToolResult result && found.calls.contains(result.callId())) {
                    found.results.computeIfAbsent(result.callId(), id -> new ArrayDeque<>()).add(result);
                }
            }
        }
        return found;
    }

    /** True when a call of the client has this id. */
    boolean hasCall(String id) {
        return calls.contains(id);
    }

    /** Call and result, when the result text is a valid one. Calls that share an id get their results in order. */
    List<Block> pair(ToolCall call) {
        Optional<ToolResult> stored = Optional.ofNullable(results.get(call.id())).map(Deque::poll);
        String name = Server.plainName(call.name());
        if (!Server.isId(call.id())) {
            return List.of();
        }
        return stored.flatMap(StoredCalls::text).flatMap(text -> result(call.id(), name, text))
                .map(result -> List.<Block>of(call(call.id(), name, call.arguments()), result)).orElse(List.of());
    }

    private static Optional<String> text(ToolResult result) {
        StringBuilder text = new StringBuilder();
        for (Block block : result.content()) {
            if (!(block instanceof Text part)) {
                return Optional.empty();
            }
            text.append(part.text());
        }
        return Optional.of(text.toString());
    }

    private static ServerToolCall call(String id, String name, String arguments) {
        Json input = parsed(arguments).filter(JsonNode::isObject).map(tree -> Json.text(arguments.strip())).orElse(Json.text("{}"));
        Json raw = Json.text("{\"type\":\"" + Server.CALL + "\",\"id\":" + quoted(id) + ",\"name\":" + quoted(name) + ",\"input\":" + input.text() + "}");
        return new ServerToolCall(id, Server.CALL, name, input, Optional.of(new Raw(Server.ANTHROPIC, raw)));
    }

    private static Optional<ServerToolResult> result(String id, String name, String text) {
        String type = Server.resultType(name);
        return parsed(text).flatMap(tree -> {
            if (tree.path("type").asText("").equals(type) && tree.path("tool_use_id").asText("").equals(id) && isPayload(name, tree.path("content"))) {
                return Optional.of(new ServerToolResult(id, type, Json.of(tree.path("content")), Optional.of(new Raw(Server.ANTHROPIC, Json.text(text.strip())))));
            }
            if (!isPayload(name, tree)) {
                return Optional.empty();
            }
            Json content = Json.text(text.strip());
            Json raw = Json.text("{\"type\":" + quoted(type) + ",\"tool_use_id\":" + quoted(id) + ",\"content\":" + content.text() + "}");
            return Optional.of(new ServerToolResult(id, type, content, Optional.of(new Raw(Server.ANTHROPIC, raw))));
        });
    }

    private static boolean isPayload(String name, JsonNode content) {
        if (content.isArray()) {
            return name.equals(Server.WEB_SEARCH) && hits(content);
        }
        String type = content.path("type").asText("");
        String family = Server.family(name);
        if (!type.startsWith(family) && !type.startsWith("encrypted_" + family)) {
            return false;
        }
        return type.endsWith("_error") ? content.path("error_code").isTextual() : type.endsWith("_result") && !name.equals(Server.WEB_SEARCH)
                && (!name.equals(Server.WEB_FETCH) || content.path("url").isTextual() && content.path("content").isObject());
    }

    private static boolean hits(JsonNode content) {
        for (JsonNode hit : content) {
            if (!hit.path("type").asText("").equals("web_search_result") || hit.path("encrypted_content").asText("").isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.ofNullable(Json.MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static String quoted(String text) {
        return Json.of(Json.MAPPER.getNodeFactory().textNode(text)).text();
    }
}
