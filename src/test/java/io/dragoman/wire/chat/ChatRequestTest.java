package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Loss;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of this wire: what they say, what is refused, and how they go on to a provider of the same wire. */
class ChatRequestTest {
    private static final ChatWire WIRE = new ChatWire();
    static final TargetRules RULES = rules(ReasoningReturn.AUTO, false);

    static TargetRules rules(ReasoningReturn reasoning, boolean webSearch) {
        return new TargetRules(ChatWire.NAME, "chat:host.example", false, webSearch, false, false, true, new TargetRules.Ids(40, 64, true),
                reasoning, false, "");
    }

    static Conversation decode(String request) {
        return WIRE.decode(request.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT);
    }

    static String encode(Conversation conversation) {
        return new String(WIRE.encode(conversation, RULES).body(), StandardCharsets.UTF_8);
    }

    private static String request(String messages) {
        return "{\"model\":\"m\",\"messages\":[" + messages + "]}";
    }

    private static List<Block> blocks(String message) {
        return decode(request(message)).turns().get(0).blocks();
    }

    @Test
    void goesOnByteForByteButForTheModel() throws IOException {
        try (InputStream in = ChatRequestTest.class.getResourceAsStream("/golden/chat/request.full.json")) {
            String request = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            String odd = request.replace("\"stream\": true", "\"stream\": true , \"future_2027\": {\"a\":[1.50,1E2,\"\\u00e4\\/\"]}");
            assertThat(encode(decode(odd).withModel("up/stream"))).isEqualTo(odd.replace("gpt-6-luna", "up/stream"));
        }
    }

    @Test
    void readsWhatAMessageHolds() {
        assertThat(blocks("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBORw0KGgo=\"}},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://x.example/1.png\"}},"
                + "{\"type\":\"file\",\"file\":{\"filename\":\"a.pdf\",\"file_data\":\"data:application/pdf;base64,JVBERi0=\"}},"
                + "{\"type\":\"file\",\"file\":{\"file_id\":\"file-1\"}}]}")).satisfiesExactly(
                        text -> assertThat(((Text) text).text()).isEqualTo("hi"),
                        image -> assertThat(((Image) image).media()).isEqualTo(new Media.Base64Data("image/png", "iVBORw0KGgo=")),
                        image -> assertThat(((Image) image).media()).isEqualTo(new Media.Url("https://x.example/1.png")),
                        file -> assertThat(file).isInstanceOfSatisfying(Document.class, document -> {
                            assertThat(document.media()).isEqualTo(new Media.Base64Data("application/pdf", "JVBERi0="));
                            assertThat(document.title()).contains("a.pdf");
                        }),
                        file -> assertThat(((Document) file).media()).isEqualTo(new Media.FileId(ChatWire.NAME, "file-1")));
    }

    @Test
    void readsAnAssistantTurnInTheOrderThinkingTextCallsCarrier() {
        List<Block> blocks = blocks("{\"role\":\"assistant\",\"content\":\"so\",\"reasoning_content\":\"hm\",\"refusal\":null,"
                + "\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{ }\"}},"
                + "{\"id\":\"c2\",\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"input\":\"free\"}}],"
                + "\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"" + Carried.PREFIX + "1.abc\"},{\"type\":\"reasoning.text\",\"text\":\"hm\"}]}");
        assertThat(blocks).hasSize(5);
        assertThat(((Thinking) blocks.get(0)).text()).isEqualTo("hm");
        assertThat(blocks.get(0).raw().orElseThrow().json().text())
                .isEqualTo("{\"reasoning_content\":\"hm\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"hm\"}]}");
        assertThat(((Text) blocks.get(1)).text()).isEqualTo("so");
        assertThat((ToolCall) blocks.get(2)).satisfies(call -> assertThat(call.arguments()).isEqualTo("{ }"));
        assertThat(((ToolCall) blocks.get(3)).form()).isEqualTo(ToolCall.Form.TEXT);
        assertThat(((Carried) blocks.get(4)).token()).isEqualTo(Carried.PREFIX + "1.abc");
    }

