package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Loss;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Requests for tests, short to write. */
final class Requests {
    static final ResponsesWire WIRE = new ResponsesWire();
    static final WireName OTHER = new WireName("other");
    static final TargetRules OPENAI = rules("responses:api.openai.com", true, true, true);
    static final TargetRules NO_SEARCH = rules("responses:local", false, true, true);

    private Requests() {}

    static TargetRules rules(String issuer, boolean search, boolean maxToolCalls, boolean forcedSearch) {
        return new TargetRules(ResponsesWire.NAME, issuer, false, search, maxToolCalls, forcedSearch, true, new TargetRules.Ids(64, 64, true),
                TargetRules.ReasoningReturn.AUTO, false, "");
    }

    static Conversation decode(String json) {
        return WIRE.decode(json.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT);
    }

    static Conversation decodeInput(String items) {
        return decode("{\"model\":\"m\",\"input\":[" + items + "]}");
    }

    static String sent(Conversation conversation) {
        return new String(WIRE.encode(conversation, OPENAI).body(), StandardCharsets.UTF_8);
    }

    static JsonNode tree(Conversation conversation) {
        return tree(WIRE.encode(conversation, OPENAI));
    }

    static JsonNode tree(Encoded encoded) {
        return Json.slice(encoded.body(), 0, encoded.body().length).tree();
    }

    static String input(Conversation conversation) {
        return tree(conversation).path("input").toString();
    }

    static List<String> losses(Conversation conversation, TargetRules rules) {
        return WIRE.encode(conversation, rules).losses().stream().map(Loss::path).toList();
    }

    static Failure refused(Runnable action) {
        try {
            action.run();
        } catch (DragomanException e) {
            return e.failure();
        }
        throw new AssertionError("It was not refused.");
    }

    /** A conversation of another wire, without an origin. */
    static Conversation foreign(Turn... turns) {
        return new Conversation("gpt-6", List.of(), List.of(turns), List.of(), Optional.empty(), Settings.DEFAULT, Optional.empty());
    }

    static Conversation foreign(Tool tool, Optional<ToolChoice> choice) {
        return foreign(user("hej")).withTools(List.of(tool), choice);
    }

    static Turn user(String text) {
        return Turn.made(Role.USER, Text.of(text));
    }

    static Turn assistant(Block... blocks) {
        return Turn.made(Role.ASSISTANT, blocks);
    }

    static ServerToolCall use(String id, String name, String input) {
        return new ServerToolCall(id, "server_tool_use", name, Json.text(input), Optional.of(raw("{\"type\":\"server_tool_use\"}")));
    }

    static ServerToolResult result(String id, String type, String content) {
        return new ServerToolResult(id, type, Json.text(content), Optional.of(raw("{\"type\":\"" + type + "\"}")));
    }

    static Raw raw(String json) {
        return new Raw(OTHER, Json.text(json));
    }

    static String golden(String name) {
        try (InputStream in = Requests.class.getResourceAsStream("/golden/responses/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
