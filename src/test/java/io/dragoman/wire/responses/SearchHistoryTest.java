package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.NO_SEARCH;
import static io.dragoman.wire.responses.Requests.OPENAI;
import static io.dragoman.wire.responses.Requests.WIRE;
import static io.dragoman.wire.responses.Requests.assistant;
import static io.dragoman.wire.responses.Requests.foreign;
import static io.dragoman.wire.responses.Requests.losses;
import static io.dragoman.wire.responses.Requests.raw;
import static io.dragoman.wire.responses.Requests.result;
import static io.dragoman.wire.responses.Requests.tree;
import static io.dragoman.wire.responses.Requests.use;
import static io.dragoman.wire.responses.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules W3: searches of an earlier answer become items of the input. */
class SearchHistoryTest {
    private static final String HITS = "[{\"type\":\"web_search_result\",\"url\":\"u1\",\"encrypted_content\":\"E\"},{\"url\":\"u1\"},{\"url\":\"u2\"}]";
    private static final String ERROR = "{\"type\":\"web_search_tool_result_error\",\"error_code\":\"unavailable\"}";
    private static final Text A = Text.of("a");
    private static final Text B = Text.of("b");
    private static final String MSG_A = "message(a)";
    private static final String MSG_B = "message(b)";
    private static final String MSG_AB = "message(a+b)";

    static Stream<Arguments> rows() {
        return Stream.of(
                row("W3-1 a search and its sources, each once", List.of(use("ws_1", "web_search", "{\"query\":\"q\"}"), hits("ws_1"), A),
                        "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"],\"sources\":[{\"type\":\"url\",\"url\":\"u1\"},{\"type\":\"url\",\"url\":\"u2\"}]}", MSG_A),
                row("W3-2 several queries", List.of(use("ws_1", "web_search", "{\"queries\":[\"q\",\"r\"]}"), none("ws_1"), A),
                        "ws_1 completed {\"type\":\"search\",\"queries\":[\"q\",\"r\"]}", MSG_A),
                row("W3-3 an opened page", List.of(use("ws_1", "web_search", "{\"url\":\"u\"}"), none("ws_1")),
                        "ws_1 completed {\"type\":\"open_page\",\"url\":\"u\"}"),
                row("W3-3 words looked for in a page", List.of(use("ws_1", "web_search", "{\"url\":\"u\",\"pattern\":\"p\"}"), none("ws_1")),
                        "ws_1 completed {\"type\":\"find_in_page\",\"url\":\"u\",\"pattern\":\"p\"}"),
                row("W3-3 an address and a query", List.of(use("ws_1", "web_search", "{\"url\":\"u\",\"query\":\"q\"}"), none("ws_1")),
                        "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}"),
                row("W3-4 a search that failed", List.of(use("ws_1", "web_search", "{\"query\":\"q\"}"), result("ws_1", "web_search_tool_result", ERROR)),
                        "ws_1 failed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}"),
                row("W3-5 text between call and result", List.of(A, use("ws_1", "web_search", "{\"query\":\"q\"}"), B, none("ws_1")),
                        MSG_A, "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}", MSG_B),
                row("W3-6 a result before its call", List.of(none("ws_1"), use("ws_1", "web_search", "{\"query\":\"q\"}"), A), MSG_A),
                row("W3-7 a call without result", List.of(A, use("ws_1", "web_search", "{\"query\":\"q\"}"), B), MSG_AB),
                row("W3-8 a result without call", List.of(none("ws_1"), A), MSG_A),
                row("W3-10 two calls of one id", List.of(use("ws_1", "web_search", "{\"query\":\"q\"}"), none("ws_1"), use("ws_1", "web_search", "{\"query\":\"r\"}"), none("ws_1")),
                        "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}"),
                row("W3-12 a fetched page", List.of(use("ws_1", "web_fetch", "{\"url\":\"u\"}"), result("ws_1", "web_fetch_tool_result", "{\"type\":\"web_fetch_result\",\"url\":\"u\"}"), A),
                        "ws_1 completed {\"type\":\"open_page\",\"url\":\"u\"}", MSG_A),
                row("W3-13 code that was run", List.of(A, use("s", "bash_code_execution", "{}"), result("s", "bash_code_execution_tool_result", "{}"), B), MSG_AB),
                row("W3-14 a message of such blocks alone", List.of(use("s", "code_execution", "{}"), result("s", "code_execution_tool_result", "{}"))),
                row("W3-15 thinking of another provider", List.of(thinking("x"), use("ws_1", "web_search", "{\"query\":\"q\"}"), none("ws_1"), A),
                        "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}", MSG_A),
                row("W3-16 own reasoning before a search", List.of(thinking(OPENAI.issuer()), use("ws_1", "web_search", "{\"query\":\"q\"}"), none("ws_1")),
                        "reasoning", "ws_1 completed {\"type\":\"search\",\"query\":\"q\",\"queries\":[\"q\"]}"),
                row("W3-17 own reasoning alone", List.of(thinking(OPENAI.issuer()))),
                row("W3-18 reasoning that nobody can read", List.of(new RedactedThinking("zzz", Optional.empty(), Optional.of(raw("{}"))), A), MSG_A));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void folds(String rule, List<Block> answer, List<String> expected) {
        Conversation given = foreign(user("hej"), Turn.made(Role.ASSISTANT, answer), user("och?"));
        List<String> items = items(given);
        assertThat(items.subList(1, items.size() - 1)).isEqualTo(expected);
    }

