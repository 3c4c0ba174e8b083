package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Seal;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Usage;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatReplyEncoderTest {
    private static final WireName OTHER = new WireName("other");
    static final Usage USAGE = new Usage(12, 5, 3, 7, 2, 0, 0, Optional.empty());
    static final StopReason END = StopReason.of(StopReason.Kind.END, "end");

    private final List<List<Block>> sealed = new ArrayList<>();

    ReplyContext context(boolean includeUsage, Aliases aliases) {
        Seal seal = blocks -> {
            sealed.add(blocks);
            return Carried.PREFIX + "1.token";
        };
        return new ReplyContext(ChatRequestTest.decode("{\"model\":\"asked\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"stream_options\":"
                + "{\"include_usage\":" + includeUsage + "}}"), "r1", 1796000000, () -> new ReplyContext.Answering(aliases, seal));
    }

    byte[] encode(ReplyEncoder encoder, List<Event> events) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        events.forEach(event -> encoder.event(event, out));
        return out.toByteArray();
    }

    static List<Event> reply(Consumer<ReplyEvents> said) {
        List<Event> events = new ArrayList<>();
        said.accept(new ReplyEvents(events::add));
        return events;
    }

    StrictClient stream(List<Event> events) {
        return stream(events, true, Aliases.NONE);
    }

    private StrictClient stream(List<Event> events, boolean includeUsage, Aliases aliases) {
        StrictClient client = StrictClient.read(encode(new ChatWire().streamEncoder(context(includeUsage, aliases)), events));
        assertThat(client.problems).isEmpty();
        return client;
    }

    JsonNode whole(List<Event> events, Aliases aliases) {
        try {
            return Json.MAPPER.readTree(encode(new ChatWire().wholeEncoder(context(false, aliases)), events));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Raw raw(String json) {
        return new Raw(OTHER, Json.text(json));
    }

    static void text(ReplyEvents events, String text, Citation... citations) {
        ReplyEvents.OpenBlock open = events.open(Text.of(""));
        text.codePoints().forEach(point -> open.text(Character.toString(point)));
        List.of(citations).forEach(open::citation);
        open.finish(all -> new Text(all, List.of(citations), Optional.of(raw("{\"text\":1}"))));
    }

    static void call(ReplyEvents events, String id, String name, String... pieces) {
        ReplyEvents.OpenBlock open = events.open(ToolCall.of(id, name, ""));
        List.of(pieces).forEach(open::arguments);
        open.finish(all -> new ToolCall(id, name, Optional.empty(), all, ToolCall.Form.JSON, Optional.of(raw("{\"call\":1}"))));
    }

    private static Citation citation(String url, int from, int to) {
        return new Citation(Optional.of(url), "T", "cited", Optional.of(new Citation.Range(from, to)), Optional.empty());
    }

    @Test
    void writesTextReasoningAndCalls() {
        List<Event> events = reply(r -> {
            r.started("msg_1", "claude-x", Usage.NONE);
            ReplyEvents.OpenBlock thinking = r.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()));
            thinking.thinking("hm");
            thinking.finish(all -> new Thinking(all, Optional.empty(), Optional.empty(), Optional.empty()));
            text(r, "so");
            call(r, "t1", "f", "", "{\"q\":", "1}");
            call(r, "t2", "g");
            r.finished(StopReason.of(StopReason.Kind.TOOL_CALLS, "tool_use"), USAGE);
        });
        StrictClient client = stream(events);
        assertThat(client.message()).isEqualTo(tree("{\"role\":\"assistant\",\"reasoning_content\":\"hm\",\"content\":\"so\",\"refusal\":null,\"tool_calls\":["
                + "{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":1}\"}},"
                + "{\"id\":\"t2\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]}"));
        assertThat(client.finish).isEqualTo("tool_calls");
        assertThat(client.done).isTrue();
        assertThat(client.usage).contains(tree("{\"prompt_tokens\":20,\"completion_tokens\":7,\"total_tokens\":27,\"prompt_tokens_details\":"
                + "{\"cached_tokens\":5,\"cache_write_tokens\":3},\"completion_tokens_details\":{\"reasoning_tokens\":2}}"));
        JsonNode whole = whole(events, Aliases.NONE);
        assertThat(whole.at("/choices/0/message")).isEqualTo(client.message());
        assertThat(whole.path("id").asText()).isEqualTo("chatcmpl-r1");
        assertThat(whole.path("model").asText()).isEqualTo("claude-x");
        assertThat(whole.path("usage")).isEqualTo(client.usage.orElseThrow());
        assertThat(sealed).isEmpty();
    }

    private static JsonNode tree(String json) {
        return Json.text(json).tree();
    }

    @Test
    void tellsNumbersOnlyWhenAsked() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            text(r, "a");
            r.finished(END, USAGE);
        });
        assertThat(stream(events, false, Aliases.NONE).usage).isEmpty();
    }

    @Test
    void anAnswerOfNothingIsAnEmptyMessage() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            r.finished(END, USAGE);
        });
        assertThat(stream(events).message()).isEqualTo(tree("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}"));
        assertThat(whole(events, Aliases.NONE).at("/choices/0/message")).isEqualTo(stream(events).message());
    }

    @ParameterizedTest
    @CsvSource({"END,stop", "STOP_SEQUENCE,stop", "TOOL_CALLS,stop", "MAX_TOKENS,length", "CONTEXT_WINDOW,length", "PAUSE,length",
            "REFUSAL,content_filter", "COMPACTION,length", "UNKNOWN,length"})
    void saysWhyATextEnded(StopReason.Kind kind, String finish) {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            text(r, "a");
            r.finished(StopReason.of(kind, "x"), USAGE);
        });
        assertThat(stream(events).finish).isEqualTo(finish);
        assertThat(whole(events, Aliases.NONE).at("/choices/0/finish_reason").asText()).isEqualTo(finish);
    }

    @Test
    void callsAreNeverToldAsAPlainEnd() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            call(r, "t", "f", "{}");
            r.finished(END, USAGE);
        });
        assertThat(stream(events).finish).isEqualTo("tool_calls");
        assertThat(stream(events).message().get("content").isNull()).isTrue();
    }

    @Test
    void sourcesAreToldByTheirPlaceInTheWholeContent() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            text(r, "👩‍👩‍👧 Der ");
            text(r, "東京タワー", new Citation(Optional.of("https://t.example"), "塔", "", Optional.empty(), Optional.empty()));
            text(r, " ist 333 m hoch", citation("https://h.example", 5, 8), new Citation(Optional.empty(), "of the request", "", Optional.empty(), Optional.empty()));
            r.finished(END, USAGE);
        });
        JsonNode message = stream(events).message();
        assertThat(message.get("annotations")).hasSize(2);
        assertThat(cited(message, 0)).isEqualTo("東京タワー");
        assertThat(cited(message, 1)).isEqualTo("333");
        assertThat(message.get("reasoning_details")).isEqualTo(tree("[{\"type\":\"reasoning.encrypted\",\"data\":\"drgm1.token\"}]"));
        assertThat(sealed.get(0)).hasSize(3);
        assertThat(whole(events, Aliases.NONE).at("/choices/0/message")).isEqualTo(message);
    }

    private static String cited(JsonNode message, int annotation) {
        JsonNode range = message.at("/annotations/" + annotation + "/url_citation");
        int[] points = message.get("content").textValue().codePoints().toArray();
        int from = range.get("start_index").intValue();
        return new String(points, from, range.get("end_index").intValue() - from);
    }

    @Test
    void whatTheMessageCannotHoldTravelsInOneCarrierWithTheWholeTurn() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            ReplyEvents.OpenBlock thinking = r.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()));
            thinking.thinking("hm");
            thinking.signature("sig");
            thinking.finish(all -> new Thinking(all, Optional.of("sig"), Optional.empty(), Optional.of(raw("{\"t\":1}"))));
            r.whole(new RedactedThinking("data", Optional.empty(), Optional.of(raw("{\"r\":1}"))));
            r.whole(new ServerToolCall("srvtoolu_1", "server_tool_use", "web_search", Json.text("{}"), Optional.of(raw("{\"s\":1}"))));
            r.whole(new ServerToolResult("srvtoolu_1", "web_search_tool_result", Json.text("[]"), Optional.of(raw("{\"w\":1}"))));
            text(r, "so");
            call(r, "t1", "f", "{}");
            r.finished(END, USAGE);
        });
        StrictClient client = stream(events);
        assertThat(sealed).hasSize(1);
        assertThat(sealed.get(0)).extracting(block -> block.raw().orElseThrow().json().text())
                .containsExactly("{\"t\":1}", "{\"r\":1}", "{\"s\":1}", "{\"w\":1}", "{\"text\":1}", "{\"call\":1}");
        assertThat(client.message().get("tool_calls")).hasSize(1);
        assertThat(client.message().toString()).doesNotContain("srvtoolu");
        assertThat(whole(events, Aliases.NONE).at("/choices/0/message")).isEqualTo(client.message());
    }

    @Test
    void aHostsOwnReasoningGoesToTheClientAsItIs() {
        Heard heard = Heard.stream(Heard.chunk("{\"reasoning\":\"a\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"a\",\"signature\":\"s\"}]}", null),
                Heard.chunk("{\"refusal\":\"no\"}", "stop"));
        JsonNode message = stream(heard.events).message();
        assertThat(message).isEqualTo(tree("{\"role\":\"assistant\",\"content\":null,\"refusal\":\"no\",\"reasoning_content\":\"a\","
                + "\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"a\",\"signature\":\"s\"}]}"));
        assertThat(sealed).isEmpty();
        assertThat(whole(heard.events, Aliases.NONE).at("/choices/0/message")).isEqualTo(message);
    }

    @Test
    void toolsAreCalledAsTheClientCallsThem() {
        Aliases aliases = new Aliases(Map.of("cal_read", new Aliases.ClientTool("cal.read", "", ToolCall.Form.JSON),
                "script", new Aliases.ClientTool("script", "", ToolCall.Form.TEXT)));
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            call(r, "t1", "cal_read", "{}");
            call(r, "t2", "script", "{\"input\":\"line 1\\n", "\\\"2\\\"\"}");
            r.finished(END, USAGE);
        });
        JsonNode calls = stream(events, false, aliases).message().get("tool_calls");
        assertThat(calls.at("/0/function/name").asText()).isEqualTo("cal.read");
        assertThat(calls.get(1)).isEqualTo(tree("{\"id\":\"t2\",\"type\":\"custom\",\"custom\":{\"name\":\"script\",\"input\":\"line 1\\n\\\"2\\\"\"}}"));
        assertThat(whole(events, aliases).at("/choices/0/message/tool_calls")).isEqualTo(calls);
    }

    @Test
    void aCallThatTheTokenLimitCutKeepsWhatCameAndIsNotToldAsWhole() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            ReplyEvents.OpenBlock open = r.open(ToolCall.of("t1", "f", ""));
            open.arguments("{\"q\": \"ha");
            open.drop();
            r.finished(StopReason.of(StopReason.Kind.MAX_TOKENS, "max_tokens"), USAGE);
        });
        StrictClient client = stream(events);
        assertThat(client.finish).isEqualTo("length");
        assertThat(client.message().at("/tool_calls/0/function/arguments").asText()).isEqualTo("{\"q\": \"ha");
    }

    @Test
    void textsThatArriveInTurnsAreNotMixed() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            ReplyEvents.OpenBlock a = r.open(Text.of(""));
            ReplyEvents.OpenBlock b = r.open(Text.of(""));
            a.text("a");
            b.text("x");
            a.text("b");
            b.text("y");
            b.finish(all -> new Text(all, List.of(citation("https://x.example", 0, 2)), Optional.empty()));
            a.finish(Text::of);
            r.finished(END, USAGE);
        });
        JsonNode message = stream(events).message();
        assertThat(message.get("content").asText()).isEqualTo("abxy");
        assertThat(cited(message, 0)).isEqualTo("xy");
    }

    @Test
    void aLaterAttemptGoesOnUnderTheSameId() {
        ReplyEncoder encoder = new ChatWire().streamEncoder(context(false, Aliases.NONE));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Event> paused = reply(r -> {
            r.started("m1", "m", Usage.NONE);
            text(r, "a");
            call(r, "t1", "f", "{}");
        });
        List<Event> resumed = reply(r -> {
            r.started("m2", "m", Usage.NONE);
            text(r, "b");
            call(r, "t2", "f", "{}");
            r.finished(END, USAGE);
        });
        paused.forEach(event -> encoder.event(event, out));
        encoder.keepAlive(out);
        resumed.forEach(event -> encoder.event(event, out));
        StrictClient client = StrictClient.read(out.toByteArray());
        assertThat(client.problems).isEmpty();
        assertThat(client.message().get("content").asText()).isEqualTo("ab");
        assertThat(client.message().get("tool_calls")).hasSize(2);
    }

    @Test
    void aFailureIsAnErrorChunkAndTheLastWord() {
        ReplyEncoder encoder = new ChatWire().streamEncoder(context(true, Aliases.NONE));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        reply(r -> {
            r.started("m", "m", Usage.NONE);
            r.open(Text.of("")).text("seen");
            r.failed(Failure.of(Failure.Kind.OVERLOADED, 529, "später Bruch 断"));
        }).forEach(event -> encoder.event(event, out));
        encoder.event(new Event.Finished(END, USAGE), out);
        encoder.keepAlive(out);
        StrictClient client = StrictClient.read(out.toByteArray());
        assertThat(client.problems).isEmpty();
        assertThat(client.done).isFalse();
        assertThat(client.finish).isEmpty();
        assertThat(client.error.orElseThrow()).isEqualTo(tree("{\"message\":\"später Bruch 断\",\"type\":\"server_error\",\"param\":null,\"code\":\"server_is_overloaded\"}"));
    }

    @Test
    void nothingIsWrittenBeforeTheFirstOutput() {
        ReplyEncoder encoder = new ChatWire().streamEncoder(context(true, Aliases.NONE));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encoder.event(new Event.Started("m", "m", Usage.NONE), out);
        assertThat(out.size()).isZero();
        encoder.keepAlive(out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(": keep-alive\n\n");
    }

    @Test
    void aBlockThatComesWholeIsShownWhole() {
        List<Event> events = reply(r -> {
            r.started("m", "m", Usage.NONE);
            r.whole(new Thinking("hm", Optional.empty(), Optional.empty(), Optional.empty()));
            r.whole(Text.of("so"));
            r.whole(ToolCall.of("t", "f", "{\"q\":1}"));
            r.finished(END, USAGE);
        });
        assertThat(stream(events).message()).isEqualTo(tree("{\"role\":\"assistant\",\"content\":\"so\",\"refusal\":null,\"reasoning_content\":\"hm\",\"tool_calls\":["
                + "{\"id\":\"t\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":1}\"}}]}"));
    }
}
