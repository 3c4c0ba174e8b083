package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.OPENAI;
import static io.dragoman.wire.responses.Requests.WIRE;
import static io.dragoman.wire.responses.Requests.decode;
import static io.dragoman.wire.responses.Requests.decodeInput;
import static io.dragoman.wire.responses.Requests.golden;
import static io.dragoman.wire.responses.Requests.input;
import static io.dragoman.wire.responses.Requests.sent;
import static io.dragoman.wire.responses.Requests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SameWireTest {
    static Stream<String> goldens() throws Exception {
        Path folder = Path.of(SameWireTest.class.getResource("/golden/responses").toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.matches("(input|item|request)\\..*|compact\\.request\\.json")).sorted()
                    .toList().stream();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goldens")
    void sendsEveryGoldenAsItCame(String name) {
        String text = golden(name);
        String request = !name.startsWith("item.") && !name.startsWith("input.") ? text : "{\"model\" : \"gpt-6-sol\",\n \"input\":[ " + text + " ], \"x\": 1.50 }";
        assertThat(sent(decode(request))).isEqualTo(request);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {
        "{\"model\":\"a\",\"input\":\"hi\"}",
        "{ \"input\" : [{\"role\":\"user\",\"content\":\"\\u00e9\"}],\n\"model\":\"a\", \"previous_response_id\":\"resp_1\",\"store\":true}\n",
        "{\"model\":\"a\",\"input\":[],\"previous_response_id\":\"resp_1\"}",
        "{\"model\":\"a\",\"prompt\":{\"id\":\"pmpt_1\"}}",
        "{\"model\":\"a\",\"input\":[{\"type\":\"future_item\",\"x\":[1.0,1e3]}],\"future\":{\"a\":null},\"temperature\":0.70}",
        "{\"model\":\"a\",\"input\":[{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"gAAA\",\"content\":null}]}",
        "{\"model\":\"a\",\"input\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"x\",\"parsed\":null,\"logprobs\":[]}]}]}",
    })
    void replacesOnlyTheModel(String request) {
        assertThat(sent(decode(request).withModel("gpt-6"))).isEqualTo(request.replace("\"model\":\"a\"", "\"model\":\"gpt-6\""));
    }

    @Test
    void passesTheClientsStreamValue() {
        assertThat(WIRE.encode(decode("{\"model\":\"a\",\"input\":\"x\",\"stream\":true}"), OPENAI).stream()).isTrue();
        assertThat(WIRE.encode(decode("{\"model\":\"a\",\"input\":\"x\"}"), OPENAI).stream()).isFalse();
    }

    @Test
    void neverSendsACarrier() {
        Conversation given = decodeInput("{\"role\":\"user\",\"content\":\"a\"},{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"drgm1.abc\"},"
                + "{\"type\":\"compaction\",\"encrypted_content\":\"drgm1.def\"},{\"role\":\"assistant\",\"content\":\"b\"}");
        assertThat(sent(given)).isEqualTo("{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}]}");
    }

    @Test
    void takesTheGatewaysOwnFieldsOutOfItems() {
        Conversation given = decodeInput("{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\",\"action\":{\"type\":\"search\",\"query\":\"q\"},"
                + "\"anthropic_blocks\":{\"use\":{\"id\":\"srvtoolu_1\"}}},{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"t\","
                + "\"annotations\":[{\"type\":\"url_citation\",\"url\":\"u\",\"title\":\"t\",\"start_index\":0,\"end_index\":1,\"anthropic_citation\":{}},{\"type\":\"anthropic_x\"}]}]}");
        assertThat(input(given)).isEqualTo("[{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\",\"action\":{\"type\":\"search\",\"query\":\"q\"}},"
                + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"t\",\"annotations\":[{\"type\":\"url_citation\",\"url\":\"u\","
                + "\"title\":\"t\",\"start_index\":0,\"end_index\":1}]}]}]");
    }

    @Test
    void leavesTextThatSpeaksOfForeignIdsAlone() {
        String request = "{\"model\":\"m\",\"input\":[{\"role\":\"assistant\",\"content\":\"an id srvtoolu_1 and anthropic_blocks\"}]}";
        assertThat(sent(decode(request))).isEqualTo(request);
    }

    @Test
    void neverSendsIdsOfForeignServerTools() {
        Conversation given = decodeInput("{\"type\":\"function_call\",\"call_id\":\"srvtoolu_1\",\"name\":\"web_search\",\"arguments\":\"{}\"},"
                + "{\"type\":\"function_call_output\",\"call_id\":\"srvtoolu_1\",\"output\":\"x\"},{\"type\":\"web_search_call\",\"id\":\"srvtoolu_2\",\"status\":\"completed\"},"
                + "{\"role\":\"user\",\"content\":\"b\"}");
        assertThat(sent(given)).doesNotContain("srvtoolu_");
        assertThat(tree(given).path("input")).hasSize(2);
    }

    @Test
    void sendsOpenedReasoningOnlyToItsIssuerAndBeforeAnAnswer() {
        Raw item = new Raw(ResponsesWire.NAME, Json.text("{\"type\":\"reasoning\",\"id\":\"rs_9\",\"summary\":[],\"encrypted_content\":\"own\"}"));
        Thinking own = new Thinking("", Optional.of("own"), Optional.of(OPENAI.issuer()), Optional.of(item));
        Thinking foreign = new Thinking("", Optional.of("own"), Optional.of("responses:elsewhere"), Optional.of(item));
        Conversation given = decodeInput("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"drgm1.abc\"},{\"role\":\"assistant\",\"content\":\"b\"}");
        assertThat(input(opened(given, own))).contains("rs_9");
        assertThat(input(opened(given, foreign))).doesNotContain("rs_9");
        assertThat(input(opened(given, own).withTurns(List.of(opened(given, own).turns().get(0))))).isEqualTo("[]");
    }

    private static Conversation opened(Conversation given, Thinking thinking) {
        List<Turn> turns = new ArrayList<>(given.turns());
        turns.set(0, turns.get(0).withBlocks(List.of(thinking)));
        return given.withTurns(turns);
    }

    @Test
    void patchesARenamedCallAndKeepsAllElse() {
        String request = "{\"model\":\"m\", \"input\":[{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"c\",\"name\":\"a.b\",\"arguments\":\"{ }\",\"status\":\"completed\",\"x\":1},"
                + " {\"role\":\"user\",\"content\":\"u\"}]}";
        Conversation given = decode(request);
        ToolCall call = (ToolCall) given.turns().get(0).blocks().get(0);
        ToolCall other = new ToolCall(call.id(), "a_b", call.namespace(), call.arguments(), call.form(), Optional.empty());
        assertThat(sent(given.withTurns(List.of(given.turns().get(0).withBlocks(List.of(other)), given.turns().get(1)))))
                .isEqualTo(request.replace("a.b", "a_b"));
    }

    @Test
    void patchesARenamedToolAndKeepsAllElse() {
        String tools = "[{\"type\":\"function\",\"name\":\"a.b\",\"parameters\":{},\"strict\":null,\"x\":1},{\"type\":\"namespace\",\"name\":\"n\",\"description\":\"d\","
                + "\"tools\":[{\"type\":\"custom\",\"name\":\"a.b\"}]},{\"type\":\"image_generation\"}]";
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\",\"tools\":" + tools + ",\"tool_choice\":{\"type\":\"function\",\"name\":\"a.b\"}}");
        Tool.FunctionTool function = (Tool.FunctionTool) given.tools().get(0);
        Tool renamed = new Tool.FunctionTool("a_b", function.namespace(), function.description(), function.schema(), function.strict(), false, Optional.empty());
        JsonNode sent = tree(given.withTools(List.of(renamed, given.tools().get(1), given.tools().get(2)),
                Optional.of(new ToolChoice(ToolChoice.Mode.NAMED, List.of("a_b")))));
        assertThat(sent.path("tools").toString()).isEqualTo(tools.replaceFirst("a\\.b", "a_b"));
        assertThat(sent.path("tool_choice").toString()).isEqualTo("{\"type\":\"function\",\"name\":\"a_b\"}");
    }

    @Test
    void takesAllToolsOutWithTheItemsThatBringSome() {
        Conversation given = decode("{\"model\":\"m\",\"input\":[{\"type\":\"additional_tools\",\"role\":\"developer\",\"tools\":[{\"type\":\"function\",\"name\":\"f\"}]},"
                + "{\"role\":\"user\",\"content\":\"u\"}],\"tools\":[{\"type\":\"web_search\"}],\"tool_choice\":\"auto\",\"parallel_tool_calls\":true,\"y\":1}");
        assertThat(given.tools()).hasSize(2);
        assertThat(sent(given.withTools(List.of(), Optional.empty())))
                .isEqualTo("{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":\"u\"}],\"y\":1}");
    }

    @Test
    void leavesASearchOutForAProviderWithoutOne() {
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\",\"tools\":[{\"type\":\"web_search\",\"external_web_access\":false},{\"type\":\"function\",\"name\":\"f\"}]}");
        assertThat(tree(WIRE.encode(given, Requests.NO_SEARCH)).path("tools").toString()).isEqualTo("[{\"type\":\"function\",\"name\":\"f\"}]");
        assertThat(Requests.losses(given, Requests.NO_SEARCH)).containsExactly("tools[].web_search");
    }

    @Test
    void writesOnlyTheSettingsThatChanged() {
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\",\"temperature\":0.50,\"text\":{\"format\":{\"type\":\"json_object\"}},\"max_output_tokens\":100}");
        assertThat(sent(given.withSettings(given.settings().toBuilder().format(Optional.empty()).maxTokens(OptionalLong.of(200)).build())))
                .isEqualTo("{\"model\":\"m\",\"input\":\"x\",\"temperature\":0.50,\"max_output_tokens\":200}");
    }

    @Test
    void addsAMessageToAPlainTextInput() {
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\"}");
        List<Turn> turns = List.of(given.turns().get(0), Turn.made(Role.USER, Text.of("summary")));
        assertThat(input(given.withTurns(turns))).isEqualTo("[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"x\"}]},"
                + "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"summary\"}]}]");
    }

    @Test
    void takesMoreItemsThanItReadInAnyPlace() {
        Conversation given = decodeInput("{\"role\":\"user\",\"content\":\"a\"}");
        Turn read = given.turns().get(0);
        Turn made = Turn.made(Role.USER, Text.of("b"));
        String more = "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"b\"}]}";
        assertThat(input(given.withTurns(List.of(read, made)))).isEqualTo("[{\"role\":\"user\",\"content\":\"a\"}," + more + "]");
        assertThat(input(given.withTurns(List.of(made, read)))).isEqualTo("[" + more + ",{\"role\":\"user\",\"content\":\"a\"}]");
        assertThat(input(given.withTurns(List.of(read, made, made)))).isEqualTo("[{\"role\":\"user\",\"content\":\"a\"}," + more + "," + more + "]");
    }
}