    @Test
    void readsRolesAndOldForms() {
        Conversation conversation = decode(request("{\"role\":\"system\",\"content\":\"a\"},{\"role\":\"developer\",\"content\":\"b\"},"
                + "{\"role\":\"assistant\",\"content\":\"\",\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
                + "{\"role\":\"function\",\"name\":\"f\",\"content\":\"r\"},{\"role\":\"assistant\",\"content\":null}"));
        assertThat(conversation.turns()).extracting(Turn::role).containsExactly(Role.SYSTEM, Role.DEVELOPER, Role.ASSISTANT, Role.USER, Role.ASSISTANT);
        ToolCall call = (ToolCall) conversation.turns().get(2).blocks().get(0);
        assertThat(((ToolResult) conversation.turns().get(3).blocks().get(0)).callId()).isEqualTo(call.id());
        assertThat(conversation.turns().get(4).blocks()).isEmpty();
    }

    @Test
    void readsToolsAndChoices() {
        Conversation conversation = decode("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"tools\":["
                + "{\"type\":\"function\",\"function\":{\"name\":\"f\",\"strict\":null}},"
                + "{\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"format\":{\"type\":\"grammar\",\"grammar\":{\"syntax\":\"lark\",\"definition\":\"x\"}}}},"
                + "{\"type\":\"web_search\"},{\"type\":\"future\"}],\"web_search_options\":{\"user_location\":{\"type\":\"approximate\",\"approximate\":{\"city\":\"Oslo\"}}},"
                + "\"tool_choice\":{\"type\":\"allowed_tools\",\"allowed_tools\":{\"mode\":\"required\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]}}}");
        assertThat(conversation.tools()).satisfiesExactly(
                f -> assertThat(((Tool.FunctionTool) f).schema().text()).isEqualTo("{\"type\":\"object\",\"properties\":{}}"),
                g -> assertThat(((Tool.CustomTool) g).format()).contains(Json.text("{\"type\":\"grammar\",\"syntax\":\"lark\",\"definition\":\"x\"}")),
                search -> assertThat(search.name()).isEqualTo("web_search"),
                future -> assertThat(future).isInstanceOf(Tool.OpaqueTool.class),
                search -> assertThat(((Tool.WebSearchTool) search).userLocation()).contains(Json.text("{\"type\":\"approximate\",\"city\":\"Oslo\"}")));
        assertThat(conversation.toolChoice()).contains(new ToolChoice(ToolChoice.Mode.REQUIRED, List.of("f")));
    }

    @Test
    void readsSettings() {
        Settings settings = decode("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":555,\"stop\":\"END\",\"temperature\":0.50,"
                + "\"stream\":true,\"stream_options\":{\"include_usage\":true},\"reasoning_effort\":\"high\",\"parallel_tool_calls\":false,"
                + "\"safety_identifier\":\"u\",\"response_format\":{\"type\":\"json_object\"},\"top_p\":null}").settings();
        assertThat(settings.maxTokens()).hasValue(555);
        assertThat(settings.stop()).containsExactly("END");
        assertThat(settings.temperature()).contains(Json.text("0.50"));
        assertThat(settings.stream() && settings.includeUsage()).isTrue();
        assertThat(settings.reasoning().orElseThrow().effort()).contains("high");
        assertThat(settings.parallelTools()).contains(false);
        assertThat(settings.user()).contains("u");
        assertThat(settings.format()).isPresent();
        assertThat(settings.topP()).isEmpty();
    }

