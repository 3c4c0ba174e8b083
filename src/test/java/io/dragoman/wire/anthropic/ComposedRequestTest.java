package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.NATIVE;
import static io.dragoman.wire.anthropic.Fixtures.THIRD_PARTY;
import static io.dragoman.wire.anthropic.Fixtures.WIRE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
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
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.Encoded;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ComposedRequestTest {
    private static final WireName OTHER = new WireName("other");
    private static final Turn HELLO = Turn.made(Role.USER, Text.of("hello"));
    private static final Tool LOOK = function("look", "{\"type\":\"object\",\"properties\":{}}");
    private static final Tool SEARCH = search(true);

    private static Tool function(String name, String schema) {
        return new Tool.FunctionTool(name, Optional.empty(), "d", Json.text(schema), Optional.empty(), false, Optional.empty());
    }

    private static Tool search(boolean live) {
        return new Tool.WebSearchTool("web_search", "web_search", Optional.of(3L), List.of("a.example"), List.of("b.example"),
                Optional.of(Json.text("{\"type\":\"approximate\",\"approximate\":{\"city\":\"Oslo\",\"country\":null}}")), live, Optional.empty());
    }

    private static Conversation conversation(String model, List<Turn> turns, List<Tool> tools, Optional<ToolChoice> choice, Settings settings) {
        return new Conversation(model, List.of(), turns, tools, choice, settings, Optional.empty());
    }

    private static Encoded encode(String model, Settings settings) {
        return WIRE.encode(conversation(model, List.of(HELLO), List.of(), Optional.empty(), settings), NATIVE);
    }

    private static Encoded encode(List<Turn> turns, List<Tool> tools, Optional<ToolChoice> choice, TargetRules rules) {
        return WIRE.encode(conversation("claude-sonnet-4-5", turns, tools, choice, Settings.DEFAULT), rules);
    }

    private static JsonNode tree(Encoded encoded) {
        return Json.slice(encoded.body(), 0, encoded.body().length).tree();
    }

    private static List<String> losses(Encoded encoded) {
        return encoded.losses().stream().map(loss -> loss.path()).toList();
    }

    private static JsonNode json(String text) {
        return Json.text(text.replace('\'', '"')).tree();
    }

    private static JsonNode content(Block... blocks) {
        return tree(encode(List.of(Turn.made(Role.USER, blocks)), List.of(), Optional.empty(), NATIVE)).at("/messages/0/content");
    }

    private static Reasoning effort(String effort) {
        return new Reasoning(Reasoning.Mode.UNSAID, Optional.of(effort), OptionalLong.empty(), Optional.empty());
    }

    @Test
    void joinsTheSystemPromptAndMergesTurns() {
        List<Turn> turns = List.of(Turn.made(Role.DEVELOPER, Text.of("b"), Text.of("")), Turn.made(Role.SYSTEM, Text.of("c")), HELLO,
                Turn.made(Role.USER, Text.of("again")), Turn.made(Role.SYSTEM, Text.of("rule")),
                Turn.made(Role.ASSISTANT, Text.of("I look"), Text.of(" ")), Turn.made(Role.ASSISTANT, ToolCall.of("t1", "look", "")),
                Turn.made(Role.ASSISTANT, ToolCall.of("t2", "look", "{\"n\": 1.0}")),
                Turn.made(Role.USER, new ToolResult("t1", List.of(Text.of("one")), false, Optional.empty())),
                Turn.made(Role.USER, new ToolResult("t2", List.of(), true, Optional.empty())));
        Encoded encoded = WIRE.encode(new Conversation("claude-sonnet-4-5", List.of(Text.of("a")), turns, List.of(LOOK), Optional.empty(),
                Settings.builder().stream(true).build(), Optional.empty()), NATIVE);
        assertThat(Fixtures.text(encoded.body())).isEqualTo(("{'model':'claude-sonnet-4-5','max_tokens':64000,'system':'a\\n\\nb\\n\\nc',"
                + "'messages':[{'role':'user','content':[{'type':'text','text':'hello'},{'type':'text','text':'again'}]},"
                + "{'role':'system','content':[{'type':'text','text':'rule'}]},"
                + "{'role':'assistant','content':[{'type':'text','text':'I look'},{'type':'tool_use','id':'t1','name':'look','input':{}},"
                + "{'type':'tool_use','id':'t2','name':'look','input':{'n': 1.0}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':'one'},"
                + "{'type':'tool_result','tool_use_id':'t2','is_error':true}]}],"
                + "'tools':[{'name':'look','description':'d','input_schema':{'type':'object','properties':{}}}],"
                + "'cache_control':{'type':'ephemeral'},'stream':true}").replace('\'', '"'));
        assertThat(encoded.losses()).isEmpty();
        assertThat(encoded.stream()).isTrue();
    }

    @ParameterizedTest(name = "{0} answers with {1} tokens at most")
    @CsvSource({"claude-opus-5-5,128000", "claude-sonnet-4-5-20250929,64000", "claude-opus-4-1,32000", "claude-opus-4-20250514,32000",
        "claude-3-5-haiku-20241022,8192", "claude-3-opus-20240229,4096", "claude-3-7-sonnet-latest,64000", "claude-next,32000"})
    void aMissingLimitIsTheModelsOwn(String model, long tokens) {
        assertThat(tree(encode(model, Settings.DEFAULT)).get("max_tokens").asLong()).isEqualTo(tokens);
    }

    @ParameterizedTest(name = "effort {1} for {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "claude-opus-5-5   | high    | {'type':'adaptive','display':'summarized'}  | high |",
        "claude-opus-5-5   | none    |                                             | low  | reasoning",
        "claude-sonnet-5   | none    | {'type':'disabled'}                         |      |",
        "claude-sonnet-5   | minimal | {'type':'adaptive','display':'summarized'}  | low  | reasoning.effort",
        "claude-haiku-4-5  | medium  | {'type':'enabled','budget_tokens':8192}     |      |",
        "claude-haiku-4-5  | max     | {'type':'enabled','budget_tokens':12000}    |      |",
        "claude-haiku-4-5  | none    |                                             |      |",
        "claude-3-5-haiku-20241022 | high |                                        |      | reasoning",
    })
    void asksAModelToThinkInItsOwnWay(String model, String effort, String thinking, String written, String loss) {
        Encoded encoded = encode(model, Settings.builder().maxTokens(OptionalLong.of(16_000)).reasoning(Optional.of(effort(effort))).build());
        assertThat(tree(encoded).get("thinking")).isEqualTo(thinking == null ? null : json(thinking));
        assertThat(tree(encoded).at("/output_config/effort").textValue()).isEqualTo(written);
        assertThat(losses(encoded)).isEqualTo(loss == null ? List.of() : List.of(loss));
    }

    @Test
    void doesNotThinkWhereACallIsForced() {
        Settings settings = Settings.builder().reasoning(Optional.of(effort("high"))).build();
        Optional<ToolChoice> any = Optional.of(ToolChoice.of(ToolChoice.Mode.REQUIRED));
        Encoded old = WIRE.encode(conversation("claude-haiku-4-5", List.of(HELLO), List.of(LOOK), any, settings), NATIVE);
        assertThat(tree(old).has("thinking")).isFalse();
        assertThat(tree(old).get("tool_choice")).isEqualTo(json("{'type':'any'}"));
        assertThat(losses(old)).containsExactly("reasoning");
        Encoded always = WIRE.encode(conversation("claude-opus-5-5", List.of(HELLO), List.of(LOOK), any, settings), NATIVE);
        assertThat(tree(always).has("thinking")).isTrue();
        assertThat(tree(always).get("tool_choice")).isEqualTo(json("{'type':'auto'}"));
        assertThat(losses(always)).containsExactly("tool_choice");
    }

    @Test
    void aBudgetIsNotAskedForInsideALoopThatBeganWithoutThinking() {
        List<Turn> turns = List.of(HELLO, Turn.made(Role.ASSISTANT, ToolCall.of("t", "look", "{}")),
                Turn.made(Role.USER, new ToolResult("t", List.of(Text.of("x")), false, Optional.empty())));
        Encoded encoded = WIRE.encode(conversation("claude-haiku-4-5", turns, List.of(LOOK), Optional.empty(),
                Settings.builder().reasoning(Optional.of(effort("low"))).build()), NATIVE);
        assertThat(tree(encoded).has("thinking")).isFalse();
        assertThat(losses(encoded)).containsExactly("reasoning");
    }

    @Test
    void leavesOutSamplingValuesThatTheModelOrTheVersionRefuses() {
        Settings settings = Settings.builder().temperature(Optional.of(Json.text("1.7"))).topP(Optional.of(Json.text("0.90")))
                .topK(Optional.of(Json.text("5"))).build();
        JsonNode old = tree(encode("claude-3-5-haiku-20241022", settings));
        assertThat(old.get("temperature")).isEqualTo(json("1"));
        assertThat(old.get("top_p").asText()).isEqualTo("0.90");
        assertThat(losses(encode("claude-sonnet-4-5", settings))).containsExactly("temperature", "top_p");
        assertThat(losses(encode("claude-opus-5-5", settings))).containsExactly("temperature", "top_p", "top_k");
        TargetRules newest = Fixtures.rules("anthropic", true, true, "2026-10-21");
        Encoded encoded = WIRE.encode(conversation("claude-3-5-haiku-20241022", List.of(HELLO), List.of(), Optional.empty(), settings), newest);
        assertThat(losses(encoded)).containsExactly("temperature", "top_p", "top_k");
        assertThat(tree(encoded).has("top_k")).isFalse();
    }

    @Test
    void writesTheOtherSettings() {
        Settings settings = Settings.builder().stop(List.of("END", " \n")).user(Optional.of("u")).serviceTier(Optional.of("default"))
                .verbosity(Optional.of("low")).cacheKey(Optional.of("k")).maxTokens(OptionalLong.of(7))
                .format(Optional.of(new OutputFormat(Optional.of("n"), Optional.empty(), Optional.of(Json.text("{\"type\":\"object\"}")),
                        Optional.of(true)))).build();
        Encoded encoded = encode("claude-opus-5-5", settings);
        assertThat(tree(encoded)).isEqualTo(json("{'model':'claude-opus-5-5','max_tokens':7,"
                + "'messages':[{'role':'user','content':[{'type':'text','text':'hello'}]}],'metadata':{'user_id':'u'},"
                + "'stop_sequences':['END'],'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}},"
                + "'service_tier':'standard_only','cache_control':{'type':'ephemeral'}}"));
        assertThat(losses(encoded)).containsExactly("stop", "verbosity", "prompt_cache_key");
    }

    static Stream<Arguments> schemas() {
        return Stream.of(Arguments.of("{'type':'object','$schema':'x'}", "{'type':'object','$schema':'x'}"),
                Arguments.of("{}", "{'type':'object','properties':{}}"), Arguments.of("null", "{'type':'object','properties':{}}"),
                Arguments.of("{'properties':{'a':{}}}", "{'type':'object','properties':{'a':{}}}"),
                Arguments.of("{'type':['object','null']}", "{'type':'object','properties':{}}"),
                Arguments.of("{'oneOf':[{'properties':{'a':{}},'required':['a']},{'properties':{'b':{}}}],'description':'d'}",
                        "{'type':'object','properties':{'a':{},'b':{}},'description':'d'}"),
                Arguments.of("{'type':'object','required':['x'],'allOf':[{'properties':{'a':{}},'required':['a']}]}",
                        "{'type':'object','properties':{'a':{}},'required':['x','a']}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void everySchemaIsAnObjectSchema(String given, String expected) {
        Encoded encoded = encode(List.of(HELLO), List.of(function("f", given.replace('\'', '"'))), Optional.empty(), NATIVE);
        assertThat(tree(encoded).at("/tools/0/input_schema")).isEqualTo(json(expected));
        assertThat(losses(encoded)).isEqualTo(given.equals(expected) ? List.of() : List.of("tools[].parameters"));
    }

    @Test
    void declaresASearchWhereTheProviderRunsOne() {
        Encoded declared = encode(List.of(HELLO), List.of(SEARCH), Optional.of(ToolChoice.of(ToolChoice.Mode.WEB_SEARCH)), NATIVE);
        assertThat(tree(declared).at("/tools/0")).isEqualTo(json("{'type':'web_search_20250305','name':'web_search','max_uses':3,"
                + "'allowed_domains':['a.example'],'user_location':{'type':'approximate','city':'Oslo'}}"));
        assertThat(tree(declared).get("tool_choice")).isEqualTo(json("{'type':'tool','name':'web_search'}"));
        assertThat(losses(declared)).containsExactly("tools[].blocked_domains");
        for (Encoded left : List.of(encode(List.of(HELLO), List.of(SEARCH, LOOK), Optional.of(ToolChoice.of(ToolChoice.Mode.WEB_SEARCH)),
                THIRD_PARTY), encode(List.of(HELLO), List.of(search(false), LOOK), Optional.of(ToolChoice.of(ToolChoice.Mode.WEB_SEARCH)), NATIVE))) {
            assertThat(tree(left).get("tools")).hasSize(1);
            assertThat(tree(left).has("tool_choice")).isFalse();
            assertThat(losses(left)).containsExactly("tools[].web_search", "tool_choice");
        }
    }

    @Test
    void aFreeTextToolIsAFunctionWithOneString() {
        Tool custom = new Tool.CustomTool("apply", Optional.of("fs"), "patches", Optional.of(Json.text("{\"definition\":\"start: x\"}")),
                Optional.empty());
        Turn call = Turn.made(Role.ASSISTANT, new ToolCall("t", "apply", Optional.of("fs"), "a \"b\"\n", ToolCall.Form.TEXT, Optional.empty()));
        JsonNode request = tree(encode(List.of(HELLO, call), List.of(custom), Optional.empty(), NATIVE));
        assertThat(request.at("/tools/0/name").asText()).isEqualTo("fs__apply").isEqualTo(request.at("/messages/1/content/0/name").asText());
        assertThat(request.at("/tools/0/description").asText()).startsWith("patches").contains("start: x");
        assertThat(request.at("/tools/0/input_schema/properties")).isEqualTo(json("{'input':{'type':'string'}}"));
        assertThat(request.at("/messages/1/content/0/input/input").asText()).isEqualTo("a \"b\"\n");
    }

    @ParameterizedTest(name = "arguments {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"`` | {}", "null | {}", "{'a':1} | {'a':1}", "[1,2] | {'arguments':'[1,2]'}",
        "only text | {'arguments':'only text'}", "{'a': | {'arguments':'{~a~:'}"})
    void anInputIsAlwaysAnObjectThatKeepsTheText(String arguments, String input) {
        JsonNode request = tree(encode(List.of(HELLO, Turn.made(Role.ASSISTANT, ToolCall.of("t", "look", arguments.replace('\'', '"')))),
                List.of(LOOK), Optional.empty(), NATIVE));
        assertThat(request.at("/messages/1/content/0/input")).isEqualTo(Json.text(input.replace('\'', '"').replace("~", "\\\"")).tree());
    }

    @Test
    void choosesAmongTools() {
        Tool other = function("other", "{\"type\":\"object\"}");
        ToolChoice allowed = new ToolChoice(ToolChoice.Mode.REQUIRED, List.of("other"));
        Encoded some = encode(List.of(HELLO), List.of(LOOK, other), Optional.of(allowed), NATIVE);
        assertThat(tree(some).get("tools")).hasSize(1);
        assertThat(tree(some).get("tool_choice")).isEqualTo(json("{'type':'any'}"));
        Encoded serial = WIRE.encode(conversation("claude-sonnet-4-5", List.of(HELLO), List.of(LOOK), Optional.empty(),
                Settings.builder().parallelTools(Optional.of(false)).build()), NATIVE);
        assertThat(tree(serial).get("tool_choice")).isEqualTo(json("{'type':'auto','disable_parallel_tool_use':true}"));
        assertThat(losses(encode(List.of(HELLO), List.of(), Optional.of(allowed), NATIVE)))
                .containsExactly("tool_choice.allowed_tools", "tool_choice");
    }

    @Test
    void declaresToolsThatOnlyTheHistoryKnows() {
        JsonNode request = tree(encode(List.of(HELLO, Turn.made(Role.ASSISTANT, ToolCall.of("t", "gone", "{}"))), List.of(),
                Optional.empty(), NATIVE));
        assertThat(request.get("tools")).isEqualTo(json("[{'name':'gone','input_schema':{'type':'object','properties':{}}}]"));
        assertThat(request.get("tool_choice")).isEqualTo(json("{'type':'none'}"));
    }

    @Test
    void writesMedia() {
        assertThat(content(new Image(new Media.Base64Data("image/png", "iVB"), Optional.empty()),
                new Image(new Media.Url("https://e/1.png"), Optional.empty()),
                new Document(new Media.Base64Data("application/pdf", "JVB"), Optional.of("a.pdf"), Optional.empty()),
                new Document(new Media.Base64Data("text/markdown", "w6Q="), Optional.empty(), Optional.empty()),
                new Document(new Media.PlainText("plain"), Optional.empty(), Optional.empty()),
                new ToolResult("t", List.of(Text.of("shot"), new Image(new Media.Base64Data("image/png", "iVB"), Optional.empty())), false,
                        Optional.empty())))
                .isEqualTo(json("[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVB'}},"
                        + "{'type':'image','source':{'type':'url','url':'https://e/1.png'}},"
                        + "{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'JVB'},'title':'a.pdf'},"
                        + "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'ä'}},"
                        + "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'plain'}},"
                        + "{'type':'tool_result','tool_use_id':'t','content':[{'type':'text','text':'shot'},"
                        + "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVB'}}]}]"));
    }

    static Stream<Arguments> refused() {
        return Stream.of(Arguments.of(new Image(new Media.FileId(OTHER, "file-1"), Optional.empty()), "file-1"),
                Arguments.of(new Image(new Media.Url("data:image/png,x"), Optional.empty()), "base64"),
                Arguments.of(new Document(new Media.Base64Data("application/msword", "x"), Optional.empty(), Optional.empty()), "msword"),
                Arguments.of(new Opaque("input_audio", new Raw(OTHER, Json.text("{}"))), "audio"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("refused")
    void refusesWhatAnthropicCannotSee(Block block, String named) {
        DragomanException thrown = catchThrowableOfType(DragomanException.class, () -> content(block));
        assertThat(thrown.failure().status()).isEqualTo(400);
        assertThat(thrown.failure().message()).contains(named);
    }

    @Test
    void reasoningGoesOnlyToWhoMadeIt() {
        Json signed = Json.text("{\"type\":\"thinking\",\"thinking\":\"t\",\"signature\":\"S\"}");
        Raw own = new Raw(AnthropicWire.NAME, signed);
        Turn turn = Turn.made(Role.ASSISTANT, new Thinking("t", Optional.of("S"), Optional.of("anthropic"), Optional.of(own)),
                new Thinking("u", Optional.of("X"), Optional.empty(), Optional.of(new Raw(OTHER, Json.text("{}")))), Text.of("x"));
        Encoded home = encode(List.of(HELLO, turn), List.of(), Optional.empty(), NATIVE);
        assertThat(tree(home).at("/messages/1/content")).hasSize(2);
        assertThat(tree(home).at("/messages/1/content/0")).isEqualTo(signed.tree());
        Encoded elsewhere = encode(List.of(HELLO, turn), List.of(), Optional.empty(), THIRD_PARTY);
        assertThat(tree(elsewhere).at("/messages/1/content")).hasSize(1);
        assertThat(losses(elsewhere)).containsExactly("messages[].reasoning");
    }
}
