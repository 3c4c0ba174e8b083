package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.OPENAI;
import static io.dragoman.wire.responses.Requests.WIRE;
import static io.dragoman.wire.responses.Requests.assistant;
import static io.dragoman.wire.responses.Requests.foreign;
import static io.dragoman.wire.responses.Requests.input;
import static io.dragoman.wire.responses.Requests.losses;
import static io.dragoman.wire.responses.Requests.raw;
import static io.dragoman.wire.responses.Requests.refused;
import static io.dragoman.wire.responses.Requests.tree;
import static io.dragoman.wire.responses.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Reasoning.Mode;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of other wires. */
class RequestEncoderTest {
    @Test
    void keepsTextsBeforeCallsAndNeighboursInOneMessage() {
        Conversation given = foreign(user("x"), assistant(Text.of("a"), Text.of("b"), ToolCall.of("call_1", "f", "{ \"q\":1.0 }"), Text.of("c")),
                Turn.made(Role.USER, new ToolResult("call_1", List.of(Text.of("r")), false, Optional.empty()), Text.of("und?")));
        assertThat(input(given)).isEqualTo("[" + said("user", "input_text", "x") + ",{\"type\":\"message\",\"role\":\"assistant\",\"content\":["
                + out("a") + "," + out("b") + "]},{\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"{ \\\"q\\\":1.0 }\"},"
                + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[" + out("c") + "]},{\"type\":\"function_call_output\",\"call_id\":\"call_1\",\"output\":\"r\"},"
                + said("user", "input_text", "und?") + "]");
    }

    @Test
    void writesSystemTurnsInPlaceAndLeavesEmptyOnesOut() {
        Conversation given = foreign(user("x"), Turn.made(Role.SYSTEM, Text.of("rule")), Turn.made(Role.SYSTEM), assistant(Text.of("")), Turn.made(Role.DEVELOPER, Text.of("more")));
        assertThat(input(given)).isEqualTo("[" + said("user", "input_text", "x") + "," + said("developer", "input_text", "rule") + "," + said("developer", "input_text", "more") + "]");
    }

    @Test
    void joinsTheSystemPromptWithoutTheBillingLine() {
        Conversation given = foreign(user("x")).withSystem(List.of(Text.of("x-anthropic-billing-header: cc_version=1; x"), Text.of(""), Text.of("One."), Text.of("Two.")));
        assertThat(tree(given).path("instructions").asText()).isEqualTo("One.\n\nTwo.");
        assertThat(tree(foreign(user("x")).withSystem(List.of(Text.of("")))).has("instructions")).isFalse();
    }

    @Test
    void alwaysStreamsAndStoresNothing() {
        JsonNode sent = tree(foreign(user("x")));
        assertThat(sent.path("stream").booleanValue()).isTrue();
        assertThat(sent.path("store").booleanValue()).isFalse();
        assertThat(WIRE.encode(foreign(user("x")), OPENAI).stream()).isTrue();
        assertThat(sent.has("include")).isFalse();
    }

    @Test
    void marksFailedResultsInTheirText() {
        Conversation given = foreign(user("x"), assistant(ToolCall.of("a", "f", ""), ToolCall.of("b", "f", ""), ToolCall.of("c", "f", "")), Turn.made(Role.USER,
                new ToolResult("a", List.of(Text.of("boom")), true, Optional.empty()), new ToolResult("b", List.of(), true, Optional.empty()), new ToolResult("c", List.of(), false, Optional.empty())));
        assertThat(tree(given).path("input").findValuesAsText("output")).containsExactly("[tool error] boom", "[tool error]", "");
        assertThat(tree(given).path("input").findValuesAsText("arguments")).containsExactly("{}", "{}", "{}");
        assertThat(losses(given, OPENAI)).containsExactly("is_error");
    }

    @Test
    void keepsPicturesAndUnknownPartsOfResults() {
        Block reference = new Opaque("tool_reference", raw("{\"type\":\"tool_reference\",\"tool_name\":\"WebSearch\"}"));
        Conversation given = foreign(assistant(ToolCall.of("a", "f", "")), Turn.made(Role.USER, new ToolResult("a", List.of(Text.of("t"), picture(), reference), false, Optional.empty())));
        assertThat(tree(given).path("input").get(1).path("output").toString()).isEqualTo("[{\"type\":\"input_text\",\"text\":\"t\"},{\"type\":\"input_image\","
                + "\"image_url\":\"data:image/png;base64,QQ==\",\"detail\":\"auto\"},{\"type\":\"input_text\",\"text\":\"{\\\"type\\\":\\\"tool_reference\\\",\\\"tool_name\\\":\\\"WebSearch\\\"}\"}]");
    }

    @Test
    void writesMedia() {
        Conversation given = foreign(Turn.made(Role.USER, picture(), new Image(new Media.Url("https://x.example/a.png"), Optional.empty()),
                document(new Media.Base64Data("application/pdf", "QQ=="), ""), document(new Media.Url("https://x.example/a.pdf"), "n"),
                document(new Media.PlainText("words"), "Title"), document(new Media.Blocks(List.of(Text.of("inner"))), "Found")));
        assertThat(tree(given).path("input").get(0).path("content").toString()).isEqualTo("[{\"type\":\"input_image\",\"image_url\":\"data:image/png;base64,QQ==\",\"detail\":\"auto\"},"
                + "{\"type\":\"input_image\",\"image_url\":\"https://x.example/a.png\",\"detail\":\"auto\"},"
                + "{\"type\":\"input_file\",\"filename\":\"document.pdf\",\"file_data\":\"data:application/pdf;base64,QQ==\"},{\"type\":\"input_file\",\"file_url\":\"https://x.example/a.pdf\"},"
                + "{\"type\":\"input_text\",\"text\":\"[Title]\\n\\nwords\"},{\"type\":\"input_text\",\"text\":\"[Found]\"},{\"type\":\"input_text\",\"text\":\"inner\"}]");
    }

    @Test
    void refusesAFileOfAnotherVendor() {
        Conversation given = foreign(Turn.made(Role.USER, document(new Media.FileId(Requests.OTHER, "file_7"), "")));
        assertThat(refused(() -> tree(given)).message()).contains("file_7");
    }

    @Test
    void sendsNoThinkingAndNoCarrierOfOthers() {
        Conversation given = foreign(user("x"), assistant(new Thinking("secret", Optional.of("sig"), Optional.empty(), Optional.of(raw("{}"))),
                new Carried("drgm1.abc", Optional.empty()), new Opaque("container_upload", raw("{}")), Text.of("a")));
        assertThat(input(given)).isEqualTo("[" + said("user", "input_text", "x") + ",{\"type\":\"message\",\"role\":\"assistant\",\"content\":[" + out("a") + "]}]");
        assertThat(losses(given, OPENAI)).containsExactly("thinking", "container_upload");
    }

    @Test
    void writesFunctionsWithAnObjectSchemaAndNoStrictnessOfItsOwn() {
        assertThat(tools(function("f", "d", "{\"anyOf\":[{\"type\":\"object\"}]}", Optional.empty()))).isEqualTo(
                "[{\"type\":\"function\",\"name\":\"f\",\"description\":\"d\",\"parameters\":{\"type\":\"object\",\"anyOf\":[{\"type\":\"object\"}],\"properties\":{}},\"strict\":false}]");
        String closed = "{\"$schema\":\"s\",\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}";
        assertThat(tools(function("f", "", closed, Optional.of(true)))).isEqualTo(
                "[{\"type\":\"function\",\"name\":\"f\",\"parameters\":" + closed + ",\"strict\":true}]");
        Tool open = function("f", "", "{\"type\":\"object\",\"properties\":{\"a\":{}}}", Optional.of(true));
        assertThat(tools(open)).endsWith("\"strict\":false}]");
        assertThat(losses(foreign(open, Optional.empty()), OPENAI)).containsExactly("tools[].strict");
    }

    @Test
    void keepsFreeTextToolsAndTheirCallsFreeText() {
        Tool custom = new Tool.CustomTool("patch", Optional.empty(), "d",
                Optional.of(Json.text("{\"type\":\"grammar\",\"grammar\":{\"syntax\":\"lark\",\"definition\":\"x\"}}")), Optional.empty());
        ToolCall call = new ToolCall("c", "patch", Optional.empty(), "a\"b", ToolCall.Form.TEXT, Optional.empty());
        Turn done = Turn.made(Role.USER, new ToolResult("c", List.of(Text.of("ok")), false, Optional.empty()));
        Conversation given = foreign(assistant(call), done).withTools(List.of(custom), Optional.of(new ToolChoice(ToolChoice.Mode.NAMED, List.of("patch"))));
        assertThat(tree(given).path("tools").get(0).toString()).isEqualTo("{\"type\":\"custom\",\"name\":\"patch\",\"description\":\"d\","
                + "\"format\":{\"type\":\"grammar\",\"syntax\":\"lark\",\"definition\":\"x\"}}");
        assertThat(input(given)).isEqualTo("[{\"type\":\"custom_tool_call\",\"call_id\":\"c\",\"name\":\"patch\",\"input\":\"a\\\"b\"},"
                + "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c\",\"output\":\"ok\"}]");
        assertThat(tree(given).path("tool_choice").toString()).isEqualTo("{\"type\":\"custom\",\"name\":\"patch\"}");
    }

    @Test
    void refusesAToolThatNobodyCanTellTheProviderOf() {
        Tool bash = new Tool.OpaqueTool("bash", "bash_20250124", raw("{\"type\":\"bash_20250124\",\"name\":\"bash\"}"));
        assertThat(refused(() -> tree(foreign(bash, Optional.empty()))).message()).contains("bash_20250124");
    }

    @Test
    void narrowsTheToolsThatMayBeCalled() {
        Conversation given = foreign(user("x")).withTools(List.of(function("a", "", "{}", Optional.empty()), function("b", "", "{}", Optional.empty())),
                Optional.of(new ToolChoice(ToolChoice.Mode.REQUIRED, List.of("b"))));
        assertThat(tree(given).path("tool_choice").toString()).isEqualTo("{\"type\":\"allowed_tools\",\"mode\":\"required\",\"tools\":[{\"type\":\"function\",\"name\":\"b\"}]}");
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @CsvSource(nullValues = "-", value = {
        "DISABLED, -,      -,     -,        none,   -",
        "DISABLED, high,   -,     -,        none,   -",
        "ADAPTIVE, -,      -,     -,        -,      auto",
        "ADAPTIVE, medium, -,     updates,  medium, auto",
        "ADAPTIVE, max,    -,     omitted,  max,    -",
        "BUDGET,   -,      1024,  -,        low,    auto",
        "BUDGET,   -,      4096,  -,        low,    auto",
        "BUDGET,   -,      10000, -,        medium, auto",
        "BUDGET,   -,      31999, -,        high,   auto",
        "BUDGET,   xhigh,  1024,  -,        xhigh,  auto",
        "UNSAID,   minimal,-,     -,        minimal,auto",
        "UNSAID,   silly,  -,     detailed, -,      detailed",
    })
    void tellsHowMuchToThink(Mode mode, String effort, Long budget, String display, String expectedEffort, String expectedSummary) {
        OptionalLong tokens = budget == null ? OptionalLong.empty() : OptionalLong.of(budget);
        JsonNode sent = tree(with(s -> s.reasoning(Optional.of(new Reasoning(mode, Optional.ofNullable(effort), tokens, Optional.ofNullable(display))))));
        assertThat(sent.path("reasoning").path("effort").asText(null)).isEqualTo(expectedEffort);
        assertThat(sent.path("reasoning").path("summary").asText(null)).isEqualTo(expectedSummary);
        assertThat(sent.path("include").toString()).isEqualTo(mode == Mode.DISABLED ? "" : "[\"reasoning.encrypted_content\"]");
    }

    @Test
    void raisesATokenLimitBelowTheLeast() {
        Conversation given = with(s -> s.maxTokens(OptionalLong.of(1)));
        assertThat(tree(given).path("max_output_tokens").asInt()).isEqualTo(16);
        assertThat(losses(given, OPENAI)).containsExactly("max_tokens");
    }

    @Test
    void namesWhatHasNoSlot() {
        assertThat(losses(with(s -> s.stop(List.of("END")).topK(Optional.of(Json.text("5"))).serviceTier(Optional.of("odd"))), OPENAI))
                .containsExactlyInAnyOrder("stop", "top_k", "service_tier");
    }

    @Test
    void copiesSamplingAsItWasSpelt() {
        String sent = Requests.sent(with(s -> s.temperature(Optional.of(Json.text("0.70"))).topP(Optional.of(Json.text("1e-1")))));
        assertThat(sent).contains("\"temperature\":0.70").contains("\"top_p\":1e-1");
    }

    @Test
    void tellsWhoAsksInSixtyFourCharacters() {
        String longId = "{\"device_id\":\"" + "a1".repeat(32) + "\",\"session_id\":\"d3bebd62\"}";
        String sent = tree(with(s -> s.user(Optional.of(longId)))).path("safety_identifier").asText();
        assertThat(sent).matches("[0-9a-f]{64}");
        assertThat(tree(with(s -> s.user(Optional.of(longId)))).path("safety_identifier").asText()).isEqualTo(sent);
        assertThat(tree(with(s -> s.user(Optional.of("kunde-17")))).path("safety_identifier").asText()).isEqualTo("kunde-17");
    }

    @Test
    void passesTheClientsLabelsButNotWhoAsks() {
        Conversation given = Origins.of("{\"model\":\"m\",\"messages\":[],\"metadata\":{\"user_id\":\"u\",\"k\":\"v\"}}");
        assertThat(tree(given.withSettings(Settings.builder().user(Optional.of("u")).build())).path("metadata").toString()).isEqualTo("{\"k\":\"v\"}");
    }

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource({"standard_only, default", "auto, auto", "flex, flex"})
    void mapsServiceTiers(String tier, String expected) {
        assertThat(tree(with(s -> s.serviceTier(Optional.of(tier)))).path("service_tier").asText()).isEqualTo(expected);
    }

    @Test
    void namesAnAnswersSchemaAndIsStrictWhereTheSchemaAllows() {
        String closed = "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"a\"],\"properties\":{\"a\":{\"type\":\"integer\"}}}";
        assertThat(format(closed, Optional.empty())).isEqualTo("{\"format\":{\"type\":\"json_schema\",\"name\":\"response\",\"schema\":" + closed + ",\"strict\":true}}");
        assertThat(format("{\"type\":\"object\"}", Optional.of("my name"))).isEqualTo("{\"format\":{\"type\":\"json_schema\",\"name\":\"my_name\",\"schema\":{\"type\":\"object\"},\"strict\":false}}");
        assertThat(format("{\"type\":\"object\",\"properties\":{\"a\":{}}}", Optional.empty())).endsWith("\"strict\":false}}");
    }

    private static String format(String schema, Optional<String> name) {
        return tree(with(s -> s.format(Optional.of(new OutputFormat(name, Optional.empty(), Optional.of(Json.text(schema)), Optional.empty()))))).path("text").toString();
    }

    private static Conversation with(UnaryOperator<Settings.Builder> change) {
        return foreign(user("x")).withSettings(change.apply(Settings.builder()).build());
    }

    private static String tools(Tool tool) {
        return tree(foreign(tool, Optional.empty())).path("tools").toString();
    }

    private static Tool function(String name, String description, String schema, Optional<Boolean> strict) {
        return new Tool.FunctionTool(name, Optional.empty(), description, Json.text(schema), strict, false, Optional.empty());
    }

    private static Image picture() {
        return new Image(new Media.Base64Data("image/png", "QQ=="), Optional.empty());
    }

    private static Document document(Media media, String title) {
        return new Document(media, title.isEmpty() ? Optional.empty() : Optional.of(title), Optional.empty());
    }

    private static String said(String role, String type, String text) {
        return "{\"type\":\"message\",\"role\":\"" + role + "\",\"content\":[{\"type\":\"" + type + "\",\"text\":\"" + text + "\"}]}";
    }

    private static String out(String text) {
        return "{\"type\":\"output_text\",\"text\":\"" + text + "\",\"annotations\":[]}";
    }
}
