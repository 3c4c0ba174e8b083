package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Upstream.callItem;
import static io.dragoman.wire.responses.Upstream.cite;
import static io.dragoman.wire.responses.Upstream.json;
import static io.dragoman.wire.responses.Upstream.messageItem;
import static io.dragoman.wire.responses.Upstream.object;
import static io.dragoman.wire.responses.Upstream.search;
import static io.dragoman.wire.responses.Upstream.searchItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyDecoderTest {
    private static final String A = "https://a.example/x";
    private static final String B = "https://b.example/y";

    static Stream<Arguments> endings() {
        return Stream.of(
                arguments("completed says completed", "completed", "completed", "{}", "END"),
                arguments("completed without a status", "completed", "", "{}", "END"),
                arguments("completed says failed", "completed", "failed", "{'error':{'code':'server_error','message':'m'}}",
                        "failed SERVER_ERROR"),
                arguments("completed says cancelled", "completed", "cancelled", "{}", "failed SERVER_ERROR"),
                arguments("completed with an error", "completed", "completed", "{'error':{'code':'server_error','message':'m'}}",
                        "failed SERVER_ERROR"),
                arguments("completed says incomplete", "completed", "incomplete",
                        "{'incomplete_details':{'reason':'max_output_tokens'}}", "failed PROTOCOL"),
                arguments("completed says in_progress", "completed", "in_progress", "{}", "failed PROTOCOL"),
                arguments("completed says queued", "completed", "queued", "{}", "failed PROTOCOL"),
                arguments("completed says something new", "completed", "paused", "{}", "failed PROTOCOL"),
                arguments("incomplete by the token limit", "incomplete", "incomplete",
                        "{'incomplete_details':{'reason':'max_output_tokens'}}", "MAX_TOKENS"),
                arguments("incomplete by the filter", "incomplete", "incomplete", "{'incomplete_details':{'reason':'content_filter'}}",
                        "REFUSAL"),
                arguments("incomplete without a reason", "incomplete", "incomplete", "{}", "MAX_TOKENS"),
                arguments("incomplete for a reason nobody knows", "incomplete", "incomplete",
                        "{'incomplete_details':{'reason':'steered'}}", "UNKNOWN"),
                arguments("incomplete says completed", "incomplete", "completed", "{}", "failed PROTOCOL"),
                arguments("incomplete without a status", "incomplete", "", "{}", "MAX_TOKENS"),
                arguments("failed says completed", "failed", "completed", "{}", "failed SERVER_ERROR"),
                arguments("failed without an error", "failed", "failed", "{}", "failed SERVER_ERROR"),
                arguments("failed by overload", "failed", "failed", "{'error':{'code':'server_is_overloaded','message':'m'}}",
                        "failed OVERLOADED"),
                arguments("failed by the context", "failed", "failed", "{'error':{'code':'context_length_exceeded','message':'m'}}",
                        "failed CONTEXT_OVERFLOW"),
                arguments("cancelled", "cancelled", "cancelled", "{}", "failed SERVER_ERROR"),
                arguments("canceled", "canceled", "cancelled", "{}", "failed SERVER_ERROR"),
                arguments("another response id", "completed", "completed", "{'id':'resp_other'}", "failed PROTOCOL"),
                arguments("another model", "completed", "completed", "{'model':'gpt-x-2026'}", "END"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void theEndCountsOnlyWhereEventAndStatusAgree(String sentence, String type, String status, String more, String ending) {
        ObjectNode with = (ObjectNode) json(more);
        if (status.isEmpty()) {
            with.putNull("status");
        }
        Upstream up = new Upstream().created().message(0, "msg_1", "Hello");
        up.terminal(type, status, List.of(messageItem("msg_1", "Hello")), with.toString());
        assertThat(up.decode().lines()).containsExactly("text Hello", ending);
    }

    @Test
    void aFailedResponseWithoutAnErrorHasASentence() {
        assertThat(new Upstream().created().terminal("failed", "failed", List.of(), "{}").decode().failure().message()).isNotBlank();
    }

    static Stream<Arguments> namesAndTypes() {
        return Stream.of(
                arguments("generic name", "message", "response.completed", "END"),
                arguments("no name", "", "response.completed", "END"),
                arguments("name completed, type failed", "response.completed", "response.failed", "failed PROTOCOL"),
                arguments("name failed, type completed", "response.failed", "response.completed", "failed PROTOCOL"),
                arguments("name of a delta, type completed", "response.output_text.delta", "response.completed", "failed PROTOCOL"),
                arguments("type missing", "response.completed", "", "END"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("namesAndTypes")
    void theTypeInsideCountsUnlessTheEndsContradict(String sentence, String name, String type, String ending) {
        Upstream up = new Upstream().created();
        ObjectNode event = object();
        if (!type.isEmpty()) {
            event.put("type", type);
        }
        event.set("response", up.response("completed", "{}"));
        assertThat(up.frame(name, event.toString()).decode().ending()).isEqualTo(ending);
    }

    @Test
    void namesOfOtherEventsDoNotMatter() {
        Upstream up = new Upstream();
        up.created().openMessage(0, "msg_1").text(0, "msg_1", "Hi").done(0, messageItem("msg_1", "Hi")).completed();
        Upstream unnamed = new Upstream();
        up.frames.forEach(frame -> unnamed.frame("message", frame.data()));
        assertThat(unnamed.decode().lines()).containsExactly("text Hi", "END");
    }

    @Test
    void aSecondCreatedWithAnotherIdFails() {
        Upstream up = new Upstream().created().openMessage(0, "msg_1").text(0, "msg_1", "a");
        up.event("response.created", object().set("response", new Upstream("resp_2").response("in_progress", "{}")));
        Told told = up.completed().decode();
        assertThat(told.ending()).isEqualTo("failed PROTOCOL");
        assertThat(told.events.stream().filter(Event.Started.class::isInstance)).hasSize(1);
    }

    @Test
    void anIdenticalFrameIsIgnoredAndAnEarlierNumberFails() {
        Upstream up = new Upstream().created().openMessage(0, "msg_1").text(0, "msg_1", "ha");
        SseFrame.Event repeated = up.frames.get(up.frames.size() - 1);
        Upstream twice = new Upstream();
        twice.frames.addAll(up.frames);
        twice.frame(repeated.name(), repeated.data()).completed(messageItem("msg_1", "ha"));
        assertThat(twice.decode().text()).isEqualTo("ha");

        Upstream back = new Upstream();
        back.frames.addAll(up.frames);
        back.frame(repeated.name(), repeated.data().replace("\"ha\"", "\"ho\"")).completed();
        assertThat(back.decode().ending()).isEqualTo("failed PROTOCOL");
    }

    @Test
    void numbersThatNeverCountDoNotMatter() {
        Upstream up = new Upstream();
        up.created().message(0, "msg_1", "Hi").completed();
        Upstream zeros = new Upstream();
        up.frames.forEach(frame -> zeros.frame(frame.name(), frame.data().replaceFirst("\"sequence_number\":\\d+", "\"sequence_number\":0")));
        assertThat(zeros.decode().lines()).containsExactly("text Hi", "END");
    }

    @Test
    void nothingComesAfterTheEnd() {
        Upstream up = new Upstream().created().message(0, "msg_1", "Hi").completed(messageItem("msg_1", "Hi"));
        int count = up.decode().events.size();
        up.text(0, "msg_1", "late").completed().terminal("failed", "failed", List.of(), "{}");
        assertThat(up.decode().events).hasSize(count);
    }

    @Test
    void onlyStartedIsALifeCycleEvent() {
        Upstream up = new Upstream().created();
        up.event("response.in_progress", object().set("response", up.response("in_progress", "{}")));
        up.event("codex.rate_limits", object().put("limit_reached", true));
        Told told = up.decode();
        assertThat(told.events.get(0)).isInstanceOf(Event.Started.class);
        assertThat(told.events).hasSize(2);
        assertThat(told.failure().kind()).isEqualTo(Failure.Kind.CUT);
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                arguments("flat", "{'type':'error','code':'server_error','message':'boom','param':null}", "boom", Failure.Kind.SERVER_ERROR),
                arguments("nested", "{'type':'error','error':{'type':'tokens','code':'rate_limit_exceeded','message':'slow'}}", "slow",
                        Failure.Kind.RATE_LIMITED),
                arguments("without type", "{'error':{'type':'server_error','message':'bare'}}", "bare", Failure.Kind.SERVER_ERROR),
                arguments("a string", "{'type':'error','error':'plain words'}", "plain words", Failure.Kind.SERVER_ERROR),
                arguments("a null message", "{'type':'error','error':{'code':'server_is_overloaded','message':null}}",
                        "The provider failed: server_is_overloaded", Failure.Kind.OVERLOADED),
                arguments("in the response", "{'type':'error','response':{'error':{'code':'invalid_prompt','message':'no'}}}", "no",
                        Failure.Kind.INVALID_REQUEST));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("errors")
    void anErrorEventFails(String sentence, String data, String message, Failure.Kind kind) {
        Failure failure = new Upstream().created().frame("", json(data).toString()).completed().decode().failure();
        assertThat(failure.message()).isEqualTo(message);
        assertThat(failure.kind()).isEqualTo(kind);
    }

    static Stream<Arguments> items() {
        ObjectNode first = messageItem("msg_a", "A");
        ObjectNode second = messageItem("msg_b", "B");
        ObjectNode call = callItem("fc_a", "call_a", "look_up", "{\"q\":1}");
        return Stream.of(
                arguments("done out of order", up().done(1, second).done(0, first).completed(first, second), List.of("text A", "text B", "END")),
                arguments("announced out of order", up().openMessage(1, "msg_b").text(1, "msg_b", "B").openMessage(0, "msg_a")
                        .text(0, "msg_a", "A").completed(first, second), List.of("text A", "text B", "END")),
                arguments("two ids at one index", up().openMessage(0, "msg_a").openMessage(0, "msg_b"), List.of("failed PROTOCOL")),
                arguments("one id at two indices", up().openMessage(0, "msg_a").openMessage(1, "msg_a"), List.of("failed PROTOCOL")),
                arguments("type changed at done", up().openMessage(0, "msg_a").done(0, callItem("msg_a", "c", "n", "{}")),
                        List.of("failed PROTOCOL")),
                arguments("delta for another id", up().openMessage(0, "msg_a").text(0, "msg_b", "x"), List.of("failed PROTOCOL")),
                arguments("finished text is longer", up().openMessage(0, "msg_a").text(0, "msg_a", "Hel")
                        .done(0, messageItem("msg_a", "Hello")).completed(), List.of("text Hello", "END")),
                arguments("finished text is shorter", up().openMessage(0, "msg_a").text(0, "msg_a", "Hello")
                        .done(0, messageItem("msg_a", "Hel")).completed(), List.of("text Hello", "END")),
                arguments("finished text differs", up().openMessage(0, "msg_a").text(0, "msg_a", "Yes").textDone(0, "msg_a", "No"),
                        List.of("failed PROTOCOL")),
                arguments("done without deltas", up().openMessage(0, "msg_a").done(0, first).completed(first), List.of("text A", "END")),
                arguments("done without being announced", up().done(0, first).completed(first), List.of("text A", "END")),
                arguments("terminal only", up().completed(first, call), List.of("text A", "call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("terminal lacks an item", up().message(0, "msg_a", "A").message(1, "msg_b", "B").completed(second),
                        List.of("text A", "text B", "END")),
                arguments("terminal lists nothing", up().message(0, "msg_a", "A").completed(), List.of("text A", "END")),
                arguments("terminal has another item", up().message(0, "msg_a", "A").completed(second), List.of("text A", "failed PROTOCOL")),
                arguments("unkeyed deltas, keyed terminal", up().event("response.output_text.delta", object().put("delta", "A"))
                        .completed(first), List.of("text A", "END")),
                arguments("the same text twice", up().openMessage(0, "msg_a").text(0, "msg_a", "ha").text(0, "msg_a", "ha").completed(),
                        List.of("text haha", "END")),
                arguments("an older state of the part", up().openMessage(0, "msg_a").text(0, "msg_a", "Hello")
                        .event("response.content_part.done", part("msg_a", "Hel")).completed(), List.of("text Hello", "END")),
                arguments("a part without text", up().openMessage(0, "msg_a").text(0, "msg_a", "A")
                        .event("response.content_part.done", part("msg_a", "")).completed(), List.of("text A", "END")),
                arguments("text after the item was done", up().message(0, "msg_a", "A").text(0, "msg_a", "more"),
                        List.of("text A", "failed PROTOCOL")),
                arguments("announced again", up().openCall(0, "fc_a", "call_a", "look_up").arguments(0, "fc_a", "{\"q\":")
                        .openCall(0, "fc_a", "call_a", "look_up").arguments(0, "fc_a", "1}").done(0, call).completed(call),
                        List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("no output_index anywhere", up()
                        .event("response.output_item.added", object().set("item", json("{'type':'message','id':'msg_a','content':[]}")))
                        .event("response.output_text.delta", object().put("item_id", "msg_a").put("delta", "A"))
                        .event("response.output_item.done", object().set("item", first))
                        .event("response.output_item.done", object().set("item", call)).completed(first, call),
                        List.of("text A", "call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("an index that is none", up().event("response.output_text.delta",
                        object().put("item_id", "msg_a").put("output_index", -1).put("delta", "A")).completed(first),
                        List.of("text A", "END")),
                arguments("a gap at the start", up().done(1, first).completed(), List.of("text A", "END")));
    }

    private static Upstream up() {
        return new Upstream().created();
    }

    private static ObjectNode part(String id, String text) {
        return object().put("item_id", id).put("output_index", 0).put("content_index", 0)
                .set("part", object().put("type", "output_text").put("text", text));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("items")
    void anItemBelongsToItsIndex(String sentence, Upstream up, List<String> lines) {
        assertThat(up.decode().lines()).isEqualTo(lines);
    }

    static Stream<Arguments> calls() {
        ObjectNode whole = callItem("fc_a", "call_a", "look_up", "{\"q\":1}");
        Upstream open = up().openCall(0, "fc_a", "call_a", "look_up").arguments(0, "fc_a", "{\"q\"");
        return Stream.of(
                arguments("streamed", copy(open).arguments(0, "fc_a", ":1}").argumentsDone(0, "fc_a", "{\"q\":1}").done(0, whole)
                        .completed(whole), List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("empty arguments", up().openCall(0, "fc_a", "call_a", "look_up")
                        .done(0, callItem("fc_a", "call_a", "look_up", "")).completed(), List.of("call look_up {}", "TOOL_CALLS")),
                arguments("an empty end before the deltas", up().openCall(0, "fc_a", "call_a", "look_up").argumentsDone(0, "fc_a", "")
                        .arguments(0, "fc_a", "{\"q\":1}").done(0, whole).completed(whole),
                        List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("completed by its arguments only", copy(open).argumentsDone(0, "fc_a", "{\"q\":1}").completed(),
                        List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("never completed", copy(open).completed(), List.of("failed PROTOCOL")),
                arguments("no JSON", up().done(0, callItem("fc_a", "call_a", "look_up", "{\"q\"")), List.of("failed PROTOCOL")),
                arguments("a list", up().completed(callItem("fc_a", "call_a", "look_up", "[1]")), List.of("failed PROTOCOL")),
                arguments("a string", up().completed(callItem("fc_a", "call_a", "look_up", "\"x\"")), List.of("failed PROTOCOL")),
                arguments("cut by the token limit", copy(open).incomplete("max_output_tokens"), List.of("MAX_TOKENS")),
                arguments("cut, listed with half its arguments", copy(open).incomplete("max_output_tokens",
                        callItem("fc_a", "call_a", "look_up", "{\"q\"")), List.of("MAX_TOKENS")),
                arguments("cut, done as incomplete", copy(open).done(0, callItem("fc_a", "call_a", "look_up", "{\"q\"").put("status", "incomplete"))
                        .incomplete("max_output_tokens"), List.of("MAX_TOKENS")),
                arguments("whole before the limit", up().done(0, whole).incomplete("max_output_tokens", whole),
                        List.of("call look_up {\"q\":1}", "MAX_TOKENS")),
                arguments("name changed", copy(open).done(0, callItem("fc_a", "call_a", "other", "{\"q\":1}")), List.of("failed PROTOCOL")),
                arguments("call_id changed", copy(open).done(0, callItem("fc_a", "call_b", "look_up", "{\"q\":1}")),
                        List.of("failed PROTOCOL")),
                arguments("name left empty at done", copy(open).done(0, callItem("fc_a", "", "", "{\"q\":1}")).completed(),
                        List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("two calls with one call_id", up().done(0, whole).done(1, callItem("fc_b", "call_a", "look_up", "{}")),
                        List.of("call look_up {\"q\":1}", "failed PROTOCOL")),
                arguments("respelt at done", copy(open).arguments(0, "fc_a", ":1}").done(0, callItem("fc_a", "call_a", "look_up", "{ \"q\": 1 }"))
                        .completed(), List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("unkeyed deltas, one call", up().openCall(0, "fc_a", "call_a", "look_up")
                        .event("response.function_call_arguments.delta", object().put("delta", "{\"q\":1}")).done(0, whole).completed(),
                        List.of("call look_up {\"q\":1}", "TOOL_CALLS")),
                arguments("unkeyed deltas, two calls", copy(open).openCall(1, "fc_b", "call_b", "look_up")
                        .event("response.function_call_arguments.delta", object().put("delta", "x")), List.of("failed PROTOCOL")),
                arguments("a free-text tool", up().done(0, (ObjectNode) json("{'id':'ctc_1','type':'custom_tool_call','call_id':'c','name':'patch','input':'*** Begin'}"))
                        .completed(), List.of("custom patch *** Begin", "TOOL_CALLS")));
    }

    private static Upstream copy(Upstream of) {
        Upstream copy = new Upstream();
        copy.frames.addAll(of.frames);
        return copy;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void aCallEndsOnlyWhenTheProviderCompletedIt(String sentence, Upstream up, List<String> lines) {
        assertThat(up.decode().lines()).isEqualTo(lines);
    }

    @Test
    void interleavedCallsKeepTheirBytes() {
        Upstream up = up().openCall(0, "fc_a", "call_a", "one").openCall(1, "fc_b", "call_b", "two").arguments(0, "fc_a", "{\"q\":")
                .arguments(1, "fc_b", "{\"z\":").arguments(0, "fc_a", "1}").arguments(1, "fc_b", "2}")
                .done(1, callItem("fc_b", "call_b", "two", "{\"z\":2}")).done(0, callItem("fc_a", "call_a", "one", "{\"q\":1}")).completed();
        assertThat(up.decode().lines()).containsExactly("call one {\"q\":1}", "call two {\"z\":2}", "TOOL_CALLS");
    }

    @Test
    void aCallKeepsItsNamespaceAndItsItem() {
        ObjectNode item = callItem("fc_a", "call_a", "exec", "{}").put("namespace", "functions");
        ToolCall call = (ToolCall) up().done(0, item).completed().decode().blocks().get(0);
        assertThat(call.namespace()).contains("functions");
        assertThat(call.id()).isEqualTo("call_a");
        assertThat(call.raw().orElseThrow().json().tree()).isEqualTo(item);
    }

    @Test
    void aDeltaIsToldAtOnce() {
        Told told = new Told();
        ReplyDecoder decoder = new ReplyDecoder(Upstream.search(3), told);
        Upstream up = up().openMessage(0, "msg_1").text(0, "msg_1", "one ").text(0, "msg_1", "two");
        up.frames.forEach(decoder::frame);
        assertThat(told.text()).isEqualTo("one two");
    }

    @Test
    void aCharacterCutOverTwoDeltasStaysWhole() {
        Upstream up = up().openMessage(0, "msg_1");
        up.frame("", "{\"type\":\"response.output_text.delta\",\"item_id\":\"msg_1\",\"output_index\":0,\"delta\":\"ok \\ud83d\"}");
        up.frame("", "{\"type\":\"response.output_text.delta\",\"item_id\":\"msg_1\",\"output_index\":0,\"delta\":\"\\ude00 fin\"}");
        up.done(0, messageItem("msg_1", "ok \uD83D\uDE00 fin")).completed();
        assertThat(up.decode().lines()).containsExactly("text ok \uD83D\uDE00 fin", "END");
    }

    @Test
    void reasoningKeepsItsItemAndPartsItsText() {
        JsonNode item = json("{'id':'rs_1','type':'reasoning','summary':[{'type':'summary_text','text':'One.'},"
                + "{'type':'summary_text','text':'Two.'}],'encrypted_content':'CIPHER'}");
        Upstream up = up().added(0, "{'id':'rs_1','type':'reasoning','summary':[],'encrypted_content':'HALF'}");
        for (int part = 0; part < 2; part++) {
            up.event("response.reasoning_summary_text.delta", object().put("item_id", "rs_1").put("output_index", 0)
                    .put("summary_index", part).put("delta", part == 0 ? "One." : "Two."));
        }
        Thinking thinking = (Thinking) up.done(0, item).message(1, "msg_1", "ok").completed().decode().blocks().get(0);
        assertThat(thinking.text()).isEqualTo("One.\n\nTwo.");
        assertThat(thinking.signature()).contains("CIPHER");
        assertThat(thinking.raw().orElseThrow().json().tree()).isEqualTo(item);
    }

    @Test
    void reasoningWithoutTextIsRedactedAndComesBeforeTheText() {
        Upstream up = up().added(0, "{'id':'rs_1','type':'reasoning','summary':[]}").openMessage(1, "msg_1").text(1, "msg_1", "ok")
                .done(0, json("{'id':'rs_1','type':'reasoning','summary':[],'encrypted_content':'CIPHER'}"))
                .done(1, messageItem("msg_1", "ok")).completed();
        assertThat(up.decode().lines()).containsExactly("redacted CIPHER", "text ok", "END");
    }

    @Test
    void openReasoningTextIsThinking() {
        Upstream up = up().event("response.reasoning_text.delta", object().put("item_id", "rs_1").put("output_index", 0).put("delta", "raw"))
                .done(0, json("{'id':'rs_1','type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'raw thought'}]}"))
                .completed();
        assertThat(up.decode().lines()).containsExactly("thinking raw thought", "END");
    }

    @Test
    void aRefusalIsTextAndTheReason() {
        JsonNode item = json("{'id':'msg_1','type':'message','role':'assistant','content':[{'type':'refusal','refusal':'No.'}]}");
        Told told = up().openMessage(0, "msg_1").event("response.refusal.delta", object().put("item_id", "msg_1").put("output_index", 0)
                .put("delta", "No.")).done(0, item).completed(item).decode();
        assertThat(told.lines()).containsExactly("text No.", "REFUSAL");
        assertThat(((Text) told.blocks().get(0)).raw().orElseThrow().json().tree().path("type").asText()).isEqualTo("refusal");
    }

    @Test
    void usageTakesTheCachedTokensOut() {
        Event.Finished end = up().message(0, "msg_1", "x").completed().decode().finished();
        assertThat(end.usage().input()).isEqualTo(16);
        assertThat(end.usage().cacheRead()).isEqualTo(5);
        assertThat(end.usage().output()).isEqualTo(9);
        assertThat(end.usage().reasoning()).isEqualTo(4);
        assertThat(end.usage().total()).isEqualTo(30);
    }

    @Test
    void everyCutBeforeTheEndFails() {
        ObjectNode call = callItem("fc_a", "call_a", "look_up", "{\"q\":1}");
        Upstream up = up().message(0, "msg_1", "Hello").openCall(1, "fc_a", "call_a", "look_up").arguments(1, "fc_a", "{\"q\":1}")
                .argumentsDone(1, "fc_a", "{\"q\":1}").done(1, call).openSearch(2, "ws_1").done(2, search("ws_1", "q", A))
                .message(3, "msg_2", "Found").completed();
        for (int count = 0; count < up.frames.size(); count++) {
            assertThat(up.decode(ReplyQuery.NONE, count).ending()).as("%d frames", count).isEqualTo("failed CUT");
        }
        assertThat(up.decode().ending()).isEqualTo("TOOL_CALLS");
    }

    // ---------------------------------------------------------------------------------------------------------- whole documents

    private static Told whole(String body) {
        Told told = new Told();
        ReplyDecoder decoder = new ReplyDecoder(ReplyQuery.NONE, told);
        decoder.whole(body.getBytes(StandardCharsets.UTF_8));
        decoder.end();
        return told;
    }

    @Test
    void aWholeDocumentTellsTheSame() {
        ObjectNode doc = new Upstream().response("completed", "{}");
        doc.putArray("output").add(messageItem("msg_1", "Hi")).add(callItem("fc_1", "call_1", "look_up", "{\"q\":1}"));
        assertThat(whole("\uFEFF\n\n" + doc.toPrettyString()).lines()).containsExactly("text Hi", "call look_up {\"q\":1}", "TOOL_CALLS");
    }

    static Stream<Arguments> badDocuments() {
        return Stream.of(
                arguments("failed", "{'object':'response','status':'failed','error':{'code':'invalid_prompt','message':'no'},'output':[]}",
                        "INVALID_REQUEST", "no"),
                arguments("an error", "{'error':{'type':'server_error','message':'hidden'}}", "SERVER_ERROR", "hidden"),
                arguments("in progress", "{'object':'response','status':'in_progress','output':[]}", "PROTOCOL", "in_progress"),
                arguments("HTML", "<!doctype html><html>", "PROTOCOL", "no JSON"),
                arguments("nothing", "", "PROTOCOL", "empty"),
                arguments("another object", "{'object':'list','data':[]}", "PROTOCOL", "no response"),
                arguments("broken arguments",
                        "{'object':'response','status':'completed','output':[{'type':'function_call','id':'f','call_id':'c','name':'n','arguments':'{'}]}",
                        "PROTOCOL", "arguments"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badDocuments")
    void aDocumentThatIsNoAnswerFails(String sentence, String body, String kind, String word) {
        Failure failure = whole(body.replace('\'', '"')).failure();
        assertThat(failure.kind()).hasToString(kind);
        assertThat(failure.message()).contains(word);
    }

    @Test
    void eventsThatCameAsADocumentAreReadAsEvents() {
        Upstream up = up().message(0, "msg_1", "Hi").completed();
        StringBuilder body = new StringBuilder();
        up.frames.forEach(frame -> body.append("event: ").append(frame.name()).append("\ndata: ").append(frame.data()).append("\n\n"));
        assertThat(whole(body.toString()).lines()).containsExactly("text Hi", "END");
    }

    // ---------------------------------------------------------------------------------------------------------- hosted search

    static Stream<Arguments> searches() {
        ObjectNode w0 = search("ws_0", "q", A, B, A);
        return Stream.of(
                arguments("one search", up().openSearch(0, "ws_0").done(0, w0).message(1, "msg_1", "T").completed(w0, messageItem("msg_1", "T")),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "text T", "END")),
                arguments("the finished action counts", up().added(0, search("ws_0", "first").toString()).done(0, search("ws_0", "second", A))
                        .completed(), List.of("search ws_0 {\"query\":\"second\"}", "found ws_0 " + A, "END")),
                arguments("more sources at the end", up().done(0, search("ws_0", "q", A)).completed(search("ws_0", "q", A, B)),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "END")),
                arguments("an error that passed", up().added(0, search("ws_0", "q").put("status", "in_progress").put("error", "x").toString())
                        .done(0, search("ws_0", "q", A)).completed(), List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "END")),
                arguments("an invalid query", up().done(0, search("ws_0", "q").put("status", "failed")
                        .set("error", json("{'code':'invalid_search_query'}"))).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 invalid_tool_input", "END")),
                arguments("announced only, then cut", up().openSearch(0, "ws_0").incomplete("max_output_tokens"),
                        List.of("search ws_0 {}", "found ws_0 unavailable", "MAX_TOKENS")),
                arguments("no action", up().done(0, searchItem("ws_0", "")).completed(), List.of("search ws_0 {}", "found ws_0", "END")),
                arguments("a page opened", up().done(0, searchItem("ws_0", "{'type':'open_page','url':'" + A + "'}")).completed(),
                        List.of("search ws_0 {\"url\":\"" + A + "\"}", "found ws_0", "END")),
                arguments("a page without address", up().done(0, searchItem("ws_0", "{'type':'open_page','url':null}")).completed(),
                        List.of("search ws_0 {}", "found ws_0", "END")),
                arguments("words found", up().done(0, searchItem("ws_0", "{'type':'find_in_page','url':'" + A + "','pattern':'p'}")).completed(),
                        List.of("search ws_0 {\"url\":\"" + A + "\",\"pattern\":\"p\"}", "found ws_0", "END")),
                arguments("unsafe and empty sources", up().done(0, search("ws_0", "q", "javascript:alert(1)", "", A, "oai-weather")).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "END")),
                arguments("a failed call shares its page", up().done(0, search("ws_0", "q", A).put("status", "failed"))
                        .done(1, search("ws_1", "q", A)).completed(), List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 unavailable",
                        "search ws_1 {\"query\":\"q\"}", "found ws_1 " + A, "END")),
                arguments("annotations only", up().done(0, search("ws_0", "q")).done(1, search("ws_1", "r"))
                        .done(2, messageItem("msg_1", "T", cite(A, "t", 0, 1))).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0", "search ws_1 {\"query\":\"r\"}", "found ws_1 " + A,
                                "text T <" + A + " 0-1>", "END")),
                arguments("a citation without a search", up().done(0, messageItem("msg_1", "T", cite(A, "t", 0, 1))).completed(),
                        List.of("text T <" + A + " 0-1>", "END")),
                arguments("finished in the wrong order", up().openSearch(0, "ws_0").openSearch(1, "ws_1").done(1, search("ws_1", "r", B))
                        .done(0, search("ws_0", "q", A)).completed(), List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A,
                        "search ws_1 {\"query\":\"r\"}", "found ws_1 " + B, "END")),
                arguments("announced without id", up().added(0, "{'type':'web_search_call','status':'in_progress'}")
                        .done(0, search("ws_x", "q")).completed(), List.of("search ws_x {\"query\":\"q\"}", "found ws_x", "END")),
                arguments("no id anywhere", up().done(0, search("", "q")).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0", "END")),
                arguments("text, search, text", up().message(0, "msg_1", "Before. ").done(1, w0).message(2, "msg_2", "After.").completed(),
                        List.of("text Before. ", "search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "text After.", "END")),
                arguments("terminal only", up().completed(messageItem("msg_a", "Before"), w0, messageItem("msg_b", "After")),
                        List.of("text Before", "search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "text After", "END")),
                arguments("search, then a call", up().done(0, w0).done(1, callItem("fc_1", "call_1", "n", "{}")).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "call n {}", "TOOL_CALLS")),
                arguments("reasoning, search, reasoning, message", up()
                        .done(0, json("{'id':'rs_1','type':'reasoning','summary':[{'type':'summary_text','text':'a'}]}")).done(1, w0)
                        .done(2, json("{'id':'rs_2','type':'reasoning','summary':[{'type':'summary_text','text':'b'}]}"))
                        .message(3, "msg_1", "T").completed(),
                        List.of("thinking a", "search ws_0 {\"query\":\"q\"}", "found ws_0 " + A + " " + B, "thinking b", "text T", "END")),
                arguments("cut after the search", up().openSearch(0, "ws_0").done(0, w0), List.of("failed CUT")),
                arguments("an error while results are held", up().done(0, w0).frame("error", "{\"type\":\"error\",\"message\":\"m\"}"),
                        List.of("failed SERVER_ERROR")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("searches")
    void aSearchIsAPairInItsPlace(String sentence, Upstream up, List<String> lines) {
        assertThat(up.decode(Upstream.search(9)).lines()).isEqualTo(lines);
    }

    @Test
    void aSearchIdIsMadeLegalOnceForBothBlocks() {
        List<String> lines = up().done(0, search("ws_a\nfc_b" + "x".repeat(300), "q")).completed().decode().lines();
        String id = lines.get(0).split(" ")[1];
        assertThat(id).matches("ws_[A-Za-z0-9_-]{1,61}");
        assertThat(lines.get(1)).isEqualTo("found " + id);
    }

    @Test
    void aTitleThatComesAtTheEndIsTaken() {
        Told told = up().done(0, search("ws_0", "q", A)).openMessage(1, "msg_1").text(1, "msg_1", "Text")
                .completed(search("ws_0", "q", A), messageItem("msg_1", "Text", cite(A, "Late title", 0, 4))).decode();
        assertThat(((io.dragoman.conversation.ServerToolResult) told.blocks().get(1)).content().tree().get(0).path("title").asText())
                .isEqualTo("Late title");
    }

    @Test
    void searchesAreCounted() {
        assertThat(up().done(0, search("ws_0", "q")).done(1, searchItem("ws_1", "{'type':'open_page'}")).completed().decode().finished()
                .usage().webSearches()).isEqualTo(1);
    }

    static Stream<Arguments> limits() {
        ObjectNode w0 = search("ws_0", "q", A);
        ObjectNode call = callItem("fc_1", "call_1", "n", "{}");
        return Stream.of(
                arguments("one too many", up().done(0, w0).openSearch(1, "ws_1").message(2, "msg_1", "hidden").completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "search ws_1 {}", "found ws_1 max_uses_exceeded", "END"), 1),
                arguments("terminal only", up().completed(w0, search("ws_1", "r"), messageItem("msg_1", "hidden")),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "search ws_1 {\"query\":\"r\"}",
                                "found ws_1 max_uses_exceeded", "END"), 1),
                arguments("done only", up().done(0, w0).done(1, search("ws_1", "r")).message(2, "msg_1", "hidden").completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "search ws_1 {\"query\":\"r\"}",
                                "found ws_1 max_uses_exceeded", "END"), 1),
                arguments("the first is still open", up().openSearch(0, "ws_0").openSearch(1, "ws_1").message(2, "msg_1", "hidden"),
                        List.of("search ws_0 {}", "found ws_0 unavailable", "search ws_1 {}", "found ws_1 max_uses_exceeded", "END"), 1),
                arguments("a call is open", up().openCall(0, "fc_1", "call_1", "n").done(1, w0).done(2, search("ws_1", "r")),
                        List.of("failed CUT"), -1),
                arguments("a call is done", up().done(0, call).done(1, w0).done(2, search("ws_1", "r")),
                        List.of("call n {}", "search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "search ws_1 {\"query\":\"r\"}",
                                "found ws_1 max_uses_exceeded", "TOOL_CALLS"), 1),
                arguments("a failed search counts", up().done(0, search("ws_0", "q").put("status", "failed")).done(1, search("ws_1", "r")),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 unavailable", "search ws_1 {\"query\":\"r\"}",
                                "found ws_1 max_uses_exceeded", "END"), 1),
                arguments("opening pages is free", up().done(0, w0).done(1, searchItem("ws_1", "{'type':'open_page','url':'" + A + "'}"))
                        .done(2, searchItem("ws_2", "{'type':'find_in_page','url':'" + A + "','pattern':'p'}")).completed(),
                        List.of("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "search ws_1 {\"url\":\"" + A + "\"}", "found ws_1",
                                "search ws_2 {\"url\":\"" + A + "\",\"pattern\":\"p\"}", "found ws_2", "END"), 1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void theLimitOfSearchesEndsTheAnswer(String sentence, Upstream up, List<String> lines, int counted) {
        Told told = up.decode(Upstream.search(1));
        assertThat(told.lines()).isEqualTo(lines);
        if (counted >= 0) {
            assertThat(told.finished().usage().webSearches()).isEqualTo(counted);
        }
    }

    @Test
    void pagesAreNotOpenedWithoutEnd() {
        Upstream up = up();
        for (int i = 0; i < 6; i++) {
            up.done(i, searchItem("ws_" + i, "{'type':'open_page','url':'" + A + "'}"));
        }
        List<String> lines = up.completed().decode(Upstream.search(1)).lines();
        assertThat(lines.get(lines.size() - 2)).isEqualTo("found ws_4 max_uses_exceeded");
    }

    @Test
    void textBeforeTheFirstSearchStreamsAndTextBehindItWaits() {
        Told told = new Told();
        ReplyDecoder decoder = new ReplyDecoder(Upstream.search(3), told);
        up().openMessage(0, "msg_1").text(0, "msg_1", "Before ").openSearch(1, "ws_0").text(0, "msg_1", "and after. ")
                .done(1, search("ws_0", "q", A)).openMessage(2, "msg_2").text(2, "msg_2", "Later").frames.forEach(decoder::frame);
        assertThat(told.text()).isEqualTo("Before and after. ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before its text", "after its text", "in the part", "in the item", "in the response"})
    void aCitationBehindASearchIsTheSameWhereverItCame(String place) {
        ObjectNode cited = cite(A, "t", 5, 9);
        ObjectNode plain = messageItem("msg_1", "Look here now");
        ObjectNode full = messageItem("msg_1", "Look here now", cited);
        ObjectNode annotation = object().put("item_id", "msg_1").put("output_index", 1).put("content_index", 0).set("annotation", cited);
        ObjectNode w = search("ws_0", "q", A);
        Upstream up = up().done(0, w).openMessage(1, "msg_1");
        if (place.equals("before its text")) {
            up.event("response.output_text.annotation.added", annotation);
        }
        up.text(1, "msg_1", "Look here now");
        if (place.equals("after its text")) {
            up.event("response.output_text.annotation.added", annotation);
        }
        if (place.equals("in the part")) {
            up.event("response.content_part.done", object().put("item_id", "msg_1").put("output_index", 1).put("content_index", 0)
                    .set("part", full.path("content").get(0)));
        }
        up.done(1, place.equals("in the item") ? full : plain).completed(w, place.equals("in the response") ? full : plain);
        assertThat(up.decode().lines()).containsExactly("search ws_0 {\"query\":\"q\"}", "found ws_0 " + A, "text Look ",
                "text here <" + A + " 0-4>", "text  now", "END");
    }

    @Test
    void aCitationOfTextThatStreamedComesBeforeTheBlockEnds() {
        Upstream up = up().openMessage(0, "msg_1").text(0, "msg_1", "Look here now").textDone(0, "msg_1", "Look here now")
                .done(0, messageItem("msg_1", "Look here now", cite(A, "t", 5, 9))).completed();
        Told told = up.decode();
        assertThat(told.lines()).containsExactly("text Look here now <" + A + " 5-9>", "END");
        List<String> kinds = new ArrayList<>();
        told.events.forEach(event -> kinds.add(event.getClass().getSimpleName()));
        assertThat(kinds).containsExactly("Started", "BlockStarted", "TextDelta", "CitationAdded", "BlockFinished", "Finished");
    }

    @Test
    void marksInTheTextAreNotShown() {
        Upstream up = up().openMessage(0, "msg_1").text(0, "msg_1", "It is so \uE200ci").text(0, "msg_1", "te\uE202turn0view1\uE201. End")
                .done(0, messageItem("msg_1", "It is so \uE200cite\uE202turn0view1\uE201. End")).completed();
        assertThat(up.decode().lines()).containsExactly("text It is so . End", "END");
    }
}
