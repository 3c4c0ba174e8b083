package io.dragoman.repair;

import static io.dragoman.repair.Histories.CHAT;
import static io.dragoman.repair.Histories.COPY;
import static io.dragoman.repair.Histories.NATIVE;
import static io.dragoman.repair.Histories.TO_CHAT;
import static io.dragoman.repair.Histories.TO_RESPONSES;
import static io.dragoman.repair.Histories.assistant;
import static io.dragoman.repair.Histories.call;
import static io.dragoman.repair.Histories.cameBy;
import static io.dragoman.repair.Histories.found;
import static io.dragoman.repair.Histories.foundWithoutCiphertext;
import static io.dragoman.repair.Histories.of;
import static io.dragoman.repair.Histories.result;
import static io.dragoman.repair.Histories.search;
import static io.dragoman.repair.Histories.signed;
import static io.dragoman.repair.Histories.system;
import static io.dragoman.repair.Histories.text;
import static io.dragoman.repair.Histories.turns;
import static io.dragoman.repair.Histories.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PruneTest {
    private static final String S1 = "srvtoolu_1";
    private static final String S2 = "srvtoolu_2";

    private static List<Turn> repaired(TargetRules rules, Turn... turns) {
        return Sanitise.andPrune(of(turns), rules).conversation().turns();
    }

    private static ToolResult unanswered(String id) {
        return new ToolResult(id, List.of(text(ClientPairs.UNANSWERED)), true, Optional.empty());
    }

    // ---- server calls

    @ParameterizedTest(name = "{0}")
    @MethodSource("serverCalls")
    void keepsServerCallsOfTheOpenTurnOnly(String rule, List<Turn> given, List<Turn> expected) {
        Conversation conversation = of(List.of(), given);
        Conversation now = Sanitise.andPrune(conversation, NATIVE).conversation();
        assertThat(now.turns()).isEqualTo(expected);
        if (given.equals(expected)) {
            assertThat(now).isSameAs(conversation);
        }
    }

    static Stream<Arguments> serverCalls() {
        Turn ask = user("find");
        return Stream.of(
                row("a paused turn stays last", turns(ask, assistant(text("wait"), search(S1))), turns(ask, assistant(text("wait"), search(S1)))),
                row("a closed turn loses its unanswered call", turns(ask, assistant(text("wait"), search(S1)), user("well?")),
                        turns(ask, assistant(text("wait")), user("well?"))),
                row("a turn that was nothing else goes", turns(ask, assistant(search(S1)), user("well?")), turns(ask, user("well?"))),
                row("results of client tools keep the turn open", turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A"))),
                        turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A")))),
                row("a text beside the result closes it", turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A"), text("go"))),
                        turns(ask, assistant(call("t1")), user(result("t1", "A"), text("go")))),
                row("a later assistant turn closes it",
                        turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A")), assistant(text("done")), user("more")),
                        turns(ask, assistant(call("t1")), user(result("t1", "A")), assistant(text("done")), user("more"))),
                row("a deferred result opens the next assistant turn",
                        turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A")), assistant(found(S1), text("so")), user("more")),
                        turns(ask, assistant(search(S1), call("t1")), user(result("t1", "A")), assistant(found(S1), text("so")), user("more"))),
                row("neighbouring assistant messages are one turn", turns(ask, assistant(search(S1)), assistant(text("a moment"))),
                        turns(ask, assistant(search(S1)), assistant(text("a moment")))),
                row("only the unanswered of two calls goes", turns(ask, assistant(search(S1), search(S2), found(S2), text("so")), user("more")),
                        turns(ask, assistant(search(S2), found(S2), text("so")), user("more"))),
                row("results in another order stay", turns(ask, assistant(search(S1), search(S2), found(S2), found(S1)), user("more")),
                        turns(ask, assistant(search(S1), search(S2), found(S2), found(S1)), user("more"))),
                row("a result without call goes", turns(ask, assistant(found(S1), text("so")), user("more")),
                        turns(ask, assistant(text("so")), user("more"))),
                row("a result in a user message joins the assistant's side",
                        turns(ask, assistant(search(S1)), user(found(S1)), assistant(text("so")), user("more")),
                        turns(ask, assistant(search(S1)), assistant(found(S1)), assistant(text("so")), user("more"))),
                row("an empty history", turns(), turns()));
    }

    private static Arguments row(String rule, List<Turn> given, List<Turn> expected) {
        return Arguments.of(rule, given, expected);
    }

    @Test
    void degradesAWholeRunWhenOneHitLacksItsCiphertext() {
        assertThat(repaired(NATIVE, user("find"), assistant(search(S1), foundWithoutCiphertext(S1), search(S2), found(S2), text("so"),
                search("srvtoolu_3"), found("srvtoolu_3"), text("and")), user("more")))
                .isEqualTo(turns(user("find"), assistant(text("so"), search("srvtoolu_3"), found("srvtoolu_3"), text("and")), user("more")));
    }

    @Test
    void dropsWhatTheCodeOfADroppedCallSearchedFor() {
        Raw nested = new Raw(Histories.ANTHROPIC, Json.text("{\"type\":\"server_tool_use\",\"caller\":{\"type\":\"code_execution_20260120\",\"tool_id\":\"srvtoolu_1\"}}"));
        Block inner = new ServerToolCall(S2, "server_tool_use", "web_search", Json.text("{}"), Optional.of(nested));
        assertThat(repaired(NATIVE, user("find"), assistant(search(S1), text("."), inner, found(S2), text("so")), user("more")))
                .isEqualTo(turns(user("find"), assistant(text("."), text("so")), user("more")));
    }

    @Test
    void dropsThinkingThatWasMadeInPresenceOfWhatGoes() {
        assertThat(repaired(NATIVE, user("find"), assistant(signed("before"), text("hm"), search(S1), signed("after"), call("t1")),
                user(result("t1", "A")), assistant(signed("carried"), text("so")), user("more"), assistant(signed("later"), text("yes"))))
                .isEqualTo(turns(user("find"), assistant(signed("before"), text("hm"), call("t1")), user(result("t1", "A")),
                        assistant(text("so")), user("more"), assistant(signed("later"), text("yes"))));
    }

    @Test
    void leavesNoThinkingAloneInATurn() {
        assertThat(repaired(NATIVE, user("find"), assistant(signed("hm"), search(S1)), user("well?"))).isEqualTo(turns(user("find"), user("well?")));
    }

    @Test
    void dropsASearchForAToolThatIsDeclaredNoMore() {
        Block use = new ServerToolCall(S1, "server_tool_use", "tool_search_tool_regex", Json.text("{}"), Optional.empty());
        Block gone = new ServerToolResult(S1, "tool_search_tool_result",
                Json.text("{\"tool_references\":[{\"type\":\"tool_reference\",\"tool_name\":\"gone\"}]}"), Optional.empty());
        assertThat(repaired(NATIVE, user("find"), assistant(use, gone, text("so")), user("more")))
                .isEqualTo(turns(user("find"), assistant(text("so")), user("more")));
    }

    @Test
    void sendsNoServerBlockToAnotherProvider() {
        for (TargetRules rules : List.of(COPY, TO_CHAT)) {
            assertThat(repaired(rules, user("find"), assistant(search(S1), found(S1)), user("more"))).isEqualTo(turns(user("find"), user("more")));
        }
    }

    @Test
    void treatsAnOrdinaryCallWithAServerIdAsTheProvidersOwn() {
        Turn[] history = {user("find"), assistant(text("hm"), call(S1)), user(result(S1, "lost"), text("more"))};
        for (TargetRules rules : Histories.ALL) {
            assertThat(repaired(rules, history)).isEqualTo(turns(user("find"), assistant(text("hm")), user("more")));
        }
    }

    // ---- client calls

    @Test
    void answersWhatNobodyAnswered() {
        for (TargetRules rules : Histories.ALL) {
            List<Block> first = repaired(rules, user("go"), assistant(call("t1"), call("t2")), user(result("t2", "B"))).stream()
                    .filter(turn -> !Walk.isAssistant(turn)).skip(1).flatMap(turn -> turn.blocks().stream()).toList();
            assertThat(first).containsExactlyInAnyOrder(unanswered("t1"), result("t2", "B"));
        }
    }

    @Test
    void answersACallAtTheVeryEnd() {
        for (TargetRules rules : Histories.ALL) {
            assertThat(repaired(rules, user("go"), assistant(call("t1")))).isEqualTo(turns(user("go"), assistant(call("t1")), user(unanswered("t1"))));
        }
    }

    @Test
    void putsResultsFirst() {
        Turn[] history = {user("go"), assistant(call("t1"), call("t2")), user(text("here: "), result("t1", "A"), text("and"), result("t2", "B"))};
        assertThat(repaired(NATIVE, history)).isEqualTo(turns(user("go"), assistant(call("t1"), call("t2")),
                user(result("t1", "A"), result("t2", "B"), text("here: "), text("and"))));
        assertThat(repaired(TO_CHAT, history)).isEqualTo(turns(user("go"), assistant(call("t1"), call("t2")),
                user(result("t1", "A")), user(result("t2", "B")), user(text("here: "), text("and"))));
        assertThat(repaired(TO_RESPONSES, history)).isEqualTo(List.of(history));
    }

    @Test
    void movesResultsBeforeASystemMessage() {
        assertThat(repaired(TO_CHAT, user("go"), assistant(call("t1")), system("short"), user(result("t1", "A"))))
                .isEqualTo(turns(user("go"), assistant(call("t1")), user(result("t1", "A")), system("short")));
    }

    @Test
    void leavesResultsInMessagesOfTheirOwnToTheEncoder() {
        Conversation conversation = of(user("go"), assistant(call("t1"), call("t2")), user(result("t1", "A")), user(result("t2", "B")), user("now"));
        for (TargetRules rules : Histories.ALL) {
            assertThat(Sanitise.andPrune(conversation, rules).conversation()).isSameAs(conversation);
        }
    }

    @Test
    void joinsSplitResultsForACopyThatJoinsNothing() {
        Conversation conversation = cameBy(Histories.ANTHROPIC, of(user("go"), assistant(call("t1")), assistant(call("t2")), user(result("t1", "A")),
                user(result("t2", "B"), text("now"))));
        assertThat(Sanitise.andPrune(conversation, COPY).conversation().turns()).isEqualTo(turns(user("go"), assistant(call("t1"), call("t2")),
                user(result("t1", "A"), result("t2", "B")), user("now")));
        assertThat(Sanitise.andPrune(conversation, NATIVE).conversation()).isSameAs(conversation);
    }

    @Test
    void saysAnOrphanResultAsText() {
        for (TargetRules rules : Histories.ALL) {
            assertThat(repaired(rules, user("go"), assistant(text("dunno")), user(result("t9", "lost"), text("well?"))))
                    .isEqualTo(turns(user("go"), assistant(text("dunno")), user(text(ClientPairs.ORPHAN + "lost"), text("well?"))));
        }
    }

    @Test
    void keepsTheFirstOfTwoResults() {
        assertThat(repaired(NATIVE, user("go"), assistant(call("t1")), user(result("t1", "A"), result("t1", "A"), result("t1", "B"))))
                .isEqualTo(turns(user("go"), assistant(call("t1")), user(result("t1", "A"), text(ClientPairs.REPEATED + "B"))));
    }

    @Test
    void takesALateResultWhereTheWireDoes() {
        Conversation conversation = of(user("go"), assistant(call("t1"), call("t2")), user(result("t2", "B")), assistant(text("wait")), user(result("t1", "A")));
        assertThat(Sanitise.andPrune(conversation, TO_RESPONSES).conversation()).isSameAs(conversation);
        assertThat(Sanitise.andPrune(conversation, NATIVE).conversation().turns()).isEqualTo(turns(user("go"), assistant(call("t1"), call("t2")),
                user(result("t2", "B"), unanswered("t1")), assistant(text("wait")), user(ClientPairs.ORPHAN + "A")));
    }

    @Test
    void keepsAnEmptyResultAsAnAnswer() {
        Conversation conversation = of(user("go"), assistant(call("t1")), user(new ToolResult("t1", List.of(), false, Optional.empty())));
        assertThat(Sanitise.andPrune(conversation, NATIVE).conversation()).isSameAs(conversation);
    }

    @Test
    void takesAResultOutOfAnAssistantMessage() {
        assertThat(repaired(NATIVE, user("go"), assistant(search(S1), call("t1"), result("t1", "A"), found(S1), text("so"))))
                .isEqualTo(turns(user("go"), assistant(search(S1), call("t1")), user(result("t1", "A")), assistant(found(S1), text("so"))));
    }

    // ---- ends

    @Test
    void letsTheUserSpeakFirstTowardAnthropic() {
        Turn[] history = {system("short"), assistant(text("Hello!")), user("hi")};
        assertThat(repaired(NATIVE, history)).isEqualTo(turns(system("short"), user(Ends.OPENING), assistant(text("Hello!")), user("hi")));
        assertThat(repaired(TO_CHAT, history)).isEqualTo(List.of(history));
    }

    @Test
    void trimsAPrefillAndAddsNothingBehindIt() {
        assertThat(repaired(NATIVE, user("go"), assistant(text("{\"a\": \n")))).isEqualTo(turns(user("go"), assistant(text("{\"a\":"))));
        assertThat(repaired(TO_CHAT, user("go"), assistant(text("{\"a\": ")))).isEqualTo(turns(user("go"), assistant(text("{\"a\": "))));
    }

    @Test
    void dropsEmptyMessages() {
        for (TargetRules rules : Histories.ALL) {
            assertThat(repaired(rules, user("go"), assistant(text("")), assistant(), user("there?"))).isEqualTo(turns(user("go"), user("there?")));
        }
    }

    @Test
    void leavesAnEmptyChatMessageToChat() {
        Turn empty = Turn.read(io.dragoman.conversation.Role.ASSISTANT, List.of(), new Raw(CHAT, Json.text("{\"role\":\"assistant\",\"content\":\"\"}")));
        Conversation conversation = cameBy(CHAT, of(user("go"), empty, user("there?")));
        assertThat(Sanitise.andPrune(conversation, TO_CHAT).conversation()).isSameAs(conversation);
    }

    @Test
    void turnsASystemMessageIntoUserTextWhereTheRoleIsRefused() {
        Turn[] history = {user("hi"), system("short"), assistant(text("yes")), system("shorter")};
        assertThat(repaired(COPY, history)).isEqualTo(turns(user("hi"), user(SystemTurns.MARK + "short"), assistant(text("yes")),
                user(SystemTurns.MARK + "shorter")));
        assertThat(repaired(NATIVE, history)).isEqualTo(turns(user("hi"), system("short"), assistant(text("yes")), user(SystemTurns.MARK + "shorter")));
        assertThat(repaired(TO_CHAT, history)).isEqualTo(List.of(history));
    }

    @Test
    void asksTheLastSystemMessageWhenNobodyElseSpeaks() {
        assertThat(repaired(NATIVE, system("a"), system("b"))).isEqualTo(turns(system("a"), user("b")));
    }

    @Test
    void sendsNoReasoningWithoutItsFollowingItem() {
        assertThat(repaired(TO_RESPONSES, user("go"), assistant(signed("hm")), assistant(text("so")), assistant(signed("cut")), user("more")))
                .isEqualTo(turns(user("go"), assistant(signed("hm")), assistant(text("so")), user("more")));
    }

    @Test
    void namesTurnAndBlockInItsReportAndNothingElse() {
        RepairReport report = Sanitise.andPrune(of(user("go"), assistant(text("secret"), text(" ")), user("more")), NATIVE).report();
        assertThat(report.changes()).containsExactly(new RepairReport.Change("blank-text-dropped", 1, 1));
        assertThat(report.counts()).containsExactly(java.util.Map.entry("blank-text-dropped", 1));
    }

    @Test
    void keepsTextWithCitationsWhole() {
        Text cited = new Text("so", List.of(), Optional.of(new Raw(Histories.ANTHROPIC, Json.text("{\"type\":\"text\",\"text\":\"so\"}"))));
        Conversation conversation = of(user("go"), assistant(cited), user("more"));
        assertThat(Sanitise.andPrune(conversation, NATIVE).conversation()).isSameAs(conversation);
    }
}
