package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.testing.Exchanges;
import io.dragoman.wire.anthropic.AnthropicWire;
import io.dragoman.wire.responses.ResponsesWire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What travels through clients of other wires and comes back. */
class CarriersTest {
    private static final TargetRules NATIVE = Exchanges.natively();
    private static final TargetRules GPT = Exchanges.rules(Exchanges.RESPONSES, "responses:r.example", false, true);
    private static final TargetRules CHAT = Exchanges.rules(Exchanges.CHAT, "chat:c.example", false, false);
    private static final Turn USER = Turn.made(Role.USER, Text.of("find"));
    private static final Turn AGAIN = Turn.made(Role.USER, Text.of("more"));

    private final CarrierCodec codec = new CarrierCodec();
    private final Capture capture = new Capture(codec, Map.of(AnthropicWire.NAME, new AnthropicWire().blocks(), ResponsesWire.NAME, new ResponsesWire().blocks()), 1 << 20);
    private final Replay replay = new Replay();

    private final Block use = Exchanges.use("srvtoolu_1", "web_search");
    private final Block hits = Exchanges.hits("srvtoolu_1");

    // -- clients that keep items

    @Test
    void anExchangeOfAnItemCarrierComesBackBeforeItsAnchor() {
        Turn message = said("Found.");
        Capture.Captured captured = capture(USER, carrier(use, hits), message, AGAIN);
        assertThat(captured.conversation().turns()).containsExactly(USER, message, AGAIN);
        assertThat(captured.conversation().turns().get(1)).isSameAs(message);
        assertThat(captured.report().counts()).isEqualTo(Map.of("captured", 1, "carried", 1));
        assertThat(sent(captured, NATIVE)).containsExactly(use, hits, "Found.");
        assertThat(sent(captured, CHAT)).containsExactly("Found.");
    }

    @Test
    void aSearchItemThatShowedACarriedExchangeGoes() {
        Capture.Captured captured = capture(USER, item("ws_1"), item("ws_2"), carrier(use, hits), said("Found."), AGAIN);
        assertThat(sent(captured, GPT)).hasSize(4).endsWith("Found.");
        assertThat(sent(captured, GPT).get(0)).isInstanceOf(ServerToolCall.class).hasFieldOrPropertyWithValue("id", "ws_1");
        assertThat(sent(captured, GPT).subList(1, 3)).containsExactly(use, hits);
        assertThat(sent(captured, NATIVE)).containsExactly(use, hits, "Found.");
    }

    @Test
    void anEmbeddedPairIsTheSecondSource() {
        String pair = "{\"use\":" + json(use) + ",\"result\":" + json(hits) + "}";
        Capture.Captured alone = capture(USER, item("ws_1", pair), said("Found."));
        assertThat(sent(alone, NATIVE)).extracting(this::jsonOrText).containsExactly(json(use), json(hits), "Found.");
        Capture.Captured both = capture(USER, item("ws_1", pair), carrier(use, hits), said("Found."));
        assertThat(sent(both, NATIVE)).containsExactly(use, hits, "Found.");
        assertThat(both.map().runs()).isEqualTo(1);
    }

    @Test
    void aMisshapenEmbeddedPairIsIgnored() {
        for (String pair : List.of("1", "[]", "{}", "{\"use\":[],\"result\":{}}", "{\"use\":{\"id\":1,\"name\":\"n\",\"type\":\"t\"},\"result\":" + json(hits) + "}",
                "{\"use\":" + json(use) + "}", "{\"use\":" + json(use) + ",\"result\":{\"type\":\"x\",\"tool_use_id\":\"other\",\"content\":[]}}")) {
            Capture.Captured captured = capture(USER, item("ws_1", pair), said("Found."));
            assertThat(sent(captured, NATIVE)).as(pair).containsExactly("Found.");
            assertThat(sent(captured, GPT)).as(pair).hasSize(2);
        }
    }

    @Test
    void anEmbeddedInputThatIsNoObjectIsEmpty() {
        String pair = "{\"use\":{\"type\":\"server_tool_use\",\"id\":\"srvtoolu_1\",\"name\":\"web_search\",\"input\":\"x\"},\"result\":" + json(hits) + "}";
        Capture.Captured captured = capture(USER, item("ws_1", pair), said("Found."));
        assertThat(((ServerToolCall) sent(captured, NATIVE).get(0)).input()).isEqualTo(Json.text("{}"));
    }

    @Test
    void searchItemsOfOpenAiStayWhereTheyWereAndGoNowhereElse() {
        Turn item = item("ws_9");
        Conversation given = conversation(USER, item, said("Found."), AGAIN);
        Capture.Captured captured = capture.capture(given);
        assertThat(replay.replay(captured.conversation(), captured.map(), GPT).conversation().turns()).isEqualTo(given.turns()).element(1).isSameAs(item);
        assertThat(sent(captured, NATIVE)).containsExactly("Found.");
        assertThat(sent(captured, CHAT)).containsExactly("Found.");
    }

