package io.dragoman.repair;

import static io.dragoman.repair.Histories.ANTHROPIC;
import static io.dragoman.repair.Histories.CHAT;
import static io.dragoman.repair.Histories.COPY;
import static io.dragoman.repair.Histories.NATIVE;
import static io.dragoman.repair.Histories.RESPONSES;
import static io.dragoman.repair.Histories.TO_CHAT;
import static io.dragoman.repair.Histories.TO_RESPONSES;
import static io.dragoman.repair.Histories.assistant;
import static io.dragoman.repair.Histories.call;
import static io.dragoman.repair.Histories.cameBy;
import static io.dragoman.repair.Histories.function;
import static io.dragoman.repair.Histories.of;
import static io.dragoman.repair.Histories.result;
import static io.dragoman.repair.Histories.signed;
import static io.dragoman.repair.Histories.text;
import static io.dragoman.repair.Histories.turns;
import static io.dragoman.repair.Histories.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SanitiseTest {
    private static Repaired sanitise(Conversation conversation, TargetRules rules) {
        return new Sanitise().apply(conversation, rules);
    }

    private static List<Turn> sanitised(TargetRules rules, Turn... turns) {
        return sanitise(of(turns), rules).conversation().turns();
    }

    private static Conversation pair(String id) {
        return of(user("go"), assistant(call(id)), user(result(id, "A")));
    }

    private static List<String> ids(Conversation c) {
        List<String> ids = new ArrayList<>();
        c.turns().forEach(turn -> turn.blocks().forEach(block -> {
            if (block instanceof ToolCall call) {
                ids.add(call.id());
            } else if (block instanceof ToolResult result) {
                ids.add(result.callId());
            }
        }));
        return ids;
    }

    // ---- ids

    @Test
    void rewritesAnIdOnCallAndResult() {
        assertThat(ids(sanitise(pair("call:a"), NATIVE).conversation())).containsExactly("call_a_be20a31b", "call_a_be20a31b");
        assertThat(sanitise(pair("call:a"), TO_CHAT).report()).isEqualTo(RepairReport.NOTHING);
    }

    @Test
    void shortensForChatAndResponses() {
        String forty = "c".repeat(40);
        String sixtyFour = "c".repeat(64);
        assertThat(ids(sanitise(pair(forty), TO_CHAT).conversation())).containsOnly(forty);
        assertThat(ids(sanitise(pair(forty + "c"), TO_CHAT).conversation())).allMatch(id -> id.length() == 40).doesNotContain(forty);
        assertThat(ids(sanitise(pair(sixtyFour), TO_RESPONSES).conversation())).containsOnly(sixtyFour);
        assertThat(ids(sanitise(pair(sixtyFour + "c"), TO_RESPONSES).conversation())).allMatch(id -> id.length() == 64).doesNotContain(sixtyFour);
    }

    @Test
    void rewritesNoIdForItsLengthFromAnthropicToAnthropic() {
        Conversation conversation = cameBy(ANTHROPIC, pair("c".repeat(90)));
        assertThat(sanitise(conversation, NATIVE).conversation()).isSameAs(conversation);
        assertThat(ids(sanitise(pair("c".repeat(74)), NATIVE).conversation())).containsOnly("c".repeat(55) + "_7910cf0c");
    }

    @Test
    void reservesSoundIdsOfLaterTurnsFirst() {
        Conversation conversation = of(assistant(call("call:a")), user(result("call:a", "A")), assistant(call("call_a_be20a31b")),
                user(result("call_a_be20a31b", "B")));
        assertThat(ids(sanitise(conversation, NATIVE).conversation())).containsExactly("call_a_be20a31b_2", "call_a_be20a31b_2",
                "call_a_be20a31b", "call_a_be20a31b");
    }

    @Test
    void tellsRepeatedIdsApartByPosition() {
        Conversation conversation = of(assistant(call("call_0")), user(result("call_0", "A")), assistant(call("call_0")), user(result("call_0", "B")));
        for (TargetRules rules : List.of(NATIVE, TO_RESPONSES)) {
            assertThat(ids(sanitise(conversation, rules).conversation())).containsExactly("call_0", "call_0", "call_0_2", "call_0_2");
        }
        assertThat(sanitise(conversation, TO_CHAT).conversation()).isSameAs(conversation);
    }

    @Test
    void pairsRepeatedIdsOfOneTurnInTheirOrder() {
        Conversation conversation = of(assistant(call("call_0"), ToolCall.of("call_0", "other", "{}")), user(result("call_0", "A"), result("call_0", "B")));
        for (TargetRules rules : Histories.ALL) {
            assertThat(ids(sanitise(conversation, rules).conversation())).containsExactly("call_0", "call_0_2", "call_0", "call_0_2");
        }
    }

    @Test
    void mergesACallThatWasWrittenTwice() {
        assertThat(sanitised(NATIVE, assistant(call("t1"), call("t1")), user(result("t1", "A")))).isEqualTo(turns(assistant(call("t1")), user(result("t1", "A"))));
    }

    @Test
    void mintsMissingIdsPairwise() {
        Conversation conversation = of(assistant(call(""), call("")), user(result("", "A"), result("", "B")));
        List<String> ids = ids(sanitise(conversation, NATIVE).conversation());
        assertThat(ids.subList(0, 2)).doesNotHaveDuplicates().doesNotContain("").isEqualTo(ids.subList(2, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"functions.get_weather:0", "call_a|fc_b", "call_a\nfc_c"})
    void givesAProviderItsOwnIdBack(String issued) {
        Conversation conversation = pair(CallIds.wrap(issued));
        assertThat(ids(sanitise(conversation, TO_CHAT).conversation())).containsOnly(issued);
        assertThat(ids(sanitise(conversation, TO_RESPONSES).conversation())).containsOnly(issued);
        assertThat(sanitise(conversation, NATIVE).conversation()).isSameAs(conversation);
    }

    @Test
    void growsWithTheHistory() {
        Turn[] first = {user("go"), assistant(call("call:a"), call("")), user(result("call:a", "A"), result("", "B"))};
        List<Turn> before = sanitised(NATIVE, first);
        List<Turn> after = sanitised(NATIVE, first[0], first[1], first[2], assistant(call("call/a"), call("")), user(result("", "C"), result("call/a", "D")));
        assertThat(after.subList(0, 3)).isEqualTo(before);
    }

    @Test
    void dropsItemIdsThatOpenAiDidNotMake() {
        Raw call = new Raw(RESPONSES, Json.text("{\"type\":\"function_call\",\"id\":\"call_1\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"{}\"}"));
        Raw thought = new Raw(RESPONSES, Json.text("{\"type\":\"reasoning\",\"id\":\"abc_rs\",\"summary\":[]}"));
        Raw fine = new Raw(RESPONSES, Json.text("{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"user\",\"content\":\"x\"}"));
        Conversation given = cameBy(RESPONSES, of(Turn.read(Role.ASSISTANT, List.of(new RedactedThinking("E", Optional.empty(), Optional.of(thought))), thought),
                Turn.read(Role.ASSISTANT, List.of(new ToolCall("call_1", "f", Optional.empty(), "{}", ToolCall.Form.JSON, Optional.of(call))), call),
                Turn.read(Role.USER, List.of(text("x")), fine)));
        List<Turn> now = sanitise(given, TO_RESPONSES).conversation().turns();
        assertThat(now.get(0).untouched(RESPONSES).orElseThrow().tree().path("id").asText()).matches("rs_[0-9a-f]{16}");
        assertThat(now.get(0).blocks().get(0).raw()).isEqualTo(now.get(0).source().map(Turn.Source::raw));
        assertThat(now.get(1).untouched(RESPONSES).orElseThrow().text())
                .isEqualTo("{\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"{}\"}");
        assertThat(now.get(2)).isSameAs(given.turns().get(2));
    }

    @Test
    void tellsItemsWithoutTheirIdsWhenTheirReasoningIsGone() {
        Raw item = new Raw(RESPONSES, Json.text("{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\",\"content\":[]}"));
        Turn message = Turn.read(Role.ASSISTANT, List.of(text("so")), item);
        Turn foreign = assistant(new Thinking("hm", Optional.of("E"), Optional.of("responses:other.example"), Optional.empty()));
        Conversation now = sanitise(cameBy(RESPONSES, of(user("go"), foreign, message)), TO_RESPONSES).conversation();
        assertThat(now.turns().get(1).untouched(RESPONSES).orElseThrow().tree().has("id")).isFalse();
        Conversation own = cameBy(RESPONSES, of(user("go"), message));
        assertThat(sanitise(own, TO_RESPONSES).conversation()).isSameAs(own);
        Conversation another = cameBy(RESPONSES, of(user("go"), message, user("and"), foreign, user("so"), message));
        List<Turn> turns = sanitise(another, TO_RESPONSES).conversation().turns();
        assertThat(turns.get(1)).as("of an answer before").isSameAs(message);
        assertThat(turns.get(turns.size() - 1)).as("of an answer behind").isSameAs(message);
    }

    // ---- names

    private static Conversation withTools(List<Tool> tools, Optional<ToolChoice> choice, Turn... turns) {
        return new Conversation("m", List.of(), List.of(turns), tools, choice, Settings.DEFAULT, Optional.empty());
    }

    @Test
    void mapsANameInDeclarationChoiceAndHistory() {
        Conversation given = withTools(List.of(function("calendar.read", Optional.empty()), function("x".repeat(65), Optional.empty())),
                Optional.of(new ToolChoice(ToolChoice.Mode.NAMED, List.of("calendar.read"))),
                assistant(ToolCall.of("t1", "calendar.read", "{}")), user(result("t1", "A")));
        Repaired now = sanitise(given, TO_RESPONSES);
        String name = now.conversation().tools().get(0).name();
        assertThat(name).matches("calendar_read_[0-9a-f]{8}");
        assertThat(now.conversation().tools().get(1).name()).hasSize(64);
        assertThat(now.conversation().toolChoice().orElseThrow().names()).containsExactly(name);
        assertThat(((ToolCall) now.conversation().turns().get(0).blocks().get(0)).name()).isEqualTo(name);
        assertThat(now.aliases().tools()).containsEntry(name, new Aliases.ClientTool("calendar.read", "", ToolCall.Form.JSON)).hasSize(2);
    }

    @Test
    void keepsNamesThatTheTargetTakes() {
        Conversation given = withTools(List.of(function("x".repeat(128), Optional.empty())), Optional.empty(), user("go"));
        assertThat(sanitise(given, NATIVE).conversation()).isSameAs(given);
        assertThat(sanitise(given, NATIVE).aliases()).isEqualTo(Aliases.NONE);
    }

    @Test
    void givesAToolOfAGroupOneName() {
        Conversation given = withTools(List.of(function("read", Optional.of("files")), function("files__read", Optional.empty()),
                        function("read", Optional.of("mcp__x__"))), Optional.of(new ToolChoice(ToolChoice.Mode.NAMED, List.of("read"))),
                assistant(new ToolCall("t1", "read", Optional.of("files"), "{}", ToolCall.Form.JSON, Optional.empty())), user(result("t1", "A")));
        Repaired now = sanitise(given, NATIVE);
        List<String> names = now.conversation().tools().stream().map(Tool::name).toList();
        assertThat(names.get(0)).startsWith("files_read_").isNotEqualTo("files__read");
        assertThat(names.subList(1, 3)).containsExactly("files__read", "mcp__x__read");
        assertThat(now.conversation().toolChoice().orElseThrow().names()).containsExactly(names.get(0));
        assertThat(now.conversation().turns().get(0).blocks()).containsExactly(ToolCall.of("t1", names.get(0), "{}"));
        assertThat(now.aliases().tools()).isEqualTo(Map.of(names.get(0), new Aliases.ClientTool("read", "files", ToolCall.Form.JSON),
                "mcp__x__read", new Aliases.ClientTool("read", "mcp__x__", ToolCall.Form.JSON)));
        assertThat(sanitise(given, TO_RESPONSES).conversation()).isSameAs(given);
    }

    @Test
    void makesAFreeTextToolAFunctionWithOneString() {
        Json grammar = Json.text("{\"type\":\"grammar\",\"syntax\":\"lark\",\"definition\":\"start: X\"}");
        Conversation given = withTools(List.of(new Tool.CustomTool("apply_patch", Optional.of("functions"), "edits", Optional.of(grammar), Optional.empty())),
                Optional.empty(), assistant(new ToolCall("t1", "apply_patch", Optional.of("functions"), "*** \"Begin\"", ToolCall.Form.TEXT, Optional.empty())),
                user(result("t1", "done")));
        for (TargetRules rules : List.of(NATIVE, COPY, TO_CHAT)) {
            Repaired now = sanitise(given, rules);
            Tool.FunctionTool tool = (Tool.FunctionTool) now.conversation().tools().get(0);
            assertThat(tool.name()).isEqualTo("functions__apply_patch");
            assertThat(tool.description()).isEqualTo("edits\n\nThe input follows this grammar:\nstart: X");
            assertThat(tool.schema().tree().path("properties").path("input").path("type").asText()).isEqualTo("string");
            assertThat(now.conversation().turns().get(0).blocks())
                    .containsExactly(ToolCall.of("t1", "functions__apply_patch", "{\"input\":\"*** \\\"Begin\\\"\"}"));
            assertThat(now.aliases().tools()).isEqualTo(Map.of("functions__apply_patch",
                    new Aliases.ClientTool("apply_patch", "functions", ToolCall.Form.TEXT)));
        }
        assertThat(sanitise(given, TO_RESPONSES).conversation()).isSameAs(given);
    }

    @Test
    void leavesAFreeTextToolOfAChatClientToChat() {
        Conversation given = cameBy(CHAT, withTools(List.of(new Tool.CustomTool("apply", Optional.empty(), "", Optional.empty(), Optional.empty())),
                Optional.empty(), assistant(new ToolCall("t1", "apply", Optional.empty(), "x", ToolCall.Form.TEXT, Optional.empty())), user(result("t1", "A"))));
        assertThat(sanitise(given, TO_CHAT).conversation()).isSameAs(given);
    }

    // ---- thinking

    @Test
    void dropsReasoningThatTheTargetDidNotMake() {
        Raw item = new Raw(RESPONSES, Json.text("{\"type\":\"reasoning\"}"));
        Block[] foreign = {
            new Thinking("hm", Optional.empty(), Optional.empty(), Optional.empty()),
            new Thinking("hm", Optional.of("reasoning_content"), Optional.empty(), Optional.empty()),
            new Thinking("hm", Optional.of("gAAAAx"), Optional.empty(), Optional.empty()),
            new Thinking("hm", Optional.of("{\"id\":\"rs_1\"}"), Optional.empty(), Optional.empty()),
            new Thinking("hm", Optional.of("c2ln"), Optional.of("anthropic:copy.example"), Optional.empty()),
            new Thinking("hm", Optional.of("c2ln"), Optional.empty(), Optional.of(item)),
            new RedactedThinking("E", Optional.of("responses:api.example"), Optional.empty()),
        };
        for (Block block : foreign) {
            assertThat(sanitised(NATIVE, user("go"), assistant(block, text("so")))).as(block.toString()).isEqualTo(turns(user("go"), assistant(text("so"))));
        }
    }

    @Test
    void keepsReasoningThatTheTargetMade() {
        Conversation given = of(user("go"), assistant(signed("hm"), new Thinking("", Optional.of("c2ln"), Optional.of("anthropic"), Optional.empty()),
                new RedactedThinking("ZGF0YQ", Optional.empty(), Optional.empty()), text("so")));
        assertThat(sanitise(given, NATIVE).conversation()).isSameAs(given);
        Conversation own = of(user("go"), assistant(new Thinking("hm", Optional.empty(), Optional.of("chat:api.example"), Optional.empty()), text("so")));
        assertThat(sanitise(own, TO_CHAT).conversation()).isSameAs(own);
    }

    // ---- shapes

    @Test
    void replacesHalvesOfCharacters() {
        assertThat(sanitised(NATIVE, user(text("a\uD83D")), assistant(ToolCall.of("t1", "f", "{\"a\":\"\\ud83d\",\"b\":\"\\\\ud83d \\ud83d\\ude00\"}")),
                user(result("t1", "\uDE00b 😀"))))
                .isEqualTo(turns(user("a\uFFFD"), assistant(ToolCall.of("t1", "f", "{\"a\":\"\\ufffd\",\"b\":\"\\\\ud83d \\ud83d\\ude00\"}")),
                        user(result("t1", "\uFFFDb 😀"))));
    }

    @Test
    void dropsBlankTextsAlsoInResultsAndInTheSystemPrompt() {
        Conversation given = of(user(text("go"), text(" \u00A0")), assistant(call("t1")), user(result("t1", "\n"))).withSystem(List.of(text(""), text("short")));
        Conversation now = sanitise(given, NATIVE).conversation();
        assertThat(now.system()).containsExactly(text("short"));
        assertThat(now.turns()).isEqualTo(turns(user("go"), assistant(call("t1")), user(new ToolResult("t1", List.of(), false, Optional.empty()))));
    }

    @Test
    void makesArgumentsAnObject() {
        Map.of("", "{}", "{\"a\":", "{\"input\":\"{\\\"a\\\":\"}", "[1]", "{\"value\":[1]}", "null", "{}", "\"{\\\"a\\\":1}\"", "{\"a\":1}")
                .forEach((given, expected) -> assertThat(sanitised(NATIVE, assistant(ToolCall.of("t1", "f", given))))
                        .isEqualTo(turns(assistant(ToolCall.of("t1", "f", expected)))));
    }

    private static Text marked(String text) {
        return new Text(text, List.of(), Optional.of(new Raw(ANTHROPIC,
                Json.text("{\"type\":\"text\",\"text\":\"" + text + "\",\"cache_control\":{\"type\":\"ephemeral\"}}"))));
    }

    private static List<Boolean> marks(List<Block> blocks) {
        return blocks.stream().map(block -> block.raw().orElseThrow().json().tree().has("cache_control")).toList();
    }

    @Test
    void keepsTheSystemPromptsMarkAndTheNewest() {
        Turn turn = user(marked("a"), marked("b"), marked("c"), marked("d"));
        Tool tool = new Tool.FunctionTool("f", Optional.empty(), "", Json.text("{}"), Optional.empty(), false,
                Optional.of(new Raw(ANTHROPIC, Json.text("{\"name\":\"f\",\"cache_control\":{\"type\":\"ephemeral\"}}"))));
        Json mark = Json.text("{\"type\":\"ephemeral\"}");
        Json document = Json.text("{" + "\"cache_control\":1,".repeat(7) + "\"z\":0}");
        Conversation given = new Origin(ANTHROPIC, document, Map.of("cache_control", mark), List.of(marked("s")), List.of(turn), List.of(tool), Optional.empty(),
                Settings.DEFAULT).conversation("m");
        Conversation now = sanitise(given, NATIVE).conversation();
        assertThat(marks(now.turns().get(0).blocks())).containsExactly(false, false, false, true);
        assertThat(now.system()).isEqualTo(given.system());
        assertThat(now.tools()).isEqualTo(given.tools());
        assertThat(now.turns().get(0).blocks().get(0).raw().orElseThrow().json().text()).isEqualTo("{\"type\":\"text\",\"text\":\"a\"}");
        assertThat(sanitise(given, TO_CHAT).conversation()).isSameAs(given);
    }

    @Test
    void findsMarksInsideResults() {
        Raw raw = new Raw(ANTHROPIC, Json.text("{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":[{\"type\":\"text\",\"text\":\"a\","
                + "\"cache_control\":{\"type\":\"ephemeral\"}}]}"));
        ToolResult result = new ToolResult("t1", List.of(marked("a")), false, Optional.of(raw));
        Conversation given = of(assistant(call("t1")), user(result, marked("b"), marked("c"), marked("d"), marked("e")));
        Block now = sanitise(given, NATIVE).conversation().turns().get(1).blocks().get(0);
        assertThat(now.raw().orElseThrow().json().text())
                .isEqualTo("{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}");
        assertThat(marks(((ToolResult) now).content())).containsExactly(false);
    }

    @Test
    void leavesFourMarksAlone() {
        Conversation given = of(user(marked("a"), marked("b"), marked("c"), marked("d")));
        assertThat(sanitise(given, NATIVE).conversation()).isSameAs(given);
    }
}