    static Stream<Arguments> badRequests() {
        String user = "{\"role\":\"user\",\"content\":\"x\"}";
        return Stream.of(
                Arguments.of("not JSON", "{\"model\":", ""),
                Arguments.of("no object", "[]", ""),
                Arguments.of("no model", "{\"messages\":[" + user + "]}", "model"),
                Arguments.of("an empty model", "{\"model\":\"\",\"messages\":[" + user + "]}", "model"),
                Arguments.of("no messages", "{\"model\":\"m\"}", "messages"),
                Arguments.of("no message", "{\"model\":\"m\",\"messages\":[]}", "messages"),
                Arguments.of("messages of the wrong type", "{\"model\":\"m\",\"messages\":\"x\"}", "messages"),
                Arguments.of("a message that is text", "{\"model\":\"m\",\"messages\":[\"x\"]}", "messages.0"),
                Arguments.of("an unknown role", request("{\"role\":\"wizard\",\"content\":\"x\"}"), "messages.0.role"),
                Arguments.of("no role", request("{\"content\":\"x\"}"), "messages.0.role"),
                Arguments.of("content of the wrong type", request("{\"role\":\"user\",\"content\":5}"), "messages.0.content"),
                Arguments.of("a part without a type", request("{\"role\":\"user\",\"content\":[{\"text\":\"x\"}]}"), "messages.0.content.0.type"),
                Arguments.of("a text part without text", request("{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}"), "messages.0.content.0.text"),
                Arguments.of("a result of no call", request("{\"role\":\"tool\",\"content\":\"x\"}"), "messages.0.tool_call_id"),
                Arguments.of("a call without a name", request("{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c\",\"function\":{}}]}"),
                        "messages.0.tool_calls.0.function.name"),
                Arguments.of("tools of the wrong type", "{\"model\":\"m\",\"messages\":[" + user + "],\"tools\":{}}", "tools"),
                Arguments.of("a function without a name", "{\"model\":\"m\",\"messages\":[" + user + "],\"tools\":[{\"type\":\"function\",\"function\":{}}]}",
                        "tools.0.function.name"),
                Arguments.of("an unknown choice", "{\"model\":\"m\",\"messages\":[" + user + "],\"tool_choice\":\"maybe\"}", "tool_choice"),
                Arguments.of("no tokens", "{\"model\":\"m\",\"messages\":[" + user + "],\"max_completion_tokens\":0}", "max_completion_tokens"),
                Arguments.of("half a token", "{\"model\":\"m\",\"messages\":[" + user + "],\"max_tokens\":1.5}", "max_tokens"),
                Arguments.of("a stream of the wrong type", "{\"model\":\"m\",\"messages\":[" + user + "],\"stream\":\"yes\"}", "stream"),
                Arguments.of("a stop of the wrong type", "{\"model\":\"m\",\"messages\":[" + user + "],\"stop\":[1]}", "stop.0"),
                Arguments.of("a temperature of the wrong type", "{\"model\":\"m\",\"messages\":[" + user + "],\"temperature\":\"hot\"}", "temperature"),
                Arguments.of("an unknown format", "{\"model\":\"m\",\"messages\":[" + user + "],\"response_format\":{\"type\":\"xml\"}}", "response_format.type"),
                Arguments.of("a key that stands twice", "{\"model\":\"m\",\"model\":\"n\",\"messages\":[" + user + "]}", "model"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badRequests")
    void refuses(String what, String request, String param) {
        DragomanException refused = catchThrowableOfType(DragomanException.class, () -> decode(request));
        assertThat(refused).isNotNull();
        assertThat(refused.failure().status()).isEqualTo(400);
        assertThat(refused.failure().param().orElse("")).isEqualTo(param);
        assertThat(refused.failure().message()).contains(param);
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        DragomanException refused = catchThrowableOfType(DragomanException.class,
                () -> decode("{\"model\":\"m\",\"messages\":" + "[".repeat(300) + "]".repeat(300) + "}"));
        assertThat(refused.failure().status()).isEqualTo(400);
    }

    static Stream<Arguments> onlyHere() {
        return Stream.of(
                Arguments.of("several choices", "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"n\":2}", "n"),
                Arguments.of("audio in", request("{\"role\":\"user\",\"content\":[{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"UklGRg==\",\"format\":\"wav\"}}]}"),
                        "input_audio"),
                Arguments.of("audio out", "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"modalities\":[\"text\",\"audio\"]}", "modalities"),
                Arguments.of("an earlier answer in audio", request("{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"audio\":{\"id\":\"audio_1\"}}"), "audio"),
                Arguments.of("a file of this vendor", request("{\"role\":\"user\",\"content\":[{\"type\":\"file\",\"file\":{\"file_id\":\"f\"}}]}"), "file_id"),
                Arguments.of("a data: URL that is no base64", request("{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":"
                        + "{\"url\":\"data:image/png,nope\"}}]}"), "image_url"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("onlyHere")
    void cannotLeaveThisWireButGoesOnUnchangedOnIt(String what, String request, String named) {
        Conversation conversation = decode(request);
        DragomanException refused = catchThrowableOfType(DragomanException.class, () -> WIRE.lossesElsewhere(conversation));
        assertThat(refused.failure()).extracting(Failure::status, f -> f.message().contains(named)).containsExactly(400, true);
        assertThat(encode(conversation)).isEqualTo(request);
    }

    @Test
    void saysWhatIsLostOffThisWire() {
        Conversation conversation = decode("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"seed\":1,\"logprobs\":false,"
                + "\"metadata\":{\"a\":\"b\"},\"n\":1}");
        assertThat(WIRE.lossesElsewhere(conversation)).extracting(Loss::path).containsExactly("seed", "metadata");
    }

    // ------------------------------------------------------------------------------------------ changed on the way

    private static Conversation change(Conversation conversation, int turn, List<Block> blocks) {
        List<Turn> turns = new ArrayList<>(conversation.turns());
        turns.set(turn, turns.get(turn).withBlocks(blocks));
        return conversation.withTurns(turns);
    }

    @Test
    void putsTheSameBlocksBackAndIsUntouched() {
        String request = "{ \"model\" : \"m\", \"messages\":[ {\"role\":\"user\" ,\"content\":\"x\"} ]}";
        Conversation conversation = decode(request);
        Conversation changed = change(conversation, 0, List.of());
        assertThat(encode(change(changed, 0, conversation.turns().get(0).blocks()))).isEqualTo(request);
    }

    @Test
    void aCarrierNeverGoesOut() {
        String details = "\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"" + Carried.PREFIX + "1.abc\"}]";
        String request = request("{\"role\":\"user\",\"content\":\"x\"}, {\"role\":\"assistant\",\"content\":\"y\",\"zzz\":1.50," + details + "}");
        String expected = request("{\"role\":\"user\",\"content\":\"x\"}, {\"role\":\"assistant\",\"content\":\"y\",\"zzz\":1.50}");
        assertThat(encode(decode(request))).isEqualTo(expected);
        Conversation captured = decode(request);
        assertThat(encode(change(captured, 1, captured.turns().get(1).blocks().subList(0, 1)))).isEqualTo(expected);
    }

    @Test
    void aHostsOwnReasoningStaysWhereACarrierGoes() {
        String own = "{\"type\":\"reasoning.encrypted\",\"data\":\"hosts-own\"}";
        String request = request("{\"role\":\"assistant\",\"content\":\"y\",\"reasoning_details\":[" + own + ",{\"type\":\"reasoning.encrypted\",\"data\":\""
                + Carried.PREFIX + "1.abc\"}]}");
        assertThat(encode(decode(request))).isEqualTo(request("{\"role\":\"assistant\",\"content\":\"y\",\"reasoning_details\":[" + own + "]}"));
    }

    @Test
    void blocksOfAnotherProviderThatReadTheSameLeaveTheTextAsItStood() {
        Raw foreign = new Raw(new io.dragoman.conversation.WireName("other"), Json.text("{}"));
        Conversation conversation = decode(request("{\"role\":\"assistant\",\"content\":\"\\u0061b\",\"reasoning_content\":\"hm\"}"));
        Conversation changed = change(conversation, 0, List.of(new Thinking("hm", Optional.of("sig"), Optional.of("other"), Optional.of(foreign)),
                new Text("a", List.of(), Optional.of(foreign)), new Text("b", List.of(), Optional.of(foreign))));
        assertThat(encode(changed)).isEqualTo(request("{\"role\":\"assistant\",\"content\":\"ab\"}"));
    }

    @Test
    void aRenamedCallKeepsWhatItsHostPutBesideIt() {
        Conversation conversation = decode(request("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"a:b\",\"type\":\"function\","
                + "\"extra\":{\"sig\":\"x\"},\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"a:b\",\"content\":\"r\",\"k\":1}"));
        ToolResult result = (ToolResult) conversation.turns().get(1).blocks().get(0);
        Conversation changed = change(change(conversation, 0, List.of(ToolCall.of("a_b", "f", "{}"))), 1,
                List.of(new ToolResult("a_b", result.content(), false, Optional.empty())));
        assertThat(encode(changed)).isEqualTo(request("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"a_b\",\"type\":\"function\","
                + "\"extra\":{\"sig\":\"x\"},\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"a_b\",\"content\":\"r\",\"k\":1}"));
    }

    @Test
    void oneOfTwoEqualMessagesIsChanged() {
        Conversation conversation = decode(request("{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"user\",\"content\":\"x\"}"));
        assertThat(encode(change(conversation, 1, List.of(Text.of("y"))))).isEqualTo(request("{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"user\",\"content\":\"y\"}"));
    }

    @Test
    void turnsThatComeAndGoLeaveTheOthersAsTheyWere() {
        Conversation conversation = decode(request("{\"role\":\"user\",\"content\":\"x\",\"name\":\"n\"},{\"role\":\"user\",\"content\":\"gone\"}"));
        assertThat(encode(conversation.withTurns(List.of(conversation.turns().get(0), Turn.made(Role.ASSISTANT, Text.of("new")),
                Turn.made(Role.USER, Text.of("last")))))).isEqualTo(request("{\"role\":\"user\",\"content\":\"x\",\"name\":\"n\"},"
                        + "{\"role\":\"assistant\",\"content\":\"new\"},{\"role\":\"user\",\"content\":\"last\"}"));
    }

    @Test
    void toolsUnderOtherNamesKeepTheirDeclaration() {
        String request = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"a.b\","
                + "\"parameters\":{\"type\":\"object\"},\"k\":1.0}}],\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"a.b\"}}}";
        Conversation conversation = decode(request);
        Tool.FunctionTool tool = (Tool.FunctionTool) conversation.tools().get(0);
        Tool renamed = new Tool.FunctionTool("a_b", tool.namespace(), tool.description(), tool.schema(), tool.strict(), false, Optional.empty());
        assertThat(encode(conversation.withTools(List.of(renamed), Optional.of(new ToolChoice(ToolChoice.Mode.NAMED, List.of("a_b"))))))
                .isEqualTo(request.replace("a.b", "a_b"));
    }

    @Test
    void severalChoicesAndRenamedToolsDoNotGoTogether() {
        Conversation conversation = decode("{\"model\":\"m\",\"n\":2,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"tools\":[{\"type\":\"function\","
                + "\"function\":{\"name\":\"a.b\"}}]}");
        assertThat(encode(conversation)).contains("\"n\":2");
        Conversation renamed = conversation.withTools(List.of(new Tool.FunctionTool("a_b", Optional.empty(), "", Json.text("{}"), Optional.empty(), false,
                Optional.empty())), Optional.empty());
        assertThat(catchThrowableOfType(DragomanException.class, () -> encode(renamed)).failure().param()).contains("n");
    }

    @Test
    void noLimitIsSaidByANegativeNumber() {
        Conversation conversation = decode("{\"model\":\"m\",\"max_tokens\":-1,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");
        assertThat(conversation.settings().maxTokens()).isEmpty();
        assertThat(encode(conversation)).contains("\"max_tokens\":-1");
    }

    @Test
    void changedSettingsChangeOnlyTheirFields() {
        Conversation conversation = decode("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"temperature\":1.0,\"stop\":\"a\",\"seed\":1}");
        Settings changed = conversation.settings().toBuilder().temperature(Optional.empty()).stream(true).build();
        assertThat(encode(conversation.withSettings(changed))).isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                + "\"stop\":\"a\",\"seed\":1,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    }
}
