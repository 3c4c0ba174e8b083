package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.WIRE;
import static io.dragoman.wire.anthropic.Fixtures.context;
import static io.dragoman.wire.anthropic.Fixtures.encode;
import static io.dragoman.wire.anthropic.Fixtures.events;
import static io.dragoman.wire.anthropic.Fixtures.sse;
import static io.dragoman.wire.anthropic.Fixtures.streamed;
import static io.dragoman.wire.anthropic.Fixtures.text;
import static io.dragoman.wire.anthropic.Fixtures.whole;
import static io.dragoman.wire.anthropic.Fixtures.wholeEvents;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Usage;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReplyEncoderTest {
    private static final Raw FOREIGN = new Raw(new WireName("responses"), Json.text("{\"type\":\"reasoning\"}"));
    private static final Usage USAGE = new Usage(12, 5, 3, 50, 41, 1, 0, Optional.empty());
    private static final String HEAD = "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_01Reply\",\"type\":\"message\","
            + "\"role\":\"assistant\",\"model\":\"asked-model\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":"
            + "{\"input_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":0}}}";
    private static final String STOP = "{\"type\":\"message_stop\"}";

    private static String end(String reason) {
        return "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason + "\",\"stop_sequence\":null},\"usage\":"
                + "{\"input_tokens\":12,\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":5,\"output_tokens\":50,"
                + "\"output_tokens_details\":{\"thinking_tokens\":41},"
                + "\"server_tool_use\":{\"web_search_requests\":1,\"web_fetch_requests\":0}}}";
    }

    private static String start(int index, String block) {
        return "{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}";
    }

    private static String delta(int index, String delta) {
        return "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}";
    }

    private static String stop(int index) {
        return "{\"type\":\"content_block_stop\",\"index\":" + index + "}";
    }

    private static List<Event> reply(StopReason.Kind kind, Consumer<ReplyEvents> blocks) {
        List<Event> found = new ArrayList<>();
        ReplyEvents events = new ReplyEvents(found::add);
        events.started("resp_1", "gpt-x", Usage.NONE);
        blocks.accept(events);
        events.finished(StopReason.of(kind, "their word"), USAGE);
        return found;
    }

    static Stream<String> streams() {
        return Fixtures.golden("stream.").stream();
    }

    static Stream<String> responses() {
        return Fixtures.golden("response.").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void anthropicsOwnStreamComesOutAsItWentIn(String golden) {
        List<Event> read = events(Fixtures.stream(golden));
        assertThat(events(streamed(read))).isEqualTo(read);
        assertThat(wholeEvents(whole(read)).stream().filter(event -> event instanceof Event.BlockFinished).toList())
                .isEqualTo(read.stream().filter(event -> event instanceof Event.BlockFinished).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("responses")
    void anthropicsOwnAnswerComesOutAsItWentIn(String golden) {
        JsonNode answer = Json.slice(Fixtures.read(golden), 0, Fixtures.read(golden).length).tree();
        JsonNode written = Json.text(text(whole(wholeEvents(Fixtures.read(golden))))).tree();
        for (String field : List.of("id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage")) {
            assertThat(written.get(field)).as(field).isEqualTo(answer.get(field));
        }
    }

    @Test
    void writesAnotherProvidersAnswer() {
        List<Event> events = reply(StopReason.Kind.END, reply -> {
            ReplyEvents.OpenBlock thinking = reply.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()));
            thinking.thinking("hm");
            thinking.signature("theirs");
            thinking.finish(text -> new Thinking(text, Optional.of("theirs"), Optional.empty(), Optional.of(FOREIGN)));
            reply.whole(new RedactedThinking("x", Optional.empty(), Optional.of(FOREIGN)));
            reply.whole(new ServerToolCall("ws_1", "web_search_call", "web_search", Json.text("{\"query\":\"q\"}"), Optional.of(FOREIGN)));
            reply.whole(new ServerToolResult("ws_1", "web_search_tool_result",
                    Json.text("[{\"type\":\"web_search_result\",\"url\":\"https://e\"}]"), Optional.empty()));
            ReplyEvents.OpenBlock empty = reply.open(Text.of(""));
            empty.finish(Text::of);
            ReplyEvents.OpenBlock text = reply.open(Text.of(""));
            text.text("so");
            Citation citation = new Citation(Optional.of("https://e"), "t", "", Optional.empty(), Optional.of(FOREIGN));
            text.citation(citation);
            text.finish(said -> new Text(said, List.of(citation), Optional.empty()));
            ReplyEvents.OpenBlock call = reply.open(ToolCall.of("call_1", "look", ""));
            call.arguments("{\"q\":");
            call.arguments("1}");
            call.finish(arguments -> ToolCall.of("call_1", "look", arguments));
        });
        String cited = "{\"type\":\"web_search_result_location\",\"url\":\"https://e\",\"title\":\"t\",\"cited_text\":\"\",\"encrypted_index\":\"\"}";
        String hit = "[{\"type\":\"web_search_result\",\"url\":\"https://e\",\"title\":\"\",\"encrypted_content\":\"\",\"page_age\":null}]";
        assertThat(text(streamed(events))).isEqualTo(sse(HEAD,
                start(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}"),
                delta(0, "{\"type\":\"signature_delta\",\"signature\":\"drgm1.20\"}"), stop(0),
                start(1, "{\"type\":\"redacted_thinking\",\"data\":\"drgm1.20\"}"), stop(1),
                start(2, "{\"type\":\"server_tool_use\",\"id\":\"ws_1\",\"name\":\"web_search\",\"input\":{}}"),
                delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"query\\\":\\\"q\\\"}\"}"), stop(2),
                start(3, "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"ws_1\",\"content\":" + hit + "}"), stop(3),
                start(4, "{\"type\":\"text\",\"text\":\"\"}"), delta(4, "{\"type\":\"text_delta\",\"text\":\"so\"}"),
                delta(4, "{\"type\":\"citations_delta\",\"citation\":" + cited + "}"), stop(4),
                start(5, "{\"type\":\"tool_use\",\"id\":\"call_1\",\"name\":\"look\",\"input\":{}}"),
                delta(5, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"q\\\":\"}"),
                delta(5, "{\"type\":\"input_json_delta\",\"partial_json\":\"1}\"}"), stop(5), end("tool_use"), STOP));
        assertThat(text(whole(events))).isEqualTo("{\"id\":\"msg_01Reply\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"asked-model\","
                + "\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"drgm1.20\"},"
                + "{\"type\":\"redacted_thinking\",\"data\":\"drgm1.20\"},"
                + "{\"type\":\"server_tool_use\",\"id\":\"ws_1\",\"name\":\"web_search\",\"input\":{\"query\":\"q\"}},"
                + "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"ws_1\",\"content\":" + hit + "},"
                + "{\"type\":\"text\",\"text\":\"so\",\"citations\":[" + cited + "]},"
                + "{\"type\":\"tool_use\",\"id\":\"call_1\",\"name\":\"look\",\"input\":{\"q\":1}}],"
                + "\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":" + end("").replaceFirst(".*\"usage\":", ""));
    }

    @Test
    void tellsBlocksThatGrowSideBySideOneAfterTheOther() {
        List<Event> events = reply(StopReason.Kind.TOOL_CALLS, reply -> {
            ReplyEvents.OpenBlock one = reply.open(ToolCall.of("a", "n", ""));
            ReplyEvents.OpenBlock two = reply.open(ToolCall.of("b", "n", ""));
            two.arguments("{\"x\":");
            one.arguments("{\"y\":1}");
            two.arguments("2}");
            two.finish(arguments -> ToolCall.of("b", "n", arguments));
            one.finish(arguments -> ToolCall.of("a", "n", arguments));
        });
        assertThat(text(streamed(events))).isEqualTo(sse(HEAD, start(0, call("a")), delta(0, input("{\\\"y\\\":1}")), stop(0),
                start(1, call("b")), delta(1, input("{\\\"x\\\":")), delta(1, input("2}")), stop(1), end("tool_use"), STOP));
    }

    private static String call(String id) {
        return "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"n\",\"input\":{}}";
    }

    private static String input(String json) {
        return "{\"type\":\"input_json_delta\",\"partial_json\":\"" + json + "\"}";
    }

    @Test
    void aCallThatWasGivenUpIsNeverClosedAndItsStreamNoSuccess() {
        List<Event> events = reply(StopReason.Kind.MAX_TOKENS, reply -> {
            ReplyEvents.OpenBlock call = reply.open(ToolCall.of("a", "n", ""));
            call.arguments("{\"x\":");
            call.drop();
        });
        assertThat(text(streamed(events))).isEqualTo(sse(HEAD, start(0, call("a")), delta(0, input("{\\\"x\\\":")),
                "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":"
                        + "\"The answer reached its token limit inside a tool call.\"},\"request_id\":null}"));
        assertThat(text(whole(events))).contains("\"content\":[],\"stop_reason\":\"max_tokens\"");
    }

    @Test
    void callsHaveTheClientsNamesAndIdsThatItTakes() {
        Aliases aliases = new Aliases(Map.of("calendar_read_1", new Aliases.ClientTool("calendar.read", "", ToolCall.Form.JSON)));
        List<Event> events = reply(StopReason.Kind.TOOL_CALLS, reply -> {
            for (String id : List.of("functions.Read:0", "same", "same", "", "")) {
                reply.whole(ToolCall.of(id, "calendar_read_1", "{}"));
            }
        });
        for (ReplyEncoder encoder : List.of(WIRE.streamEncoder(context(aliases)), WIRE.wholeEncoder(context(aliases)))) {
            assertThat(text(encode(events, encoder))).contains("\"id\":\"" + CallIds.wrap("functions.Read:0") + "\"", "\"id\":\"same\",", "\"id\":\"same_2\"",
                    "\"id\":\"toolu_01Reply\"", "\"id\":\"toolu_01Reply_2\"", "\"name\":\"calendar.read\"").doesNotContain("calendar_read_1");
        }
    }

    @Test
    void aliasesReachAnthropicsOwnBlocksToo() {
        Aliases aliases = new Aliases(Map.of("read_file", new Aliases.ClientTool("read.file", "", ToolCall.Form.JSON)));
        List<Event> read = events(Fixtures.stream("stream.thinking_tool_use.json"));
        assertThat(text(encode(read, WIRE.streamEncoder(context(aliases))))).contains("\"type\":\"tool_use\",\"id\":\"toolu_01Gold\","
                + "\"name\":\"read.file\",\"input\":{},\"caller\":{\"type\":\"direct\"}");
        assertThat(text(encode(read, WIRE.wholeEncoder(context(aliases))))).contains("\"name\":\"read.file\",\"input\":{\"path\":\"/etc/hosts\"}");
    }

    @Test
    void anEndThatNobodyKnowsIsAnError() {
        List<Event> events = reply(StopReason.Kind.UNKNOWN, reply -> reply.whole(Text.of("x")));
        assertThat(text(streamed(events))).contains("event: error\n", "their word").doesNotContain("message_stop", "message_delta");
        assertThat(text(whole(events))).startsWith("{\"type\":\"error\"");
    }

    @Test
    void nothingBeforeTheFirstBlockSoThatAnotherAttemptMayTakeOver() {
        ReplyEncoder encoder = WIRE.streamEncoder(context(Aliases.NONE));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encoder.event(new Event.Started("a", "first", Usage.NONE), out);
        encoder.keepAlive(out);
        assertThat(out.toString()).isEqualTo("event: ping\ndata: {\"type\":\"ping\"}\n\n");
        encoder.event(new Event.Started("b", "second", Usage.NONE), out);
        encoder.event(new Event.Failed(Failure.cut("gone")), out);
        encoder.event(new Event.Failed(Failure.cut("again")), out);
        encoder.keepAlive(out);
        assertThat(out.toString()).isEqualTo("event: ping\ndata: {\"type\":\"ping\"}\n\nevent: error\ndata: {\"type\":\"error\",\"error\":"
                + "{\"type\":\"api_error\",\"message\":\"gone\"},\"request_id\":null}\n\n");
    }

    @Test
    void theRelayAddsCommentsBeforeTheFirstFrameAndPingsAfterIt() {
        var relay = WIRE.frameRelay(context(Aliases.NONE));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        relay.keepAlive(out);
        relay.passed(new SseFrame.Event("message_start", "{}"));
        relay.keepAlive(out);
        relay.failure(Failure.of(Failure.Kind.OVERLOADED, 503, "o"), out);
        assertThat(out.toString()).isEqualTo(": keep-alive\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\nevent: error\n"
                + "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"o\"},\"request_id\":null}\n\n");
    }
}
