package io.dragoman.testing;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import java.util.List;
import java.util.Optional;

/** Invented blocks of Anthropic's wire, read as a codec would read them: with their JSON, each a new object. */
public final class Exchanges {
    public static final WireName ANTHROPIC = new WireName("anthropic");
    public static final WireName RESPONSES = new WireName("responses");
    public static final WireName CHAT = new WireName("chat");

    private Exchanges() {}

    public static Block text(String text) {
        return new Text(text, List.of(), raw("{\"type\":\"text\",\"text\":" + quoted(text) + "}"));
    }

    public static Block thinking(String signature) {
        return new Thinking("thought", Optional.of(signature), Optional.empty(),
                raw("{\"type\":\"thinking\",\"thinking\":\"thought\",\"signature\":" + quoted(signature) + "}"));
    }

    public static Block redacted(String data) {
        return new RedactedThinking(data, Optional.empty(), raw("{\"type\":\"redacted_thinking\",\"data\":" + quoted(data) + "}"));
    }

    public static Block call(String id) {
        return new ToolCall(id, "get_weather", Optional.empty(), "{}", ToolCall.Form.JSON,
                raw("{\"type\":\"tool_use\",\"id\":" + quoted(id) + ",\"name\":\"get_weather\",\"input\":{}}"));
    }

    public static Block result(String callId, String text) {
        return new ToolResult(callId, List.of(Text.of(text)), false,
                raw("{\"type\":\"tool_result\",\"tool_use_id\":" + quoted(callId) + ",\"content\":" + quoted(text) + "}"));
    }

    /** A server tool that is called. @param name such as {@code web_search} */
    public static Block use(String id, String name) {
        return new ServerToolCall(id, "server_tool_use", name, Json.text("{\"query\":\"q\"}"),
                raw("{\"type\":\"server_tool_use\",\"id\":" + quoted(id) + ",\"name\":" + quoted(name) + ",\"input\":{\"query\":\"q\"}}"));
    }

    /** What it returned. @param content JSON */
    public static Block answer(String id, String name, String content) {
        String type = name + "_tool_result";
        return new ServerToolResult(id, type, Json.text(content),
                raw("{\"type\":" + quoted(type) + ",\"tool_use_id\":" + quoted(id) + ",\"content\":" + content + "}"));
    }

    /** Search hits with ciphertext. */
    public static Block hits(String id) {
        return answer(id, "web_search", "[{\"type\":\"web_search_result\",\"url\":\"https://e.example/" + id + "\",\"title\":\"t\",\"encrypted_content\":\"EncKit"
                + id + "\",\"page_age\":null}]");
    }

    public static Conversation conversation(List<Turn> turns) {
        return new Conversation("m", List.of(), turns, List.of(), Optional.empty(), Settings.builder().build(), Optional.empty());
    }

    /** Native Anthropic. */
    public static TargetRules natively() {
        return rules(ANTHROPIC, "anthropic", true, true);
    }

    public static TargetRules rules(WireName wire, String issuer, boolean nativeServerTools, boolean webSearch) {
        return new TargetRules(wire, issuer, nativeServerTools, webSearch, true, true, true, new TargetRules.Ids(64, 64, false),
                TargetRules.ReasoningReturn.AUTO, false, "");
    }

    public static Optional<Raw> raw(String json) {
        return Optional.of(new Raw(ANTHROPIC, Json.text(json)));
    }

    private static String quoted(String text) {
        return Json.of(Json.MAPPER.getNodeFactory().textNode(text)).text();
    }
}
