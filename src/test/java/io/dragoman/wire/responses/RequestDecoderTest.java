package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.decode;
import static io.dragoman.wire.responses.Requests.decodeInput;
import static io.dragoman.wire.responses.Requests.golden;
import static io.dragoman.wire.responses.Requests.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Loss;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDecoderTest {
    @Test
    void readsAStringAsOneUserTurn() {
        assertThat(decode("{\"model\":\"m\",\"input\":\"hi\"}").turns()).isEqualTo(List.of(Turn.made(Role.USER, Text.of("hi"))));
    }

    @Test
    void readsMessagesOfEveryRoleWithAndWithoutType() {
        Conversation given = decodeInput("{\"role\":\"user\",\"content\":\"a\"},{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"b\"},"
                + "{\"role\":\"system\",\"content\":\"c\"},{\"role\":\"developer\",\"content\":[{\"type\":\"input_text\",\"text\":\"d\"}]}");
        assertThat(given.turns()).extracting(Turn::role).containsExactly(Role.USER, Role.ASSISTANT, Role.SYSTEM, Role.DEVELOPER);
        assertThat(given.turns()).extracting(turn -> ((Text) turn.blocks().get(0)).text()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void readsPartsWithTheirRawJson() {
        List<Block> blocks = decodeInput(golden("input.message_parts.json")).turns().get(0).blocks();
        assertThat(blocks).hasSize(3);
        assertThat(((Image) blocks.get(1)).media()).isEqualTo(new Media.Base64Data("image/png", "iVBORw0KGgo="));
        assertThat(((Document) blocks.get(2)).media()).isEqualTo(new Media.Base64Data("application/pdf", "JVBERi0="));
        assertThat(((Document) blocks.get(2)).title()).contains("a.pdf");
        assertThat(blocks).allMatch(block -> block.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).isPresent());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
        "an address                | \"image_url\":\"https://x.example/a.png\"       | Url[url=https://x.example/a.png]",
        "a data URL without base64 | \"image_url\":\"data:image/png,abc\"            | Url[url=data:image/png,abc]",
        "a file of the vendor      | \"file_id\":\"file-1\"                          | FileId[wire=responses, id=file-1]",
        "a charset in a data URL   | \"image_url\":\"data:image/png;x=y;base64,QQ==\" | Base64Data[mediaType=image/png, data=QQ==]",
    })
    void readsPictures(String name, String field, String media) {
        Image image = (Image) decodeInput("{\"role\":\"user\",\"content\":[{\"type\":\"input_image\"," + field + "}]}").turns().get(0).blocks().get(0);
        assertThat(image.media()).hasToString(media);
    }

    @Test
    void readsCitationsOfAnEarlierAnswer() {
        Text text = (Text) decodeInput(golden("item.message.json")).turns().get(0).blocks().get(0);
        Citation citation = text.citations().get(0);
        assertThat(citation.url()).contains("https://metals.example/tin");
        assertThat(citation.range()).contains(new Citation.Range(0, 25));
    }

    @Test
    void readsCallsAndTheirOutputs() {
        assertThat(block("item.function_call.json", ToolCall.class)).extracting(ToolCall::id, ToolCall::name, ToolCall::arguments, ToolCall::form)
                .containsExactly("call_01gold", "read_file", "{\"path\":\"/etc/hosts\"}", ToolCall.Form.JSON);
        assertThat(block("item.custom_tool_call.json", ToolCall.class)).extracting(ToolCall::arguments, ToolCall::form)
                .containsExactly("free text", ToolCall.Form.TEXT);
        Turn output = decodeInput(golden("input.function_call_output_parts.json")).turns().get(0);
        assertThat(output.role()).isEqualTo(Role.USER);
        assertThat(((ToolResult) output.blocks().get(0)).content()).hasExactlyElementsOfTypes(Text.class, Image.class);
        assertThat(block("input.custom_tool_call_output.json", ToolResult.class).content()).isEqualTo(List.of(Text.of("done")));
    }

    @Test
    void keepsTheNamespaceOfACall() {
        ToolCall call = (ToolCall) decodeInput("{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"get\",\"namespace\":\"crm\",\"arguments\":\"\"}").turns().get(0).blocks().get(0);
        assertThat(call.namespace()).contains("crm");
        assertThat(call.arguments()).isEmpty();
    }

    @Test
    void readsReasoningAsThinkingAndCarriersAsCarried() {
        assertThat(block("item.reasoning.json", Thinking.class)).extracting(Thinking::text, Thinking::signature, Thinking::issuer)
                .containsExactly("Looked it up.", Optional.of("RW5jUmVhcw=="), Optional.empty());
        assertThat(block("item.reasoning_open_weights.json", Thinking.class).text()).isEqualTo("raw thought");
        assertThat(block("item.compaction.json", Opaque.class).type()).isEqualTo("compaction");
        Conversation given = decodeInput("{\"type\":\"reasoning\",\"summary\":[],\"content\":null,\"encrypted_content\":\"drgm1.a\"},{\"type\":\"compaction\",\"encrypted_content\":\"drgm1.b\"}");
        assertThat(given.turns()).extracting(turn -> ((Carried) turn.blocks().get(0)).token()).containsExactly("drgm1.a", "drgm1.b");
    }

    @Test
    void readsASearchAsOneServerToolCall() {
        assertThat(block("item.web_search_call_find.json", ServerToolCall.class)).extracting(ServerToolCall::id, ServerToolCall::name, call -> call.input().text())
                .containsExactly("ws_03gold", "web_search", "{\"url\":\"https://metals.example/tin\",\"pattern\":\"melting\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"item.mcp_call", "item.shell_call", "item.image_generation_call", "input.shell_call_output", "input.item_reference",
        "input.compaction_trigger", "input.mcp_approval_response", "item.code_interpreter_call"})
    void keepsWhatItDoesNotKnowAsOneOpaqueBlock(String name) {
        Turn turn = decodeInput(golden(name + ".json")).turns().get(0);
        assertThat(turn.blocks()).hasExactlyElementsOfTypes(Opaque.class);
        assertThat(turn.source().orElseThrow().raw()).isEqualTo(turn.blocks().get(0).raw().orElseThrow());
    }

    @Test
    void readsAllToolsOfAFullRequest() {
        Conversation given = decode(golden("request.full.json"));
        assertThat(given.tools()).extracting(Tool::name).containsExactly("read_file", "web_search", "apply", "code_interpreter", "mcp", "image_generation",
                "local_shell", "shell", "apply_patch", "tool_search", "get");
        assertThat(((Tool.FunctionTool) given.tools().get(10)).namespace()).contains("crm");
        Tool.WebSearchTool search = (Tool.WebSearchTool) given.tools().get(1);
        assertThat(search.allowedDomains()).containsExactly("metals.example");
        assertThat(search.live()).isTrue();
        assertThat(given.toolChoice()).contains(new ToolChoice(Mode.AUTO, List.of("read_file")));
    }

    @Test
    void readsToolsThatItemsBringAlongOnce() {
        Conversation given = decodeInput("{\"type\":\"additional_tools\",\"role\":\"developer\",\"tools\":[{\"type\":\"function\",\"name\":\"a\"},{\"type\":\"namespace\",\"name\":\"n\","
                + "\"tools\":[{\"type\":\"custom\",\"name\":\"a\"}]}]},{\"type\":\"tool_search_call\",\"call_id\":\"c\",\"execution\":\"client\",\"arguments\":{\"query\":\"q\"}},"
                + "{\"type\":\"tool_search_output\",\"call_id\":\"c\",\"execution\":\"client\",\"tools\":[{\"type\":\"function\",\"name\":\"a\"},{\"type\":\"function\",\"name\":\"b\"}]}");
        assertThat(given.tools()).extracting(Tool::name).containsExactly("a", "a", "b");
        assertThat(given.turns().get(0).role()).isEqualTo(Role.DEVELOPER);
        assertThat(((ToolCall) given.turns().get(1).blocks().get(0)).arguments()).isEqualTo("{\"query\":\"q\"}");
        assertThat(((ToolResult) given.turns().get(2).blocks().get(0)).callId()).isEqualTo("c");
    }

    @Test
    void readsASearchThatTheClientRunsAsAFunction() {
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\",\"tools\":[{\"type\":\"tool_search\",\"execution\":\"client\",\"description\":\"d\",\"parameters\":{\"type\":\"object\"}}]}");
        assertThat(given.tools().get(0)).isInstanceOf(Tool.FunctionTool.class);
        assertThat(given.tools().get(0).name()).isEqualTo("tool_search");
    }

    @Test
    void readsASearchThatMustNotGoOutAndItsLimit() {
        Tool.WebSearchTool search = (Tool.WebSearchTool) decode("{\"model\":\"m\",\"input\":\"x\",\"max_tool_calls\":3,\"tools\":[{\"type\":\"web_search\",\"external_web_access\":false}]}").tools().get(0);
        assertThat(search.live()).isFalse();
        assertThat(search.maxUses()).contains(3L);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
        "\"auto\"                                   | ToolChoice[mode=AUTO, names=[]]",
        "\"required\"                               | ToolChoice[mode=REQUIRED, names=[]]",
        "{\"type\":\"custom\",\"name\":\"x\"}       | ToolChoice[mode=NAMED, names=[x]]",
        "{\"type\":\"web_search_preview\"}          | ToolChoice[mode=WEB_SEARCH, names=[web_search]]",
        "{\"type\":\"file_search\"}                 | ToolChoice[mode=NAMED, names=[file_search]]",
        "{\"type\":\"allowed_tools\",\"mode\":\"required\",\"tools\":[{\"type\":\"web_search\"}]} | ToolChoice[mode=REQUIRED, names=[web_search]]",
    })
    void readsToolChoices(String json, String expected) {
        assertThat(decode("{\"model\":\"m\",\"input\":\"x\",\"tool_choice\":" + json + "}").toolChoice().orElseThrow()).hasToString(expected);
    }

    @Test
    void readsSettings() {
        Conversation given = decode("{\"model\":\"m\",\"input\":\"x\",\"instructions\":\"be brief\",\"stream\":true,\"max_output_tokens\":99,\"temperature\":0.70,\"top_p\":1.0,"
                + "\"parallel_tool_calls\":false,\"reasoning\":{\"effort\":\"high\",\"summary\":\"detailed\"},\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"o\",\"schema\":{},\"strict\":true},"
                + "\"verbosity\":\"low\"},\"safety_identifier\":\"u\",\"service_tier\":\"flex\",\"prompt_cache_key\":\"k\"}");
        assertThat(given.system()).isEqualTo(List.of(Text.of("be brief")));
        assertThat(given.settings()).isEqualTo(Settings.builder().stream(true).maxTokens(OptionalLong.of(99)).temperature(Optional.of(Json.text("0.70")))
                .topP(Optional.of(Json.text("1.0"))).parallelTools(Optional.of(false))
                .reasoning(Optional.of(new Reasoning(Reasoning.Mode.UNSAID, Optional.of("high"), OptionalLong.empty(), Optional.of("detailed"))))
                .format(Optional.of(new OutputFormat(Optional.of("o"), Optional.empty(), Optional.of(Json.text("{}")), Optional.of(true))))
                .verbosity(Optional.of("low")).user(Optional.of("u")).serviceTier(Optional.of("flex")).cacheKey(Optional.of("k")).build());
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', value = {
        "{\"input\":\"x\"}                                                     | model",
        "{\"model\":7,\"input\":\"x\"}                                         | model",
        "{\"model\":\"m\"}                                                     | input",
        "{\"model\":\"m\",\"input\":[]}                                        | input",
        "{\"model\":\"m\",\"input\":{}}                                        | input",
        "{\"model\":\"m\",\"input\":[7]}                                       | input.0",
        "{\"model\":\"m\",\"input\":[{}]}                                      | input.0.type",
        "{\"model\":\"m\",\"input\":[{\"role\":\"robot\",\"content\":\"x\"}]}  | input.0.role",
        "{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":7}]}       | input.0.content",
        "{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\"}]}]} | input.0.content.0.text",
        "{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_image\"}]}]} | input.0.content.0",
        "{\"model\":\"m\",\"input\":[{\"type\":\"function_call\",\"call_id\":\"c\"}]} | input.0.name",
        "{\"model\":\"m\",\"input\":[{\"type\":\"function_call\",\"name\":\"c\"}]}    | input.0.call_id",
        "{\"model\":\"m\",\"input\":\"x\",\"tools\":{}}                        | tools",
        "{\"model\":\"m\",\"input\":\"x\",\"tools\":[{\"type\":\"function\"}]} | tools.0.name",
        "{\"model\":\"m\",\"input\":\"x\",\"tool_choice\":\"maybe\"}           | tool_choice",
        "{\"model\":\"m\",\"input\":\"x\",\"stream\":\"yes\"}                  | stream",
        "{\"model\":\"m\",\"input\":\"x\",\"max_output_tokens\":1.5}           | max_output_tokens",
        "{\"model\":\"m\",\"input\":\"x\",\"temperature\":\"hot\"}             | temperature",
        "{\"model\":\"m\",\"input\":\"x\",\"reasoning\":\"high\"}              | reasoning",
        "{\"model\":\"m\",\"input\":\"x\",\"instructions\":7}                  | instructions",
    })
    void namesTheFieldThatIsWrong(String request, String field) {
        Failure failure = refused(() -> decode(request));
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.param()).contains(field);
        assertThat(failure.message()).contains(field);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
        "previous_response_id | \"input\":\"x\",\"previous_response_id\":\"resp_1\"",
        "conversation         | \"input\":\"x\",\"conversation\":{\"id\":\"conv_1\"}",
        "prompt               | \"prompt\":{\"id\":\"pmpt_1\"}",
        "background           | \"input\":\"x\",\"background\":true",
        "item_reference       | \"input\":[{\"type\":\"item_reference\",\"id\":\"msg_1\"}]",
        "item_reference       | \"input\":[{\"id\":\"msg_1\"}]",
    })
    void saysWhatAnotherKindOfProviderCannotKnow(String field, String request) {
        Failure failure = refused(() -> Requests.WIRE.lossesElsewhere(decode("{\"model\":\"m\"," + request + "}")));
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.message()).contains(field);
    }

    @Test
    void namesWhatOnlyThisWireHas() {
        Conversation given = decode("{\"model\":\"m\",\"previous_response_id\":null,\"background\":false,\"store\":true,\"client_metadata\":{\"a\":1},"
                + "\"reasoning\":{\"effort\":\"low\",\"context\":\"all_turns\"},\"tools\":[{\"type\":\"web_search\",\"search_content_types\":[\"text\"]}],"
                + "\"input\":[{\"role\":\"assistant\",\"phase\":\"commentary\",\"content\":\"x\"},{\"role\":\"user\",\"content\":[{\"type\":\"input_image\","
                + "\"image_url\":\"u\",\"detail\":\"original\"}]}]}");
        assertThat(Requests.WIRE.lossesElsewhere(given)).extracting(Loss::path).containsExactly("client_metadata", "reasoning.context",
                "tools[].search_content_types", "input[].phase", "input[].content[].detail");
    }

    @Test
    void readsBlocksBackFromCarriers() {
        Blocks blocks = new Blocks();
        assertThat(blocks.read(Json.text(golden("item.reasoning.json")))).isInstanceOf(Thinking.class);
        assertThat(blocks.read(Json.text("{\"type\":\"output_text\",\"text\":\"x\",\"annotations\":[]}"))).isInstanceOf(Text.class);
        assertThat(blocks.readAll(Json.text(golden("item.message.json")))).hasSize(1);
        Raw raw = blocks.read(Json.text(golden("item.web_search_call_search.json"))).raw().orElseThrow();
        assertThat(raw).isEqualTo(new Raw(ResponsesWire.NAME, Json.text(golden("item.web_search_call_search.json").strip())));
    }

    private static <T> T block(String name, Class<T> kind) {
        return kind.cast(decodeInput(golden(name)).turns().get(0).blocks().get(0));
    }
}