    @Test
    void onlyFinishedSearchesAreTold() {
        Block code = Exchanges.use("srvtoolu_c", "code_execution");
        Block ran = Exchanges.answer("srvtoolu_c", "code_execution", "{\"type\":\"code_execution_result\"}");
        Block open = Exchanges.use("srvtoolu_o", "web_search");
        Capture.Captured captured = capture(USER, carrier(code, use, hits, ran, open), Turn.made(Role.ASSISTANT, Exchanges.call("toolu_1")));
        assertThat(sent(captured, GPT)).containsExactly(use, hits, "toolu_1");
        assertThat(sent(captured, Exchanges.rules(Exchanges.RESPONSES, "responses:r.example", false, false))).containsExactly("toolu_1");
        assertThat(sent(captured, NATIVE)).containsExactly(code, use, hits, ran, open, "toolu_1");
    }

    @Test
    void textsGetTheirCitationsBackWhereTheWordsAreTheSame() {
        Block cited = cited("snow");
        Turn message = Turn.made(Role.ASSISTANT, Text.of("First "), Text.of("snow"), Text.of(" and "));
        Capture.Captured captured = capture(USER, message, carrier(cited, use, hits), said("wind."));
        assertThat(captured.conversation().turns().get(1)).isSameAs(message);
        assertThat(sent(captured, NATIVE)).containsExactly("First ", cited, " and ", use, hits, "wind.");
        assertThat(sent(captured, GPT)).containsExactly("First ", "snow", " and ", use, hits, "wind.");
        assertThat(sent(capture(USER, said("rain"), carrier(cited, use, hits), said("wind.")), NATIVE)).containsExactly("rain", use, hits, "wind.");
    }

    @Test
    void citationsGoToNoTextThatMayBeAnother() {
        Block cited = cited("snow");
        assertThat(sent(capture(USER, said("snow"), said("snow"), carrier(cited)), NATIVE)).containsExactly("snow", "snow");
        assertThat(sent(capture(USER, said("snow"), carrier(use, hits), said("snow"), carrier(cited)), NATIVE)).containsExactly("snow", use, hits, cited);
        assertThat(sent(capture(USER, said("snow"), AGAIN, said("x"), carrier(cited)), NATIVE)).containsExactly("snow", "x");
    }

    @Test
    void thinkingComesBackInPlaceAndSaysWhoMadeIt() {
        Capture.Captured captured = capture(USER, carrier(Exchanges.thinking("sig")), carrier(use, hits), said("Found."));
        Block thought = captured.conversation().turns().get(1).blocks().get(0);
        assertThat(thought).isInstanceOf(Thinking.class).hasFieldOrPropertyWithValue("issuer", Optional.of("anthropic"))
                .hasFieldOrPropertyWithValue("raw", Exchanges.thinking("sig").raw());
        assertThat(captured.conversation().turns().get(1).source()).isEmpty();
        assertThat(sent(captured, NATIVE)).containsExactly("sig", use, hits, "Found.");
    }

    @Test
    void whatAnotherIssuerMadeDoesNotGoToAnthropic() {
        Turn other = Turn.made(Role.ASSISTANT, token(codec.seal("anthropic:k.example").seal(List.of(use, hits))));
        Capture.Captured captured = capture(USER, other, said("Found."));
        assertThat(sent(captured, NATIVE)).containsExactly("Found.");
        assertThat(sent(captured, Exchanges.rules(Exchanges.ANTHROPIC, "anthropic:k.example", true, true))).containsExactly(use, hits, "Found.");
    }

    // -- clients that keep one carrier a turn

    @Test
    void aWholeTurnComesBackAsItWasWritten() {
        Block call = Exchanges.call("toolu_1");
        Block[] written = {Exchanges.thinking("sig"), Exchanges.text("One "), use, hits, cited("two"), call};
        Turn turn = Turn.made(Role.ASSISTANT, Text.of("One two"), ToolCall.of("toolu_1", "get_weather", "{ }"), carried(written));
        Capture.Captured captured = capture(USER, turn, AGAIN);
        assertThat(sent(captured, CHAT)).containsExactly("One two", "toolu_1");
        assertThat(sent(captured, NATIVE)).containsExactly("sig", "One ", use, hits, written[4], "toolu_1");
        assertThat(sent(captured, GPT)).containsExactly(use, hits, "One two", "toolu_1");
        assertThat(replay(captured, NATIVE).turns().get(1).blocks().get(5)).isEqualTo(call);
        assertThat(captured.report().counts()).isEqualTo(Map.of("captured", 1, "carried", 1));
    }

