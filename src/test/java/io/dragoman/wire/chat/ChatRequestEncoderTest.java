package io.dragoman.wire.chat;

import static io.dragoman.wire.chat.ChatRequestTest.rules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Loss;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of other wires, written for a provider of this one. */
class ChatRequestEncoderTest {
    private static final WireName OTHER = new WireName("other");
    static final Image PNG = new Image(new Media.Base64Data("image/png", "iVBOR"), Optional.empty());

    static Conversation conversation(Turn... turns) {
        return new Conversation("m", List.of(), List.of(turns), List.of(), Optional.empty(), Settings.DEFAULT, Optional.empty());
    }

    private static Encoded encoded(Conversation conversation, ReasoningReturn reasoning, boolean search) {
        return new ChatWire().encode(conversation, rules(reasoning, search));
    }

    static JsonNode body(Conversation conversation) {
        return tree(encoded(conversation, ReasoningReturn.AUTO, false));
    }

    private static JsonNode tree(Encoded encoded) {
        return Json.slice(encoded.body(), 0, encoded.body().length).tree();
    }

    static String messages(Conversation conversation) {
        return body(conversation).get("messages").toString();
    }

    private static List<String> losses(Conversation conversation) {
        return encoded(conversation, ReasoningReturn.AUTO, false).losses().stream().map(Loss::path).toList();
    }

    static Turn user(Block... blocks) {
        return Turn.made(Role.USER, blocks);
    }

    static Turn assistant(Block... blocks) {
        return Turn.made(Role.ASSISTANT, blocks);
    }

    static ToolResult result(String id, Block... content) {
        return new ToolResult(id, List.of(content), false, Optional.empty());
    }

