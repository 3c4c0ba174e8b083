package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.events;
import static io.dragoman.wire.anthropic.Fixtures.sse;
import static io.dragoman.wire.anthropic.Fixtures.utf8;
import static io.dragoman.wire.anthropic.Fixtures.wholeEvents;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReplyDecoderTest {
    private static final String START = "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\","
            + "\"role\":\"assistant\",\"model\":\"claude-x\",\"content\":[],\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}}";
    private static final String TEXT = "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}";
    private static final String DELTA =
            "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}";
    private static final String CALL = "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\","
            + "\"id\":\"toolu_1\",\"name\":\"n\",\"input\":{}}}";
    private static final String STOP = "{\"type\":\"content_block_stop\",\"index\":0}";
    private static final String STOPPED = "{\"type\":\"message_stop\"}";

    private static String input(String json) {
        return "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":"
                + Fields.string(json).text() + "}}";
    }

    private static String ended(String reason) {
        return "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason + "\"},\"usage\":{\"output_tokens\":7}}";
    }

    static Stream<String> streams() {
        return Fixtures.golden("stream.").stream();
    }

    static Stream<String> responses() {
        return Fixtures.golden("response.").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void anySizeOfPiecesGivesTheSameEvents(String golden) {
        byte[] stream = Fixtures.stream(golden);
        List<Event> events = events(stream);
        assertThat(events.get(events.size() - 1)).isInstanceOf(Event.Finished.class);
        for (int piece = 1; piece < 90; piece++) {
            assertThat(events(stream, piece)).as("pieces of %s bytes", piece).isEqualTo(events);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void aCutAnywhereIsNeverAnEnd(String golden) {
        byte[] stream = Fixtures.stream(golden);
        List<Event> all = events(stream);
        // The last frame counts without its blank line, and its data may end before the line does.
        int whole = Fixtures.text(stream).lastIndexOf('}') + 1;
        for (int cut = 0; cut < whole; cut++) {
            List<Event> events = events(Arrays.copyOf(stream, cut));
            Event last = events.get(events.size() - 1);
            assertThat(last).as("cut after %s bytes", cut).isInstanceOf(Event.Failed.class);
            assertThat(events.subList(0, events.size() - 1)).as("cut after %s bytes", cut).isEqualTo(all.subList(0, events.size() - 1));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("responses")
    void aWholeAnswerTellsItsBlocksAsTheyAre(String golden) {
        byte[] body = Fixtures.read(golden);
        List<Event> events = wholeEvents(body);
        assertThat(events.get(events.size() - 1)).isInstanceOf(Event.Finished.class);
        List<String> blocks = finished(events).stream().map(block -> block.raw().orElseThrow().json().text()).toList();
        assertThat(blocks).allMatch(Fixtures.text(body)::contains);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("nothing", "", Failure.Kind.CUT),
                Arguments.of("only a ping", sse("{\"type\":\"ping\"}"), Failure.Kind.CUT),
                Arguments.of("no message_stop", sse(START, TEXT, DELTA, STOP, ended("end_turn")), Failure.Kind.CUT),
                Arguments.of("no stop reason", sse(START, TEXT, DELTA, STOP, STOPPED), Failure.Kind.PROTOCOL),
                Arguments.of("two starts", sse(START, START), Failure.Kind.PROTOCOL),
                Arguments.of("a block before the start", sse(TEXT), Failure.Kind.PROTOCOL),
                Arguments.of("one index twice", sse(START, TEXT, STOP, TEXT), Failure.Kind.PROTOCOL),
                Arguments.of("a delta for no block", sse(START, DELTA), Failure.Kind.PROTOCOL),
                Arguments.of("a delta after the stop", sse(START, TEXT, STOP, DELTA), Failure.Kind.PROTOCOL),
                Arguments.of("a stop for no block", sse(START, STOP), Failure.Kind.PROTOCOL),
                Arguments.of("a block that stays open", sse(START, TEXT, DELTA, ended("end_turn"), STOPPED), Failure.Kind.PROTOCOL),
                Arguments.of("a text delta for a call", sse(START, CALL, DELTA), Failure.Kind.PROTOCOL),
                Arguments.of("an input that is no JSON", sse(START, CALL, input("{\"a\": "), STOP, ended("tool_use"), STOPPED),
                        Failure.Kind.PROTOCOL),
                Arguments.of("an input that is no object", sse(START, CALL, input("[1]"), STOP, ended("tool_use"), STOPPED),
                        Failure.Kind.PROTOCOL),
                Arguments.of("a block after a broken input", sse(START, CALL, input("{"), STOP, TEXT.replace("0", "1")),
                        Failure.Kind.PROTOCOL),
                Arguments.of("no index", sse(START, TEXT.replace("\"index\":0,", "")), Failure.Kind.PROTOCOL),
                Arguments.of("no JSON", "event: message_start\ndata: {\"type\":\n\n", Failure.Kind.PROTOCOL),
                Arguments.of("no object", "event: message_start\ndata: 7\n\n", Failure.Kind.PROTOCOL),
                Arguments.of("a name that is not the type", "event: message_start\ndata: " + STOPPED + "\n\n", Failure.Kind.PROTOCOL),
                Arguments.of("an error first", sse("{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"o\"}}"),
                        Failure.Kind.OVERLOADED),
                Arguments.of("an error without a name", "data: {\"error\":{\"type\":\"rate_limit_error\",\"message\":\"r\"}}\n\n",
                        Failure.Kind.RATE_LIMITED),
                Arguments.of("an error inside the answer",
                        sse(START, TEXT, DELTA, "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"x\"}}", STOP,
                                ended("end_turn"), STOPPED), Failure.Kind.SERVER_ERROR));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void isAFailure(String what, String stream, Failure.Kind kind) {
        List<Event> events = events(utf8(stream));
        assertThat(events.get(events.size() - 1)).isInstanceOfSatisfying(Event.Failed.class,
                failed -> assertThat(failed.failure().kind()).isEqualTo(kind));
        assertThat(events.stream().filter(event -> event instanceof Event.Failed || event instanceof Event.Finished)).hasSize(1);
    }

    @Test
    void takesWhatVendorsGetWrongHarmlessly() {
        String stream = "data: " + START + "\n\nevent: message\ndata: " + TEXT + "\n\n" + sse("{\"type\":\"future_event\",\"x\":1}", DELTA,
                STOP, ended("end_turn"), ended("end_turn"), STOPPED) + "data: [DONE]\n\n" + sse(START);
        assertThat(events(utf8(stream)).get(4)).isEqualTo(finishedText("Hi"));
        assertThat(events(utf8(stream))).hasSize(6 - 1).last().isInstanceOf(Event.Finished.class);
    }

    private static Event finishedText(String text) {
        return events(utf8(sse(START, TEXT, DELTA, STOP, ended("end_turn"), STOPPED))).get(4);
    }

    @Test
    void aCallThatTheLimitCutIsGivenUp() {
        List<Event> events = events(utf8(sse(START, CALL, input("{\"a\": \"ha"), STOP, ended("max_tokens"), STOPPED)));
        assertThat(events.stream().filter(event -> event instanceof Event.BlockFinished)).isEmpty();
        assertThat(events.get(events.size() - 1)).isInstanceOfSatisfying(Event.Finished.class,
                finished -> assertThat(finished.reason().kind()).isEqualTo(StopReason.Kind.MAX_TOKENS));
    }

    @Test
    void takesAnInputThatStandsInTheStart() {
        List<Event> events = events(utf8(sse(START, CALL.replace("\"input\":{}", "\"input\":{\"a\": 1.0}"), STOP, ended("tool_use"), STOPPED)));
        assertThat(finished(events)).singleElement().isInstanceOfSatisfying(ToolCall.class,
                call -> assertThat(call.arguments()).isEqualTo("{\"a\": 1.0}"));
    }

    @Test
    void foldsDeltasIntoABlockThatKeepsItsOrderAndUnknownFields() {
        List<Event> events = events(utf8(sse(START,
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"new\":1.0,\"citations\":null,\"text\":\"a\",\"type\":\"text\"}}",
                DELTA, "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"citations_delta\",\"citation\":{\"url\":\"u\"}}}",
                STOP, ended("end_turn"), STOPPED)));
        assertThat(finished(events)).singleElement().isInstanceOfSatisfying(Text.class, text -> {
            assertThat(text.text()).isEqualTo("aHi");
            assertThat(text.citations()).hasSize(1);
            assertThat(text.raw().orElseThrow().json().text())
                    .isEqualTo("{\"new\":1.0,\"citations\":[{\"url\":\"u\"}],\"text\":\"aHi\",\"type\":\"text\"}");
        });
    }

    @Test
    void foldsDeltasOfUnknownKindsIntoUnknownBlocks() {
        List<Event> events = events(utf8(sse(START,
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"compaction\",\"content\":null}}",
                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"compaction_delta\",\"content\":\"c\",\"encrypted_content\":\"E\"}}",
                STOP, ended("compaction"), STOPPED)));
        assertThat(finished(events).get(0).raw().orElseThrow().json().text())
                .isEqualTo("{\"type\":\"compaction\",\"content\":\"c\",\"encrypted_content\":\"E\"}");
    }

    @Test
    void joinsACharacterThatWasCutOverTwoDeltas() {
        List<Event> events = events(utf8(sse(START, TEXT, DELTA.replace("Hi", "ok \\ud83d"), DELTA.replace("Hi", "\\ude00 fin"), STOP,
                ended("end_turn"), STOPPED)));
        assertThat(finished(events)).singleElement().isInstanceOfSatisfying(Text.class, text -> assertThat(text.text()).isEqualTo("ok 😀 fin"));
    }

    @Test
    void laterUsageOverwritesWhatItGives() {
        String end = "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"input_tokens\":900,"
                + "\"cache_read_input_tokens\":100,\"cache_creation_input_tokens\":null,\"output_tokens\":44,"
                + "\"output_tokens_details\":{\"thinking_tokens\":9},\"server_tool_use\":{\"web_search_requests\":2}}}";
        List<Event> events = events(utf8(sse(START, end, STOPPED)));
        assertThat(events.get(1)).isInstanceOfSatisfying(Event.Finished.class, finished -> {
            assertThat(List.of(finished.usage().input(), finished.usage().cacheRead(), finished.usage().output(),
                    finished.usage().reasoning(), finished.usage().webSearches())).containsExactly(900L, 100L, 44L, 9L, 2L);
        });
    }

    @Test
    void takesEventsWhereADocumentWasAskedFor() {
        byte[] stream = Fixtures.stream("stream.web_search.json");
        assertThat(wholeEvents(stream)).isEqualTo(events(stream));
    }

    @Test
    void anErrorInsideASuccessIsAFailure() {
        assertThat(wholeEvents(Fixtures.read("error.overloaded.json"))).singleElement().isInstanceOfSatisfying(Event.Failed.class,
                failed -> assertThat(failed.failure().status()).isEqualTo(529));
        assertThat(wholeEvents(utf8("<html>"))).singleElement().isInstanceOf(Event.Failed.class);
        assertThat(wholeEvents(utf8("{}"))).singleElement().isInstanceOf(Event.Failed.class);
    }

    private static List<Block> finished(List<Event> events) {
        return events.stream().filter(event -> event instanceof Event.BlockFinished).map(event -> ((Event.BlockFinished) event).whole())
                .toList();
    }

    @Test
    void aFaultyAnswerFailsAtItsStopReason() {
        for (String faulty : List.of(sse(START, TEXT, DELTA, ended("end_turn")), sse(START, CALL, input("{\"a\": "), STOP, ended("tool_use")))) {
            List<Event> events = events(utf8(faulty + ": nothing more"));
            assertThat(events.get(events.size() - 1)).isInstanceOfSatisfying(Event.Failed.class,
                    failed -> assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.PROTOCOL));
        }
    }
}
