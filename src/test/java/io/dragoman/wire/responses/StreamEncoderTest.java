package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Downstream.call;
import static io.dragoman.wire.responses.Downstream.citation;
import static io.dragoman.wire.responses.Downstream.end;
import static io.dragoman.wire.responses.Downstream.kinds;
import static io.dragoman.wire.responses.Downstream.result;
import static io.dragoman.wire.responses.Downstream.search;
import static io.dragoman.wire.responses.Downstream.stream;
import static io.dragoman.wire.responses.Downstream.text;
import static io.dragoman.wire.responses.Downstream.thinking;
import static io.dragoman.wire.responses.Downstream.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Aliases.ClientTool;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.StopReason.Kind;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolCall.Form;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.ReplyQuery;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StreamEncoderTest {
    private static final String URL = "https://a.example/x";

    private static void clean(StrictResponsesClient client) {
        assertThat(client.problems).isEmpty();
    }

    @Test
    void aTextHasItsWholeLifeCycle() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "abcd");
            end(reply);
        });
        clean(client);
        assertThat(client.types).containsExactly("response.created", "response.in_progress", "response.output_item.added",
                "response.content_part.added", "response.output_text.delta", "response.output_text.delta", "response.output_text.done",
                "response.content_part.done", "response.output_item.done", "response.completed");
        assertThat(client.response.path("id").asText()).isEqualTo("resp_abc123");
        assertThat(client.response.path("model").asText()).isEqualTo("claude-real");
        assertThat(client.response.path("created_at").asLong()).isEqualTo(1_800_000_000L);
        assertThat(client.response.path("usage")).isEqualTo(Upstream.json("{'input_tokens':20,'input_tokens_details':{'cached_tokens':5,"
                + "'cache_write_tokens':3},'output_tokens':7,'output_tokens_details':{'reasoning_tokens':2},'total_tokens':27}"));
    }

    @Test
    void textsThatFollowOneAnotherArePartsOfOneMessage() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "one ");
            text(reply, "two");
            call(reply, "toolu_1", "look_up", "{\"q\":1}");
            text(reply, "three");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("message", "function_call", "message");
        assertThat(client.items().get(0).path("content")).hasSize(2);
        assertThat(client.response.path("status").asText()).isEqualTo("completed");
    }

    @Test
    void anEmptyTextIsNoPart() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "");
            end(reply);
        });
        clean(client);
        assertThat(client.response.path("output")).isEmpty();
    }

    @Test
    void callsMayInterleave() {
        StrictResponsesClient client = stream(reply -> {
            ReplyEvents.OpenBlock one = reply.open(ToolCall.of("call_1", "a", ""));
            ReplyEvents.OpenBlock two = reply.open(ToolCall.of("call_2", "b", ""));
            one.arguments("{\"q\"");
            two.arguments("{\"z\"");
            one.arguments(":1}");
            two.arguments(":2}");
            two.finish(text -> ToolCall.of("call_2", "b", text));
            one.finish(text -> ToolCall.of("call_1", "a", text));
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(client.items().get(0).path("arguments").asText()).isEqualTo("{\"q\":1}");
        assertThat(client.items().get(1).path("arguments").asText()).isEqualTo("{\"z\":2}");
    }

    @Test
    void aCallWithoutArgumentsHasAnEmptyObject() {
        StrictResponsesClient client = stream(reply -> {
            call(reply, "toolu_1", "look_up", "");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(client.items().get(0).path("arguments").asText()).isEqualTo("{}");
    }

    @Test
    void aCallThatWasCutIsNeverDone() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "so");
            ReplyEvents.OpenBlock block = reply.open(ToolCall.of("call_1", "a", ""));
            block.arguments("{\"q\"");
            block.drop();
            end(reply, Kind.MAX_TOKENS);
        });
        clean(client);
        assertThat(client.response.path("incomplete_details").path("reason").asText()).isEqualTo("max_output_tokens");
        assertThat(client.response.path("output")).hasSize(1);
        assertThat(client.types).doesNotContain("response.function_call_arguments.done");
    }

    static Stream<Arguments> endings() {
        return Stream.of(arguments(Kind.END, "completed", ""), arguments(Kind.STOP_SEQUENCE, "completed", ""),
                arguments(Kind.MAX_TOKENS, "incomplete", "max_output_tokens"), arguments(Kind.CONTEXT_WINDOW, "incomplete", "max_output_tokens"),
                arguments(Kind.REFUSAL, "incomplete", "content_filter"), arguments(Kind.PAUSE, "incomplete", "pause"),
                arguments(Kind.UNKNOWN, "incomplete", "unknown"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void onlyACleanEndIsCompleted(Kind kind, String status, String reason) {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "x");
            end(reply, kind);
        });
        clean(client);
        assertThat(client.response.path("status").asText()).isEqualTo(status);
        assertThat(client.response.path("incomplete_details").path("reason").asText("")).isEqualTo(reason);
        assertThat(client.items().get(0).path("status").asText()).isEqualTo(status);
    }

    static Stream<Arguments> failures() {
        return Stream.of(arguments(Failure.Kind.CUT, "server_error"), arguments(Failure.Kind.PROTOCOL, "server_error"),
                arguments(Failure.Kind.SERVER_ERROR, "server_error"), arguments(Failure.Kind.TIMEOUT, "server_error"),
                arguments(Failure.Kind.OVERLOADED, "server_is_overloaded"), arguments(Failure.Kind.CONTEXT_OVERFLOW, "context_length_exceeded"),
                arguments(Failure.Kind.RATE_LIMITED, "rate_limit_exceeded"), arguments(Failure.Kind.QUOTA, "insufficient_quota"),
                arguments(Failure.Kind.INVALID_REQUEST, "invalid_prompt"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void aFailureEndsTheSameResponse(Failure.Kind kind, String code) {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "whole");
            ReplyEvents.OpenBlock block = reply.open(Text.of(""));
            block.text("half");
            reply.failed(Failure.of(kind, 500, "It broke."));
        });
        clean(client);
        assertThat(client.response.path("status").asText()).isEqualTo("failed");
        assertThat(client.response.path("error")).isEqualTo(Upstream.json("{'code':'" + code + "','message':'It broke.'}"));
    }

    @Test
    void aKeepAliveOpensTheResponseOnceAndThenRepeatsItself() {
        StreamEncoder encoder = new StreamEncoder(Downstream.context());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        encoder.keepAlive(out);
        encoder.keepAlive(out);
        List<Event> events = Downstream.events(reply -> {
            text(reply, "hello");
            end(reply);
        });
        events.subList(0, 3).forEach(event -> encoder.event(event, out));
        encoder.keepAlive(out);
        encoder.event(new Event.Started("again", "other", Usage.NONE), out);
        events.subList(3, events.size()).forEach(event -> encoder.event(event, out));
        encoder.keepAlive(out);
        StrictResponsesClient client = StrictResponsesClient.read(out.toByteArray());
        clean(client);
        assertThat(client.types.stream().filter("response.in_progress"::equals)).hasSize(3);
        assertThat(client.types.get(client.types.size() - 1)).isEqualTo("response.completed");
    }

    @Test
    void nothingIsWrittenBeforeTheFirstBlock() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new StreamEncoder(Downstream.context()).event(new Event.Started("id", "m", Usage.NONE), out);
        assertThat(out.size()).isZero();
    }

    @Test
    void theRequestsSettingsComeBack() {
        Conversation request = new ResponsesWire().decode(("{\"model\":\"m\",\"input\":\"x\",\"temperature\":0.10,\"store\":false,"
                + "\"metadata\":{\"a\":\"b\"}}").getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT);
        byte[] stream = Downstream.encode(new StreamEncoder(Downstream.context(Aliases.NONE, request)), Downstream.events(Downstream::end));
        assertThat(new String(stream, StandardCharsets.UTF_8)).contains("\"temperature\":0.10");
        JsonNode response = StrictResponsesClient.read(stream).response;
        assertThat(response.path("store").isBoolean()).isTrue();
        assertThat(response.path("metadata").path("a").asText()).isEqualTo("b");
        assertThat(response.path("tools").isArray()).isTrue();
        assertThat(response.path("tool_choice").asText()).isEqualTo("auto");
    }

    // ------------------------------------------------------------------------------------------------------------- thinking, carriers

    @Test
    void signedThinkingIsReasoningWithItsWayBack() {
        StrictResponsesClient client = stream(reply -> {
            thinking(reply, "hm", "SIG");
            reply.whole(new RedactedThinking("DATA", Optional.empty(), Downstream.raw("{'type':'redacted_thinking','data':'DATA'}")));
            text(reply, "ok");
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("reasoning", "carrier", "message");
        assertThat(client.items().get(0).path("summary").get(0).path("text").asText()).isEqualTo("hm");
        assertThat(client.items().get(0).path("encrypted_content").asText()).contains("SIG");
        assertThat(client.items().get(1).path("encrypted_content").asText()).contains("DATA");
        assertThat(client.types.indexOf("response.reasoning_summary_part.added"))
                .isLessThan(client.types.indexOf("response.reasoning_summary_text.delta"));
    }

    @Test
    void thinkingThatNobodySignedHasNoWayBack() {
        StrictResponsesClient client = stream(reply -> {
            reply.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()))
                    .finish(text -> new Thinking("plain", Optional.empty(), Optional.empty(), Optional.empty()));
            end(reply);
        });
        clean(client);
        assertThat(client.items().get(0).has("encrypted_content")).isFalse();
        assertThat(client.items().get(0).path("summary").get(0).path("text").asText()).isEqualTo("plain");
    }

    @Test
    void aSearchIsShownAndCarriedBeforeWhatItBelongsTo() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "Before. ");
            search(reply, "srvtoolu_1", "q", URL);
            text(reply, "After.", citation(URL));
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("message", "web_search_call", "carrier", "message", "carrier");
        JsonNode search = client.items().get(1);
        assertThat(search.path("id").asText()).startsWith("ws_");
        assertThat(search.path("status").asText()).isEqualTo("completed");
        assertThat(search.path("action")).isEqualTo(Upstream.json("{'type':'search','query':'q','queries':['q'],'sources':[{'type':'url','url':'"
                + URL + "'}]}"));
        assertThat(search.path("anthropic_blocks").path("use").path("id").asText()).isEqualTo("srvtoolu_1");
        assertThat(search.path("anthropic_blocks").path("result").path("type").asText()).isEqualTo("web_search_tool_result");
        assertThat(client.items().get(2).path("encrypted_content").asText()).contains("server_tool_use").contains("encrypted_content");
        assertThat(client.items().get(4).path("encrypted_content").asText()).contains("After.");
        assertThat(client.items().get(3).path("content").get(0).path("annotations").get(0)).isEqualTo(Upstream.json(
                "{'type':'url_citation','start_index':0,'end_index':6,'url':'" + URL + "','title':'Title'}"));
        assertThat(client.response.path("output")).hasSize(5);
    }

    @Test
    void citedTextsTravelWithTheRunThatFollowsThem() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "snow", citation(URL));
            text(reply, " and ");
            use(reply, "srvtoolu_2", "web_fetch", "{'url':'" + URL + "'}");
            result(reply, "srvtoolu_2", "web_fetch_tool_result", "{'type':'web_fetch_result','url':'" + URL + "'}");
            call(reply, "toolu_1", "n", "{}");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("message", "web_search_call", "carrier", "function_call");
        assertThat(client.items().get(1).path("action")).isEqualTo(Upstream.json("{'type':'open_page','url':'" + URL + "'}"));
        String token = client.items().get(2).path("encrypted_content").asText();
        assertThat(token.indexOf("snow")).isLessThan(token.indexOf("server_tool_use")).isNotNegative();
    }

    @Test
    void otherServerToolsAreCarriedOnlyAndBreakTheMessage() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "one");
            use(reply, "srvtoolu_3", "code_execution", "{'code':'1'}");
            result(reply, "srvtoolu_3", "code_execution_tool_result", "{'type':'code_execution_result'}");
            text(reply, "two");
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("message", "carrier", "message");
    }

    @Test
    void aRunStaysBeforeTheThinkingThatFollowsIt() {
        StrictResponsesClient client = stream(reply -> {
            search(reply, "srvtoolu_1", "q", URL);
            thinking(reply, "hm", "SIG");
            text(reply, "ok");
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("web_search_call", "carrier", "reasoning", "message");
    }

    @Test
    void aSearchWithoutResultIsCarriedBeforeTheCallBesideIt() {
        StrictResponsesClient client = stream(reply -> {
            use(reply, "srvtoolu_1", "web_search", "{'query':'q'}");
            call(reply, "toolu_1", "n", "{}");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("carrier", "function_call");
    }

    @Test
    void aFailedSearchSaysSo() {
        StrictResponsesClient client = stream(reply -> {
            use(reply, "srvtoolu_1", "web_search", "{'query':'q'}");
            result(reply, "srvtoolu_1", "web_search_tool_result", "{'type':'web_search_tool_result_error','error_code':'unavailable'}");
            text(reply, "No.");
            end(reply);
        });
        clean(client);
        assertThat(client.items().get(0).path("status").asText()).isEqualTo("failed");
        assertThat(client.types).doesNotContain("response.web_search_call.completed");
    }

    @Test
    void aRunWithNothingBehindItComesLast() {
        StrictResponsesClient client = stream(reply -> {
            search(reply, "srvtoolu_1", "q", URL);
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("web_search_call", "carrier");
    }

    @Test
    void aBlockOfAnotherWireThatNobodyKnowsIsCarried() {
        StrictResponsesClient client = stream(reply -> {
            reply.whole(new Opaque("container_upload", Downstream.raw("{'type':'container_upload','file_id':'f'}").orElseThrow()));
            text(reply, "ok");
            end(reply);
        });
        clean(client);
        assertThat(kinds(client)).containsExactly("carrier", "message");
    }

    @Test
    void rangesCountCodePoints() {
        StrictResponsesClient client = stream(reply -> {
            text(reply, "\uD83E\uDDED\uD83E\uDDED Ziel: ");
            text(reply, "橋\uD83D\uDE00Brücke", citation(URL));
            end(reply);
        });
        clean(client);
        JsonNode part = client.items().get(0).path("content").get(1);
        assertThat(part.path("annotations").get(0).path("end_index").asInt()).isEqualTo(8);
    }

    // ------------------------------------------------------------------------------------------------------------- tools of the client

    @Test
    void aFreeTextToolGetsItsTextBack() {
        String patch = "*** Begin \"Patch\"\n\\ t\u00e4b\t\uD83D\uDE00 end";
        String arguments = Json.of(Upstream.object().put("input", patch)).text();
        ReplyContext context = Downstream.context(new Aliases(Map.of("apply_patch", new ClientTool("apply_patch", "", Form.TEXT))));
        StrictResponsesClient client = stream(context, reply -> {
            call(reply, "toolu_1", "apply_patch", arguments);
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(client.items().get(0).path("type").asText()).isEqualTo("custom_tool_call");
        assertThat(client.items().get(0).path("id").asText()).startsWith("ctc_");
        assertThat(client.items().get(0).path("input").asText()).isEqualTo(patch);
        assertThat(client.types.stream().filter("response.custom_tool_call_input.delta"::equals).count()).isGreaterThan(3);
        assertThat(client.types).noneMatch(type -> type.startsWith("response.function_call"));
    }

    @Test
    void aToolOfAGroupHasItsNamespaceBack() {
        ReplyContext context = Downstream.context(new Aliases(Map.of("functions__exec", new ClientTool("exec", "functions", Form.JSON))));
        StrictResponsesClient client = stream(context, reply -> {
            call(reply, "toolu_1", "functions__exec", "{}");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(client.items().get(0).path("name").asText()).isEqualTo("exec");
        assertThat(client.items().get(0).path("namespace").asText()).isEqualTo("functions");
    }

    @Test
    void aToolSearchOfTheClientIsItsOwnKindOfItem() {
        Conversation request = new ResponsesWire().decode(("{\"model\":\"m\",\"input\":\"x\",\"tools\":[{\"type\":\"tool_search\","
                + "\"execution\":\"client\",\"description\":\"d\",\"parameters\":{\"type\":\"object\"}}]}").getBytes(StandardCharsets.UTF_8),
                DecodeLimits.DEFAULT);
        StrictResponsesClient client = stream(Downstream.context(Aliases.NONE, request), reply -> {
            call(reply, "toolu_1", "tool_search", "{\"query\":\"x\"}");
            end(reply, Kind.TOOL_CALLS);
        });
        clean(client);
        assertThat(client.items().get(0).path("type").asText()).isEqualTo("tool_search_call");
        assertThat(client.items().get(0).path("arguments").path("query").asText()).isEqualTo("x");
    }

    // ------------------------------------------------------------------------------------------------------------- items of this wire

    @ParameterizedTest
    @MethodSource("goldens")
    void itemsOfThisWireStayAsTheyWere(String golden) {
        JsonNode events = Golden.responses(golden);
        StreamEncoder encoder = new StreamEncoder(Downstream.context());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReplyDecoder decoder = new ReplyDecoder(ReplyQuery.NONE, event -> encoder.event(event, out));
        events.forEach(event -> decoder.frame(new io.dragoman.wire.sse.SseFrame.Event(event.path("type").asText(), event.toString())));
        decoder.end();
        StrictResponsesClient client = StrictResponsesClient.read(out.toByteArray());
        clean(client);
        JsonNode last = events.get(events.size() - 1).path("response");
        assertThat(client.response.path("status")).isEqualTo(last.path("status"));
        assertThat(client.response.path("usage")).isEqualTo(last.path("usage"));
        assertThat(client.items()).hasSize(last.path("output").size());
        for (int i = 0; i < client.items().size(); i++) {
            JsonNode item = client.items().get(i);
            JsonNode original = last.path("output").get(i);
            if (item.path("type").asText().equals("message")) {
                assertThat(item.path("content")).isEqualTo(original.path("content"));
            } else {
                assertThat(item).isEqualTo(original);
            }
        }
    }

    static Stream<String> goldens() {
        return Stream.of("stream.text", "stream.reasoning_function_call", "stream.custom_tool", "stream.web_search");
    }

    @Test
    void aRefusalPartStaysOne() {
        JsonNode item = Upstream.json("{'id':'msg_1','type':'message','role':'assistant','content':[{'type':'refusal','refusal':'No.'}]}");
        StreamEncoder encoder = new StreamEncoder(Downstream.context());
        byte[] stream = Downstream.encode(encoder, new Upstream().created().openMessage(0, "msg_1").event("response.refusal.delta",
                Upstream.object().put("item_id", "msg_1").put("output_index", 0).put("delta", "No.")).done(0, item).completed(item).decode().events);
        StrictResponsesClient client = StrictResponsesClient.read(stream);
        clean(client);
        assertThat(client.response.path("status").asText()).isEqualTo("completed");
        assertThat(client.items().get(0).path("content").get(0).path("type").asText()).isEqualTo("refusal");
    }

    // ------------------------------------------------------------------------------------------------------------- whole replies

    @Property(tries = 300)
    void aWholeReplyIsWhatTheStreamAmountsTo(@ForAll @Size(max = 7) List<Step> steps, @ForAll Kind kind) {
        Consumer<ReplyEvents> told = reply -> {
            for (int i = 0; i < steps.size(); i++) {
                tell(reply, steps.get(i), i);
            }
            end(reply, kind);
        };
        StrictResponsesClient client = stream(told);
        clean(client);
        assertThat(Downstream.whole(Downstream.context(), told)).isEqualTo(client.response);
    }

    private enum Step { TEXT, CITED, EMPTY, CALL, THINKING, SEARCH, CODE, REDACTED, LONE_USE }

    private static void tell(ReplyEvents reply, Step step, int number) {
        switch (step) {
            case TEXT -> text(reply, "text " + number);
            case CITED -> text(reply, "cited " + number, citation(URL));
            case EMPTY -> text(reply, "");
            case CALL -> call(reply, "toolu_" + number, "n", "{\"a\":[1,2]}");
            case THINKING -> thinking(reply, "hm " + number, "SIG" + number);
            case SEARCH -> search(reply, "srvtoolu_" + number, "q", URL);
            case CODE -> {
                use(reply, "srvtoolu_" + number, "code_execution", "{}");
                result(reply, "srvtoolu_" + number, "code_execution_tool_result", "{}");
            }
            case REDACTED -> reply.whole(new RedactedThinking("D", Optional.empty(), Downstream.raw("{'type':'redacted_thinking'}")));
            case LONE_USE -> use(reply, "srvtoolu_" + number, "web_search", "{}");
        }
    }

    @Property
    void anyCutOfWrappedArgumentsGivesTheText(@ForAll String text, @ForAll @Size(max = 6) List<Integer> cuts) {
        String value = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        String arguments = Json.of(Upstream.object().put("input", value)).text();
        InputText input = new InputText();
        StringBuilder got = new StringBuilder();
        int at = 0;
        for (int cut : cuts) {
            int to = Math.min(arguments.length(), at + Math.floorMod(cut, 7));
            got.append(input.next(arguments.substring(at, to)));
            at = to;
        }
        got.append(input.next(arguments.substring(at))).append(input.rest(arguments));
        assertThat(got).hasToString(value);
    }

    @Test
    void argumentsOfAnotherShapeAreTheTextThemselves() {
        InputText input = new InputText();
        assertThat(input.next("{\"patch\":\"x\"}")).isEmpty();
        assertThat(input.rest("{\"patch\":\"x\"}")).isEqualTo("{\"patch\":\"x\"}");
        InputText late = new InputText();
        assertThat(late.next("{\"why\":1,\"input\":\"x\"}") + late.rest("{\"why\":1,\"input\":\"x\"}")).isEqualTo("x");
    }

    @Test
    void aTextDeltaAllocatesLittle() {
        List<Event> events = Downstream.events(reply -> reply.open(Text.of("")).text("warm up"));
        StreamEncoder encoder = new StreamEncoder(Downstream.context());
        ByteArrayOutputStream out = new ByteArrayOutputStream(8 << 20);
        events.forEach(event -> encoder.event(event, out));
        Event delta = new Event.TextDelta(0, "a word of the answer");
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            out.reset();
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 2_000; i++) {
                encoder.event(delta, out);
            }
            best = Math.min(best, (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before) / 2_000);
        }
        assertThat(best).isLessThan(2_048);
    }
}