    @Test
    void w3x9PairsAcrossMessagesOfOneAnswerButNotAcrossTheClients() {
        Block call = use("ws_1", "web_search", "{\"query\":\"q\"}");
        assertThat(items(foreign(user("hej"), assistant(call), assistant(none("ws_1"), A)))).hasSize(3);
        assertThat(items(foreign(user("hej"), assistant(call), user("x"), assistant(none("ws_1"), A)))).noneMatch(item -> item.startsWith("ws_"));
    }

    @Test
    void w3x11MintsAnIdAndSendsNoCiphertext() {
        Conversation given = foreign(user("hej"), assistant(use("srvtoolu_01AbC", "web_search", "{\"query\":\"q\"}"), hits("srvtoolu_01AbC"), A));
        String sent = tree(given).toString();
        assertThat(sent).doesNotContain("srvtoolu_").doesNotContain("encrypted_content");
        assertThat(tree(given).path("input").get(1).path("id").asText()).matches("ws_[0-9a-f]{32}");
    }

    @Test
    void w3x19DropsCitations() {
        Text cited = new Text("a", List.of(new Citation(Optional.of("u"), "t", "", Optional.empty(), Optional.empty())), Optional.empty());
        Conversation given = foreign(user("hej"), assistant(cited));
        assertThat(tree(given).path("input").get(1).path("content").toString()).isEqualTo("[{\"type\":\"output_text\",\"text\":\"a\",\"annotations\":[]}]");
        assertThat(losses(given, OPENAI)).containsExactly("citations");
    }

    @Test
    void w3x20WritesTheSameBytesEveryTime() {
        Conversation given = foreign(user("hej"), assistant(use("srvtoolu_1", "web_search", "{\"query\":\"q\"}"), hits("srvtoolu_1"), A));
        assertThat(WIRE.encode(given, OPENAI).body()).isEqualTo(WIRE.encode(given, OPENAI).body());
    }

    @Test
    void tellsNothingToAProviderWithoutSearch() {
        Conversation given = foreign(user("hej"), assistant(use("ws_1", "web_search", "{\"query\":\"q\"}"), hits("ws_1"), A));
        assertThat(tree(WIRE.encode(given, NO_SEARCH)).path("input")).hasSize(2);
        assertThat(losses(given, NO_SEARCH)).containsExactly("server_tool_use.web_search", "web_search_tool_result");
    }

    private static Arguments row(String rule, List<Block> answer, String... items) {
        return Arguments.of(rule, answer, List.of(items));
    }

    private static Block hits(String id) {
        return result(id, "web_search_tool_result", HITS);
    }

    private static Block none(String id) {
        return result(id, "web_search_tool_result", "[]");
    }

    private static Thinking thinking(String issuer) {
        Raw item = new Raw(ResponsesWire.NAME, Json.text("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"own\"}"));
        return new Thinking("", Optional.of("own"), Optional.of(issuer), Optional.of(item));
    }

    private static List<String> items(Conversation given) {
        return Stream.iterate(0, i -> i + 1).limit(tree(given).path("input").size()).map(tree(given).path("input")::get).map(SearchHistoryTest::inWords).toList();
    }

    private static String inWords(JsonNode item) {
        return switch (item.path("type").asText()) {
            case "message" -> "message(" + String.join("+", item.path("content").findValuesAsText("text")) + ")";
            case "web_search_call" -> item.path("id").asText() + " " + item.path("status").asText() + " " + item.path("action");
            default -> item.path("type").asText();
        };
    }
}