    @Test
    void aTurnThatTheClientChangedStaysTheClients() {
        Block[] written = {use, hits, Exchanges.text("Found."), Exchanges.call("toolu_1")};
        ToolCall call = ToolCall.of("toolu_1", "get_weather", "{}");
        assertThat(sent(capture(USER, Turn.made(Role.ASSISTANT, Text.of("Found!"), call, carried(written))), NATIVE)).containsExactly("Found!", "toolu_1");
        assertThat(sent(capture(USER, Turn.made(Role.ASSISTANT, Text.of("Found."), carried(written))), NATIVE)).containsExactly("Found.");
        Capture.Captured other = capture(USER, Turn.made(Role.ASSISTANT, Text.of("Found."), ToolCall.of("toolu_2", "get_weather", "{}"), carried(written)));
        assertThat(sent(other, NATIVE)).containsExactly("Found.", "toolu_2");
        assertThat(other.report().counts()).isEqualTo(Map.of("dropped:turn-changed", 1));
    }

    @Test
    void aCallThatTheClientChangedStaysTheClientsInItsPlace() {
        ToolCall theirs = ToolCall.of("toolu_1", "get_weather", "{\"city\":\"x\"}");
        Capture.Captured captured = capture(USER, Turn.made(Role.ASSISTANT, Text.of("Found."), theirs, carried(use, hits, Exchanges.text("Found."), Exchanges.call("toolu_1"))));
        assertThat(replay(captured, NATIVE).turns().get(1).blocks()).hasSize(4).last().isSameAs(theirs);
    }

    @Test
    void aTurnThatWasOnlyAnExchangeIsATurnAgain() {
        Capture.Captured captured = capture(USER, Turn.made(Role.ASSISTANT, carried(use, hits)), AGAIN);
        assertThat(captured.conversation().turns()).containsExactly(USER, AGAIN);
        assertThat(sent(captured, NATIVE)).containsExactly(use, hits);
    }

    @Test
    void aServerCallThatAClientStoredAsItsOwnIsRestoredFromTheCarrier() {
        ToolCall stored = ToolCall.of("srvtoolu_1", "web_search", "{}");
        Turn answer = Turn.made(Role.USER, new ToolResult("srvtoolu_1", List.of(Text.of("1. something")), false, Optional.empty()));
        Capture.Captured captured = capture(USER, Turn.made(Role.ASSISTANT, Text.of("Found."), stored, carried(use, hits, Exchanges.text("Found."))), answer, AGAIN);
        assertThat(captured.conversation().turns()).hasSize(3);
        assertThat(sent(captured, NATIVE)).containsExactly(use, hits, "Found.");
    }

    @Test
    void equalTextsInTwoTurnsKeepTheirOwnExchange() {
        Block other = Exchanges.use("srvtoolu_2", "web_search");
        Turn one = Turn.made(Role.ASSISTANT, Text.of("Done."), carried(use, hits, Exchanges.text("Done.")));
        Turn two = Turn.made(Role.ASSISTANT, Text.of("Done."), carried(other, Exchanges.text("Done.")));
        assertThat(sent(capture(USER, one, AGAIN, two), NATIVE)).containsExactly(use, hits, "Done.", other, "Done.");
    }

    @Test
    void aChangedConversationGetsATurnBackOnlyWhereItIsUnmistakable() {
        Turn one = Turn.made(Role.ASSISTANT, Text.of("Done."), carried(use, hits, Exchanges.text("Done.")));
        Capture.Captured captured = capture(USER, one, AGAIN);
        Turn again = Turn.made(Role.ASSISTANT, Text.of("Done."));
        assertThat(sent(captured.conversation().withTurns(List.of(AGAIN, USER, again)), captured.map(), NATIVE)).containsExactly(use, hits, "Done.");
        assertThat(sent(captured.conversation().withTurns(List.of(again, USER, again)), captured.map(), NATIVE)).containsExactly("Done.", "Done.");
        assertThat(sent(captured.conversation().withTurns(List.of(Turn.made(Role.ASSISTANT, Text.of("Done."), Text.of("x")))), captured.map(), NATIVE))
                .containsExactly("Done.", "x");
    }

    // -- anything else

    @Test
    void valuesThatOpenToNothingGoAwayWithoutATrace() {
        for (String value : List.of("drgm", "drgm9.abc", "drgm1.abc", codec.seal("gopher:x").seal(List.of(use)), codec.seal(new Envelope("anthropic", List.of(Json.text("{}"))))
                , new CarrierCodec("k").seal("anthropic").seal(List.of(use)).replace(".", ".x"))) {
            Capture.Captured captured = capture(USER, Turn.made(Role.ASSISTANT, token(value)), said("Found."));
            assertThat(captured.conversation().turns()).as(value).containsExactly(USER, said("Found."));
            assertThat(captured.report().counts()).as(value).isEqualTo(Map.of("ignored:unreadable-carrier", 1));
        }
    }