    @Test
    void theSystemPromptComesFirstAndLaterSystemTurnsStayInPlace() {
        Conversation conversation = conversation(Turn.made(Role.DEVELOPER, Text.of("C")), user(Text.of("one")), Turn.made(Role.SYSTEM, Text.of("middle")),
                assistant(Text.of("two"))).withSystem(List.of(Text.of("A"), Text.of(""), Text.of("B")));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"system\",\"content\":\"A\\n\\nB\\n\\nC\"},{\"role\":\"user\",\"content\":\"one\"},"
                + "{\"role\":\"system\",\"content\":\"middle\"},{\"role\":\"assistant\",\"content\":\"two\"}]");
    }

    @Test
    void nothingEmptyIsSent() {
        Conversation conversation = conversation(Turn.made(Role.SYSTEM), user(), assistant(), assistant(Text.of("")), user(Text.of("x")))
                .withSystem(List.of(Text.of("")));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"user\",\"content\":\"x\"}]");
    }

    @Test
    void textAndCallsOfNeighbouringTurnsAreOneMessage() {
        Conversation conversation = conversation(user(Text.of("x")), assistant(Text.of("I "), Text.of("look")), assistant(Text.of("now")),
                assistant(ToolCall.of("c1", "f", "{\"q\": 1}")), assistant(ToolCall.of("c2", "g", "")), user(result("c1", Text.of("r1"))),
                user(result("c2", Text.of("r2"), Text.of("r3")), Text.of("and?")));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"content\":\"I look\\n\\nnow\",\"tool_calls\":["
                + "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\": 1}\"}},"
                + "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r1\"},{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"r2\\nr3\"},"
                + "{\"role\":\"user\",\"content\":\"and?\"}]");
    }

    @Test
    void aTurnOfCallsAloneHasNoContent() {
        assertThat(messages(conversation(assistant(ToolCall.of("c1", "f", "{}"))))).startsWith("[{\"role\":\"assistant\",\"content\":null,");
    }

    @Test
    void freeTextOfACustomToolTravelsAsOneString() {
        ToolCall call = new ToolCall("c1", "patch", Optional.empty(), "*** \"x\"\n", ToolCall.Form.TEXT, Optional.empty());
        assertThat(body(conversation(assistant(call))).at("/messages/0/tool_calls/0/function/arguments").asText())
                .isEqualTo("{\"input\":\"*** \\\"x\\\"\\n\"}");
    }

    @Test
    void picturesOfResultsFollowBehindTheLastResult() {
        Conversation conversation = conversation(assistant(ToolCall.of("c1", "f", "{}"), ToolCall.of("c2", "g", "{}")),
                user(result("c1", Text.of("taken"), PNG)), user(result("c2", PNG), Text.of("so?")));
        assertThat(messages(conversation)).endsWith(",{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"taken\"},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"[The result is shown in the next user message.]\"},"
                + "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBOR\"}},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBOR\"}},{\"type\":\"text\",\"text\":\"so?\"}]}]");
    }

    @Test
    void aFailedToolSaysSoInItsText() {
        Conversation conversation = conversation(user(new ToolResult("c1", List.of(Text.of("boom")), true, Optional.empty()),
                new ToolResult("c2", List.of(), true, Optional.empty())));
        assertThat(messages(conversation)).contains("\"content\":\"[tool error] boom\"").contains("\"content\":\"[tool error]\"");
        assertThat(losses(conversation)).containsExactly("messages[].content[].is_error");
    }

    @Test
    void aResultOfAnUnknownKindIsNotEmpty() {
        Opaque reference = new Opaque("tool_reference", new Raw(OTHER, Json.text("{\"type\":\"tool_reference\",\"tool_name\":\"WebSearch\"}")));
        assertThat(messages(conversation(user(result("c1", reference))))).contains("WebSearch");
    }

    static Stream<Arguments> documents() {
        return Stream.of(
                Arguments.of("a PDF", new Media.Base64Data("application/pdf", "JVBERi0="),
                        "{\"type\":\"file\",\"file\":{\"filename\":\"T\",\"file_data\":\"data:application/pdf;base64,JVBERi0=\"}}"),
                Arguments.of("an address", new Media.Url("https://d.example/a.pdf"), "{\"type\":\"text\",\"text\":\"Document \\\"T\\\": https://d.example/a.pdf\"}"),
                Arguments.of("plain text", new Media.PlainText("words"), "{\"type\":\"text\",\"text\":\"Document \\\"T\\\":\\nwords\"}"),
                Arguments.of("blocks", new Media.Blocks(List.of(Text.of("words"), PNG)), "{\"type\":\"text\",\"text\":\"Document \\\"T\\\":\"},"
                        + "{\"type\":\"text\",\"text\":\"words\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBOR\"}}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documents")
    void documentsReachTheModel(String what, Media media, String parts) {
        Conversation conversation = conversation(user(Text.of("read"), new Document(media, Optional.of("T"), Optional.empty())));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"read\"}," + parts + "]}]");
    }

    @Test
    void aFileOfAnotherVendorIsRefused() {
        Conversation conversation = conversation(user(new Document(new Media.FileId(OTHER, "file_1"), Optional.empty(), Optional.empty())));
        assertThat(refused(conversation, false)).contains("file_1");
    }

    private static String refused(Conversation conversation, boolean search) {
        DragomanException refused = catchThrowableOfType(DragomanException.class, () -> encoded(conversation, ReasoningReturn.AUTO, search));
        assertThat(refused).isNotNull();
        assertThat(refused.failure().status()).isEqualTo(400);
        return refused.failure().message();
    }

    // ------------------------------------------------------------------------------------------ reasoning

    private static final Thinking FOREIGN = new Thinking("secret", Optional.of("sig"), Optional.empty(), Optional.of(new Raw(OTHER, Json.text("{}"))));

    private static Thinking own(String issuer) {
        return new Thinking("mine", Optional.empty(), Optional.of(issuer), Optional.of(new Raw(ChatWire.NAME,
                Json.text("{\"reasoning\":\"mine\",\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]}"))));
    }

    private static String assistantMessage(ReasoningReturn reasoning, Block... blocks) {
        return tree(encoded(conversation(assistant(blocks)), reasoning, false)).at("/messages/0").toString();
    }

    @Test
    void reasoningOfAnotherProviderIsNeitherShownNorSent() {
        Conversation conversation = conversation(assistant(FOREIGN, new RedactedThinking("data", Optional.empty(), Optional.empty()), Text.of("visible")));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"assistant\",\"content\":\"visible\"}]");
        assertThat(losses(conversation)).containsExactly("messages[].thinking");
    }

    @Test
    void aHostThatWantsReasoningBackGetsIt() {
        assertThat(assistantMessage(ReasoningReturn.CONTENT, FOREIGN, Text.of("visible"), ToolCall.of("c", "f", "{}")))
                .contains("\"content\":\"visible\",\"reasoning_content\":\"secret\"").doesNotContain("sig");
        assertThat(assistantMessage(ReasoningReturn.CONTENT, ToolCall.of("c", "f", "{}"))).contains("\"reasoning_content\":\"\"");
        assertThat(assistantMessage(ReasoningReturn.CONTENT, Text.of("x"))).doesNotContain("reasoning_content");
    }

    @Test
    void ownReasoningGoesBackToItsHostAsItCameAndToNoOther() {
        assertThat(assistantMessage(ReasoningReturn.AUTO, own("chat:host.example"), Text.of("x"))).isEqualTo("{\"role\":\"assistant\",\"content\":\"x\","
                + "\"reasoning\":\"mine\",\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]}");
        assertThat(assistantMessage(ReasoningReturn.AUTO, own("chat:other.example"), Text.of("x"))).isEqualTo("{\"role\":\"assistant\",\"content\":\"x\"}");
        assertThat(assistantMessage(ReasoningReturn.NONE, own("chat:host.example"), Text.of("x"))).isEqualTo("{\"role\":\"assistant\",\"content\":\"x\"}");
    }

    @Test
    void serverToolsHaveNoSlot() {
        Conversation conversation = conversation(assistant(new ServerToolCall("srvtoolu_1", "server_tool_use", "web_search", Json.text("{}"), Optional.empty()),
                new Text("x", List.of(new Citation(Optional.of("https://a.example"), "", "", Optional.empty(), Optional.empty())), Optional.empty())));
        assertThat(messages(conversation)).isEqualTo("[{\"role\":\"assistant\",\"content\":\"x\"}]");
        assertThat(losses(conversation)).containsExactly("messages[].content[].server_tool_use");
    }

    // ------------------------------------------------------------------------------------------ tools

    private static Conversation tools(Optional<ToolChoice> choice, Tool... tools) {
        return conversation(user(Text.of("x"))).withTools(List.of(tools), choice);
    }

    private static Tool.FunctionTool function(String name, String schema) {
        return new Tool.FunctionTool(name, Optional.empty(), "", Json.text(schema), Optional.empty(), false, Optional.empty());
    }

    private static Tool.WebSearchTool search(List<String> blocked) {
        return new Tool.WebSearchTool("web_search", "web_search_20250305", Optional.of(3L), List.of(), blocked,
                Optional.of(Json.text("{\"type\":\"approximate\",\"city\":\"Oslo\"}")), true, Optional.empty());
    }

    @Test
    void functionsKeepTheirSchema() {
        String schema = "{\"$schema\":\"x\",\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"integer\",\"minimum\":1.0}},\"required\":[\"q\"]}";
        assertThat(body(tools(Optional.empty(), function("f", schema))).get("tools").toString())
                .isEqualTo("[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":" + schema + "}}]");
    }

    static Stream<Arguments> schemas() {
        return Stream.of(
                Arguments.of("no type", "{\"properties\":{\"a\":{}}}", "{\"type\":\"object\",\"properties\":{\"a\":{}}}"),
                Arguments.of("nothing", "{}", "{\"type\":\"object\",\"properties\":{}}"),
                Arguments.of("alternatives", "{\"anyOf\":[{\"properties\":{\"a\":{}},\"required\":[\"a\"]},{\"properties\":{\"b\":{}}}]}",
                        "{\"type\":\"object\",\"properties\":{\"a\":{},\"b\":{}}}"),
                Arguments.of("all of", "{\"type\":\"object\",\"allOf\":[{\"properties\":{\"a\":{}},\"required\":[\"a\"]}]}",
                        "{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\"]}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void theRootOfASchemaBecomesAnObject(String what, String schema, String written) {
        assertThat(body(tools(Optional.empty(), function("f", schema))).at("/tools/0/function/parameters").toString()).isEqualTo(written);
    }

    @Test
    void aCustomToolIsAFunctionOfOneStringWithItsGrammarInWords() {
        Tool custom = new Tool.CustomTool("patch", Optional.empty(), "edits", Optional.of(Json.text("{\"type\":\"grammar\",\"syntax\":\"lark\",\"definition\":\"start: x\"}")),
                Optional.empty());
        JsonNode function = body(tools(Optional.empty(), custom)).at("/tools/0/function");
        assertThat(function.path("description").asText()).startsWith("edits").contains("lark").contains("start: x");
        assertThat(function.at("/parameters/properties")).hasSize(1);
        assertThat(function.at("/parameters/properties/input/type").asText()).isEqualTo("string");
    }

    static Stream<Arguments> choices() {
        return Stream.of(Arguments.of(ToolChoice.of(Mode.AUTO), "\"auto\""), Arguments.of(ToolChoice.of(Mode.REQUIRED), "\"required\""),
                Arguments.of(ToolChoice.of(Mode.NONE), "\"none\""),
                Arguments.of(new ToolChoice(Mode.NAMED, List.of("g")), "{\"type\":\"function\",\"function\":{\"name\":\"g\"}}"));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void choicesAreMapped(ToolChoice choice, String written) {
        assertThat(body(tools(Optional.of(choice), function("f", "{}"), function("g", "{}"))).get("tool_choice").toString()).isEqualTo(written);
    }

    @Test
    void toolsThatAreNotAllowedAreNotDeclared() {
        JsonNode body = body(tools(Optional.of(new ToolChoice(Mode.REQUIRED, List.of("g"))), function("f", "{}"), function("g", "{}")));
        assertThat(body.get("tools")).hasSize(1);
        assertThat(body.get("tool_choice").asText()).isEqualTo("required");
    }

    @Test
    void noChoiceIsSentWithoutATool() {
        JsonNode body = body(tools(Optional.of(ToolChoice.of(Mode.AUTO)), search(List.of())).withSettings(Settings.builder().parallelTools(Optional.of(true)).build()));
        assertThat(body.has("tools") || body.has("tool_choice") || body.has("parallel_tool_calls") || body.has("web_search_options")).isFalse();
    }

    @Test
    void aSearchThatTheProviderDoesNotRunIsLeftOutAndNeverAFunction() {
        Conversation conversation = tools(Optional.empty(), search(List.of("bad.example")), function("f", "{}"),
                new Tool.HostedTool("code_execution", "code_execution_20250825", Optional.empty()));
        assertThat(body(conversation).get("tools")).hasSize(1);
        assertThat(losses(conversation)).contains("tools[].web_search", "tools[].code_execution_20250825");
    }

    @Test
    void whatIsForcedAndCannotBeIsRefused() {
        assertThat(refused(tools(Optional.of(ToolChoice.of(Mode.WEB_SEARCH)), search(List.of())), false)).contains("web_search");
        assertThat(refused(tools(Optional.of(ToolChoice.of(Mode.REQUIRED)), search(List.of())), false)).contains("tool_choice");
        assertThat(refused(tools(Optional.of(new ToolChoice(Mode.NAMED, List.of("code_execution"))),
                new Tool.HostedTool("code_execution", "code_execution_20250825", Optional.empty()), function("f", "{}")), false)).contains("tool_choice");
        assertThat(refused(tools(Optional.empty(), search(List.of("bad.example"))), true)).contains("blocked_domains");
    }

    @Test
    void aProviderThatSearchesIsAskedByItsOwnField() {
        Encoded encoded = encoded(tools(Optional.of(ToolChoice.of(Mode.WEB_SEARCH)), search(List.of())), ReasoningReturn.AUTO, true);
        assertThat(tree(encoded).get("web_search_options").toString())
                .isEqualTo("{\"user_location\":{\"type\":\"approximate\",\"approximate\":{\"city\":\"Oslo\"}}}");
        assertThat(encoded.losses()).extracting(Loss::path).containsExactly("tools[].max_uses");
    }

    // ------------------------------------------------------------------------------------------ settings

    @Test
    void settingsHaveTheirFields() {
        Settings settings = Settings.builder().stream(true).maxTokens(OptionalLong.of(512)).temperature(Optional.of(Json.text("0.70")))
                .topP(Optional.of(Json.text("1"))).topK(Optional.of(Json.text("5"))).stop(List.of("a", "b", "c", "d", "e"))
                .verbosity(Optional.of("low")).user(Optional.of("u")).serviceTier(Optional.of("standard_only")).cacheKey(Optional.of("k"))
                .format(Optional.of(new OutputFormat(Optional.of("my thing"), Optional.empty(), Optional.of(Json.text("{\"type\":\"object\"}")), Optional.empty()))).build();
        Conversation conversation = conversation(user(Text.of("x"))).withSettings(settings);
        Encoded encoded = encoded(conversation, ReasoningReturn.AUTO, false);
        assertThat(encoded.stream()).isTrue();
        assertThat(new String(encoded.body(), java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                + "\"max_completion_tokens\":512,\"temperature\":0.70,\"top_p\":1,\"stop\":[\"a\",\"b\",\"c\",\"d\"],\"response_format\":{\"type\":\"json_schema\","
                + "\"json_schema\":{\"name\":\"my_thing\",\"schema\":{\"type\":\"object\"}}},\"verbosity\":\"low\",\"service_tier\":\"default\",\"user\":\"u\","
                + "\"prompt_cache_key\":\"k\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        assertThat(encoded.losses()).extracting(Loss::path).containsExactly("top_k", "stop");
    }

    @Test
    void aSchemaThatStrictHostsTakeIsHeldStrictly() {
        Settings settings = Settings.builder().format(Optional.of(new OutputFormat(Optional.empty(), Optional.empty(), Optional.of(Json.text(
                "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"string\"}}}")), Optional.empty()))).build();
        JsonNode schema = body(conversation(user(Text.of("x"))).withSettings(settings)).at("/response_format/json_schema");
        assertThat(schema.path("strict").asBoolean()).isTrue();
        assertThat(schema.path("name").asText()).isEqualTo("response");
    }

    static Stream<Arguments> efforts() {
        return Stream.of(
                Arguments.of("an effort", Reasoning.Mode.ADAPTIVE, "max", 0, "max"),
                Arguments.of("a small budget", Reasoning.Mode.BUDGET, "", 1024, "low"),
                Arguments.of("a large budget", Reasoning.Mode.BUDGET, "", 32_000, "high"),
                Arguments.of("adaptive alone", Reasoning.Mode.ADAPTIVE, "", 0, ""),
                Arguments.of("switched off", Reasoning.Mode.DISABLED, "low", 0, ""),
                Arguments.of("an unknown effort", Reasoning.Mode.UNSAID, "ultra", 0, ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("efforts")
    void effortIsMapped(String what, Reasoning.Mode mode, String effort, long budget, String written) {
        Reasoning reasoning = new Reasoning(mode, Optional.of(effort).filter(e -> !e.isEmpty()), budget == 0 ? OptionalLong.empty() : OptionalLong.of(budget),
                Optional.empty());
        Settings settings = Settings.builder().reasoning(Optional.of(reasoning)).build();
        assertThat(body(conversation(user(Text.of("x"))).withSettings(settings)).path("reasoning_effort").asText("")).isEqualTo(written);
    }

    @Test
    void longLabelsAreToldByTheirHash() {
        Settings settings = Settings.builder().user(Optional.of("u".repeat(150))).cacheKey(Optional.of("k".repeat(65))).build();
        JsonNode body = body(conversation(user(Text.of("x"))).withSettings(settings));
        assertThat(body.path("user").asText()).matches("[0-9a-f]{64}");
        assertThat(body.path("prompt_cache_key").asText()).matches("[0-9a-f]{64}");
    }
}
