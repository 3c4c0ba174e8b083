package io.dragoman.wire.chat;

import static io.dragoman.wire.chat.Heard.call;
import static io.dragoman.wire.chat.Heard.chunk;
import static io.dragoman.wire.chat.Heard.say;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatReplyDecoderTest {
    private static final String ROLE = chunk("{\"role\":\"assistant\",\"content\":\"\"}", null);
    private static final String STOP = chunk("{}", "stop");
    private static final String CALLS = chunk("{}", "tool_calls");
    private static final String DONE = "[DONE]";
    private static final String USAGE = "{\"id\":\"chatcmpl-1\",\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":7,\"total_tokens\":19}}";

    static String[] golden(String name) {
        try (InputStream in = ChatReplyDecoderTest.class.getResourceAsStream("/golden/chat/" + name)) {
            JsonNode tree = Json.MAPPER.readTree(in);
            List<String> data = new ArrayList<>();
            (tree.isArray() ? tree : Json.MAPPER.createArrayNode().add(tree)).forEach(one -> data.add(one.toString()));
            return data.toArray(String[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Arguments> hostsAndWhatTheySay() {
        return Stream.of(
                row("text", "text(ab)", ROLE, say("a"), say("b"), STOP, USAGE, DONE),
                row("no [DONE] after a finish reason", "text(a)", ROLE, say("a"), STOP),
                row("no numbers before [DONE]", "text(a)", ROLE, say("a"), STOP, DONE),
                row("a chunk without choices first", "text(a)", "{\"id\":\"\",\"choices\":[],\"prompt_filter_results\":[]}", say("a"), STOP),
                row("an empty chunk", "text(a)", ROLE, "{}", say("a"), STOP),
                row("a choice without a delta", "text(a)", "{\"choices\":[{\"index\":0,\"finish_reason\":null}]}", say("a"), STOP),
                row("a delta that is null", "text(a)", chunk("null", null), say("a"), STOP),
                row("fields that are null", "text(a)", chunk("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":null,\"refusal\":null,"
                        + "\"reasoning_content\":null}", null), say("a"), chunk("{\"content\":null}", "stop")),
                row("the role in every chunk", "text(ab)", chunk("{\"role\":\"assistant\",\"content\":\"a\"}", null),
                        chunk("{\"role\":\"assistant\",\"content\":\"b\"}", null), STOP),
                row("a finish reason twice", "text(a)", say("a"), STOP, STOP, USAGE, DONE),
                row("a finish reason on every chunk", "text(ab)", chunk("{\"content\":\"a\"}", "stop"), chunk("{\"content\":\"b\"}", "stop"), DONE),
                row("content after the finish reason", "text(ab)", say("a"), STOP, say("b"), DONE),
                row("a choice without an index", "text(a)", "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}", STOP),
                row("only the first of several choices", "text(a)", say("a"), "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"z\"}}]}", STOP),
                row("content in parts", "think(t) text(ab)", chunk("{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\","
                        + "\"text\":\"t\"}]},{\"type\":\"text\",\"text\":\"a\"}]}", null), say("b"), STOP),
                row("reasoning and text in turns", "think(a) text(B) think(c) text(D)", chunk("{\"reasoning_content\":\"a\"}", null), say("B"),
                        chunk("{\"reasoning_content\":\"c\"}", null), say("D"), STOP),
                row("the same reasoning under two names", "think(a) text(b)", chunk("{\"reasoning\":\"a\",\"reasoning_content\":\"a\"}", null),
                        say("b"), STOP),
                row("reasoning alone", "think(a)", chunk("{\"reasoning\":\"a\",\"content\":\"\"}", null), STOP),
                row("empty pieces around reasoning", "think(ab) text(c)", chunk("{\"content\":\"\",\"reasoning_content\":\"a\"}", null),
                        chunk("{\"content\":\"\",\"reasoning_content\":\"b\"}", null), chunk("{\"content\":\"\",\"reasoning_content\":\"\"}", null),
                        say("c"), STOP),
                row("a call in pieces", "call(f,{\"q\":1})", ROLE, call(first(0, "c1", "f")), call(more("0", "{\\\"q\\\":")),
                        call(more("0", "1}")), CALLS),
                row("no index", "call(f,{\"q\":1})", call("{\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":\"}}"),
                        call("{\"index\":null,\"function\":{\"arguments\":\"1}\"}}"), CALLS),
                row("no index and two calls", "call(f,{}) call(g,{})", call("{\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
                        call("{\"id\":\"c2\",\"function\":{\"name\":\"g\",\"arguments\":\"{\"}}"), call("{\"function\":{\"arguments\":\"}\"}}"), CALLS),
                row("neither index nor id, the same tool twice", "call(f,{\"q\":1}) call(f,{\"q\":2})",
                        call("{\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":1}\"}}"),
                        call("{\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":2}\"}}"), CALLS),
                row("an index that is text", "call(f,{})", call("{\"index\":\"0\",\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
                        call(more("\"0\"", "}")), CALLS),
                row("indices from one", "call(f,{}) call(g,{})", call(first(1, "c1", "f")), call(first(2, "c2", "g")), CALLS),
                row("one index for all calls, other ids", "call(f,{}) call(g,{})", call(first(0, "c1", "f")), call(more("0", "{}")),
                        call(first(0, "c2", "g")), call(more("0", "{}")), CALLS),
                row("one index for all calls, other names", "call(f,{}) call(g,{})", call("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
                        call("{\"index\":0,\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"), CALLS),
                row("id, type and name in every piece", "call(f,{\"q\":1})", call(first(0, "c1", "f")),
                        call("{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\":\"}}"),
                        call("{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"1}\"}}"), CALLS),
                row("a name that is empty later", "call(f,{})", call(first(0, "c1", "f")),
                        call("{\"index\":0,\"id\":\"\",\"function\":{\"name\":\"\",\"arguments\":\"{}\"}}"), CALLS),
                row("a name after the first arguments", "call(f,{})", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"arguments\":\"{\"}}"),
                        call("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"}\"}}"), CALLS),
                row("pieces of two calls in turns", "call(f,{\"q\":1}) call(g,{\"q\":2})", call(first(0, "c1", "f")), call(first(1, "c2", "g")),
                        call(more("0", "{\\\"q\\\":")), call(more("1", "{\\\"q\\\":")), call(more("1", "2}")), call(more("0", "1}")), CALLS),
                row("arguments that are an object", "call(f,{\"q\":[1]})", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":{\"q\":[1]}}}"), CALLS),
                row("arguments that are null", "call(f,{})", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":null}}"), CALLS),
                row("no arguments", "call(f,{})", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\"}}"), CALLS),
                row("the old form of a call", "call(f,{})", chunk("{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}", null),
                        chunk("{\"function_call\":{\"arguments\":\"{}\"}}", null), chunk("{}", "function_call")),
                row("text after a call", "text(a) text(b) call(f,{})", say("a"), call(first(0, "c1", "f")), say("b"), CALLS),
                row("a custom tool", "call(f,free text)", call("{\"index\":0,\"id\":\"c1\",\"type\":\"custom\",\"custom\":{\"name\":\"f\",\"input\":\"free \"}}"),
                        call("{\"index\":0,\"custom\":{\"input\":\"text\"}}"), CALLS));
    }

    private static Arguments row(String what, String told, String... frames) {
        return Arguments.of(what, told, frames);
    }

    private static String first(int index, String id, String name) {
        return "{\"index\":" + index + ",\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + name + "\",\"arguments\":\"\"}}";
    }

    private static String more(String index, String arguments) {
        return "{\"index\":" + index + ",\"function\":{\"arguments\":\"" + arguments + "\"}}";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostsAndWhatTheySay")
    void understands(String what, String told, String[] frames) {
        Heard heard = Heard.stream(frames);
        assertThat(heard.told()).isEqualTo(told);
        boolean calls = told.contains("call(");
        assertThat(heard.finished().reason().kind()).isEqualTo(calls ? StopReason.Kind.TOOL_CALLS : StopReason.Kind.END);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                row("nothing at all", "CUT"),
                row("only numbers", "CUT", USAGE, DONE),
                row("no finish reason", "CUT", ROLE, say("a")),
                row("[DONE] without a finish reason", "CUT", ROLE, say("a"), DONE),
                row("a cut after content that followed a finish reason", "CUT", say("a"), STOP, say("b")),
                row("an event that is no JSON", "PROTOCOL", ROLE, "{\"choices\":[{\"delta\":{\"content\":\"x"),
                row("an event that is an array", "PROTOCOL", "[]"),
                row("a call without a name", "PROTOCOL", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"arguments\":\"{}\"}}"), CALLS),
                row("arguments of nobody", "PROTOCOL", call("{\"function\":{\"arguments\":\"{}\"}}"), CALLS),
                row("arguments of one of two", "PROTOCOL", call("{\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
                        call("{\"id\":\"c2\",\"function\":{\"name\":\"g\",\"arguments\":\"{\"}}"), call("{\"function\":{\"arguments\":\"}\"}}"), CALLS),
                row("arguments that are no JSON", "PROTOCOL", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\": \\\"ab\"}}"), CALLS),
                row("arguments that are a list", "PROTOCOL", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"[1]\"}}"), CALLS),
                row("two objects as arguments", "PROTOCOL", call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}{}\"}}"), CALLS),
                row("an error object", "OVERLOADED", ROLE, say("a"), "{\"error\":{\"message\":\"full\",\"type\":\"overloaded\",\"code\":null}}"),
                row("an error that is text", "SERVER_ERROR", ROLE, "{\"error\":\"gone\"}"),
                row("an error beside a choice", "SERVER_ERROR", say("a"), "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},"
                        + "\"finish_reason\":\"error\"}],\"error\":{\"code\":502,\"message\":\"gone\"}}", DONE),
                row("an error without its frame", "INVALID_REQUEST", "{\"object\":\"error\",\"message\":\"bad\",\"code\":400}"),
                row("a finish reason that says error", "SERVER_ERROR", say("a"), chunk("{}", "error"), DONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void failsAt(String what, String kind, String[] frames) {
        Heard heard = Heard.stream(frames);
        assertThat(heard.failure()).map(failure -> failure.kind().name()).contains(kind);
        assertThat(heard.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream.text.json", "stream.tool_calls.json"})
    void aCutBeforeTheFinishReasonFails(String name) {
        String[] frames = golden(name);
        for (int i = 0; i < frames.length; i++) {
            boolean finished = i + 2 >= frames.length;
            String[] some = java.util.Arrays.copyOf(frames, i + (finished ? 1 : 0));
            assertThat(Heard.stream(some).failure().isEmpty()).as("after %d frames", some.length).isEqualTo(finished);
        }
    }

    @Test
    void wholeAndStreamedAnswersAreTheSame() {
        Heard streamed = Heard.stream(golden("stream.tool_calls.json"));
        Heard whole = Heard.whole(golden("response.tool_calls.json")[0]);
        assertThat(whole.blocks()).isEqualTo(streamed.blocks());
        assertThat(whole.finished()).isEqualTo(streamed.finished());
        assertThat(Heard.whole(golden("response.text.json")[0]).told()).isEqualTo(Heard.stream(golden("stream.text.json")).told());
    }

    @Test
    void readsNumbersWithTheCachedPart() {
        Usage usage = Heard.stream(golden("stream.text.json")).finished().usage();
        assertThat(usage.input()).isEqualTo(40);
        assertThat(usage.cacheRead()).isEqualTo(20);
        assertThat(usage.output()).isEqualTo(30);
        assertThat(usage.reasoning()).isEqualTo(12);
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                Arguments.of("cache writes", "{\"prompt_tokens\":20,\"completion_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":5,"
                        + "\"cache_write_tokens\":3}}", 12, 5, 3, 7),
                Arguments.of("a cache hit beside the prompt", "{\"prompt_tokens\":20,\"completion_tokens\":7,\"prompt_cache_hit_tokens\":5}", 15, 5, 0, 7),
                Arguments.of("reasoning counted beside the answer", "{\"prompt_tokens\":20,\"completion_tokens\":7,\"total_tokens\":30,"
                        + "\"completion_tokens_details\":{\"reasoning_tokens\":3}}", 20, 0, 0, 10),
                Arguments.of("more cached than sent", "{\"prompt_tokens\":2,\"completion_tokens\":1,\"prompt_tokens_details\":{\"cached_tokens\":5}}", 0, 5, 0, 1),
                Arguments.of("nulls", "{\"prompt_tokens\":null,\"completion_tokens\":1,\"prompt_tokens_details\":null}", 0, 0, 0, 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("numbers")
    void counts(String what, String json, long input, long read, long write, long output) {
        Usage usage = Heard.stream(say("a"), STOP, "{\"choices\":[],\"usage\":" + json + "}").finished().usage();
        assertThat(List.of(usage.input(), usage.cacheRead(), usage.cacheWrite(), usage.output())).containsExactly(input, read, write, output);
    }

    @Test
    void endsAtDoneWithoutWaitingForTheSocketAndHearsNothingAfterIt() {
        Heard heard = new Heard().feed(say("a"), STOP, USAGE, DONE);
        assertThat(heard.finished().usage().output()).isEqualTo(7);
        int told = heard.events.size();
        heard.feed(say("too late"), DONE).decoder.broken(Failure.cut("gone"));
        assertThat(heard.events).hasSize(told);
    }

    @Test
    void aBrokenConnectionAfterTheFinishReasonIsNoFailure() {
        Heard heard = new Heard().feed(say("a"), STOP);
        heard.decoder.broken(Failure.cut("gone"));
        assertThat(heard.failure()).isEmpty();
        Heard cut = new Heard().feed(say("a"));
        cut.decoder.broken(Failure.cut("gone"));
        assertThat(cut.failure()).contains(Failure.cut("gone"));
    }

    static Stream<Arguments> reasons() {
        return Stream.of(Arguments.of("stop", StopReason.Kind.END), Arguments.of("length", StopReason.Kind.MAX_TOKENS),
                Arguments.of("content_filter", StopReason.Kind.REFUSAL), Arguments.of("mood", StopReason.Kind.UNKNOWN),
                Arguments.of("tool_calls", StopReason.Kind.END));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void readsWhyTheAnswerOfTextEnded(String word, StopReason.Kind kind) {
        assertThat(Heard.stream(say("a"), chunk("{}", word)).finished().reason()).isEqualTo(StopReason.of(kind, word));
    }

    @Test
    void anEmptyFinishReasonEndsATurnOfWholeCallsAndNothingElse() {
        String whole = call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}");
        assertThat(Heard.stream(whole, chunk("{}", ""), DONE).finished().reason().kind()).isEqualTo(StopReason.Kind.TOOL_CALLS);
        assertThat(Heard.stream(whole, chunk("{}", "")).failure()).isPresent();
        assertThat(Heard.stream(say("a"), chunk("{}", ""), DONE).failure()).isPresent();
    }

    @Test
    void aCallCutByTheTokenLimitIsGivenUp() {
        Heard heard = Heard.stream(say("a"), call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"q\\\": \\\"Ro\"}}"),
                chunk("{}", "length"), DONE);
        assertThat(heard.told()).isEqualTo("text(a)");
        assertThat(heard.finished().reason().kind()).isEqualTo(StopReason.Kind.MAX_TOKENS);
    }

    @Test
    void aCallWithoutAnIdGetsOneAndARepeatedIdIsNotUsedTwice() {
        Heard heard = Heard.stream(call("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
                call("{\"index\":1,\"id\":\"same\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"),
                call("{\"index\":2,\"id\":\"same\",\"function\":{\"name\":\"h\",\"arguments\":\"{}\"}}"), CALLS);
        assertThat(heard.calls()).extracting(ToolCall::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-zA-Z0-9_-]{1,40}"));
        assertThat(heard.calls().get(1).id()).isEqualTo("same");
    }

    @Test
    void noCallIsClosedBeforeTheAnswerEnds() {
        Heard heard = new Heard().feed(call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"), CALLS);
        assertThat(heard.blocks()).isEmpty();
        assertThat(heard.events).hasAtLeastOneElementOfType(Event.ArgumentsDelta.class);
        heard.decoder.end();
        assertThat(heard.calls()).hasSize(1);
    }

    @Test
    void aRefusalIsShownAsTextAndTold() {
        Heard heard = Heard.stream(chunk("{\"refusal\":\"I \"}", null), chunk("{\"refusal\":\"won't.\"}", null), STOP);
        assertThat(heard.told()).isEqualTo("text(I won't.)");
        assertThat(heard.finished().reason().kind()).isEqualTo(StopReason.Kind.REFUSAL);
    }

    @Test
    void sourcesGoToTheTextTheyStandIn() {
        String annotation = "{\"type\":\"url_citation\",\"url_citation\":{\"start_index\":%d,\"end_index\":%d,\"url\":\"https://a.example\",\"title\":\"A\"}}";
        Heard heard = Heard.stream(say("😀 \u6771\u4eac\u30bf"), chunk("{\"annotations\":[" + annotation.formatted(2, 4) + "]}", null),
                chunk("{\"annotations\":[" + annotation.formatted(2, 4) + "]}", null), STOP);
        List<Citation> citations = ((Text) heard.blocks().get(0)).citations();
        assertThat(citations).hasSize(1);
        assertThat(citations.get(0).range()).contains(new Citation.Range(2, 4));
        assertThat(citations.get(0).url()).contains("https://a.example");
    }

    @Test
    void offsetsInUtf16UnitsAreUnderstoodWhereCodePointsDoNotFit() {
        String text = "😀😀 abc";
        Heard heard = Heard.stream(say(text), chunk("{\"annotations\":[{\"type\":\"url_citation\",\"url_citation\":{\"start_index\":5,"
                + "\"end_index\":8,\"url\":\"https://a.example\",\"title\":\"A\"}}]}", null), STOP);
        assertThat(((Text) heard.blocks().get(0)).citations().get(0).range()).contains(new Citation.Range(3, 6));
    }

    @Test
    void sourcesBesideTheChoicesAreSourcesOfTheWholeText() {
        Heard heard = Heard.stream("{\"citations\":[\"https://a.example\",\"https://b.example\"],\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}", STOP);
        assertThat(((Text) heard.blocks().get(0)).citations()).extracting(citation -> citation.url().orElseThrow())
                .containsExactly("https://a.example", "https://b.example");
    }

    @Test
    void opaqueReasoningIsKeptForItsHost() {
        Heard heard = Heard.stream(
                chunk("{\"reasoning\":\"ab\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"ab\",\"index\":0}]}", null),
                chunk("{\"reasoning\":\"c\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"c\",\"index\":0,\"signature\":\"sig\"}]}", null),
                say("x"), STOP);
        assertThat(heard.told()).isEqualTo("think(abc) text(x)");
        assertThat(heard.blocks().get(0).raw().orElseThrow().json().text()).isEqualTo("{\"reasoning\":\"abc\",\"reasoning_details\":["
                + "{\"type\":\"reasoning.text\",\"text\":\"abc\",\"index\":0,\"signature\":\"sig\"}]}");
        assertThat(new ChatWire().blocks().read(heard.blocks().get(0).raw().orElseThrow().json())).isEqualTo(heard.blocks().get(0));
    }

    @Test
    void everyFinishedBlockCanBeReadBackFromItsJson() {
        Heard heard = Heard.stream(chunk("{\"reasoning_content\":\"t\"}", null), say("a"),
                call("{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
                call("{\"index\":1,\"id\":\"c2\",\"type\":\"custom\",\"custom\":{\"name\":\"g\",\"input\":\"x\"}}"), CALLS);
        assertThat(heard.blocks()).hasSize(4).allSatisfy(block ->
                assertThat(new ChatWire().blocks().read(block.raw().orElseThrow().json())).isEqualTo(block));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "42", "{}", "{\"choices\":[]}", "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"}}]}"})
    void aWholeAnswerThatIsNoneFails(String body) {
        assertThat(Heard.whole(body).failure()).isPresent();
    }

    @Test
    void anEventNamedErrorIsOne() {
        Heard heard = new Heard();
        heard.decoder.frame(new SseFrame.Event("error", "{\"message\":\"gone\",\"code\":\"server_error\"}"));
        assertThat(heard.failure()).map(Failure::message).contains("gone");
    }
}