    @Test
    void theSummaryOfACompactionIsAUserTextAgain() {
        for (Role role : List.of(Role.USER, Role.ASSISTANT)) {
            Capture.Captured captured = capture(Turn.made(role, token(codec.sealSummary("Сводка 要約"))), AGAIN);
            assertThat(captured.conversation().turns()).hasSize(2).first().satisfies(turn -> {
                assertThat(turn.role()).isEqualTo(Role.USER);
                assertThat(((Text) turn.blocks().get(0)).text()).endsWith("Сводка 要約");
            });
            assertThat(captured.map().isEmpty()).isTrue();
        }
    }

    @Test
    void carriersThatUnpackToMoreThanTheBudgetAreDroppedOldestFirst() {
        Block large = Exchanges.answer("srvtoolu_1", "web_search", "[" + "{\"type\":\"x\"},".repeat(5000) + "{}]");
        Capture small = new Capture(codec, Map.of(AnthropicWire.NAME, new AnthropicWire().blocks()), 100_000);
        Conversation given = conversation(USER, carrier(use, large), said("a"), AGAIN, carrier(use, large), said("b"));
        Capture.Captured captured = small.capture(given);
        assertThat(captured.report().counts()).isEqualTo(Map.of("captured", 1, "carried", 1, "dropped:budget", 1));
        assertThat(sent(captured, NATIVE)).containsExactly("a", use, large, "b");
    }

    @Test
    void nothingIsChangedWhereNothingIsCarried() {
        Conversation given = conversation(USER, said("a"), AGAIN);
        assertThat(capture.capture(given).conversation()).isSameAs(given);
        assertThat(replay.replay(given, ReplayMap.EMPTY, NATIVE).conversation()).isSameAs(given);
    }

    private Capture.Captured capture(Turn... turns) {
        return capture.capture(conversation(turns));
    }

    private static Conversation conversation(Turn... turns) {
        return Exchanges.conversation(List.of(turns));
    }

    private Conversation replay(Capture.Captured captured, TargetRules rules) {
        return replay.replay(captured.conversation(), captured.map(), rules).conversation();
    }

    private List<Object> sent(Capture.Captured captured, TargetRules rules) {
        return sent(captured.conversation(), captured.map(), rules);
    }

    /** The assistant's blocks: words of those that are only that, else the block. */
    private List<Object> sent(Conversation conversation, ReplayMap map, TargetRules rules) {
        return replay.replay(conversation, map, rules).conversation().turns().stream().filter(turn -> turn.role() == Role.ASSISTANT)
                .flatMap(turn -> turn.blocks().stream()).map(CarriersTest::words).toList();
    }

    private static Object words(Block block) {
        return block instanceof Text text && !text.citations().isEmpty() ? block : Anchor.of(block).<Object>map(Anchor::value).orElse(block);
    }

    private Object jsonOrText(Object part) {
        return part instanceof Block block ? json(block) : part;
    }

    private static String json(Block block) {
        return block.raw().orElseThrow().json().text();
    }

    private static Turn said(String text) {
        return Turn.made(Role.ASSISTANT, Text.of(text));
    }

    private static Block cited(String text) {
        return new AnthropicWire().blocks().read(Json.text("{\"type\":\"text\",\"text\":\"" + text
                + "\",\"citations\":[{\"type\":\"web_search_result_location\",\"url\":\"https://e.example\",\"title\":\"t\",\"cited_text\":\"c\",\"encrypted_index\":\"I\"}]}"));
    }

    private Turn carrier(Block... blocks) {
        Raw item = new Raw(Exchanges.RESPONSES, Json.text("{\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"…\"}"));
        return Turn.read(Role.ASSISTANT, List.of(carried(blocks)), item);
    }

    private Block carried(Block... blocks) {
        return token(codec.seal("anthropic").seal(List.of(blocks)));
    }

    private static Block token(String token) {
        return new Carried(token, Optional.empty());
    }

    private static Turn item(String id) {
        return item(id, "");
    }

    private static Turn item(String id, String pair) {
        Json json = Json.text("{\"type\":\"web_search_call\",\"id\":\"" + id + "\",\"status\":\"completed\",\"action\":{\"type\":\"search\",\"query\":\"q\"}"
                + (pair.isEmpty() ? "" : ",\"anthropic_blocks\":" + pair) + "}");
        Raw raw = new Raw(Exchanges.RESPONSES, json);
        return Turn.read(Role.ASSISTANT, List.of(new ServerToolCall(id, "web_search_call", "web_search", Json.text("{\"query\":\"q\"}"), Optional.of(raw))), raw);
    }
}
