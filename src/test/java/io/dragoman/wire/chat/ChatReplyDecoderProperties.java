package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Event;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any stream that a host may send. */
class ChatReplyDecoderProperties {
    private static final List<String> VALUES = List.of("null", "\"\"", "\"a\"", "\"\\ud83d\"", "\"\\ude00\"", "0", "1", "-1", "1e9", "true", "[]", "{}", "[{}]",
            "\"{\"", "\"}\"", "\"{}\"", "{\"q\":\"\\ud83d\"}", "[{\"type\":\"text\",\"text\":\"x\"}]", "\"stop\"", "\"tool_calls\"", "\"length\"", "\"error\"",
            "[{\"type\":\"url_citation\",\"url_citation\":{\"url\":\"u\",\"title\":\"\\ud83d\",\"start_index\":1,\"end_index\":2}}]",
            "[{\"type\":\"reasoning.text\",\"text\":\"\\ude00\",\"index\":0}]", "{\"prompt_tokens\":3,\"completion_tokens\":-4}");

    /** Frames that look like chunks, with any value anywhere. */
    @Provide
    Arbitrary<List<String>> streams() {
        Arbitrary<String> value = Arbitraries.of(VALUES);
        Arbitrary<String> call = value.list().ofSize(5).map(v -> "{\"index\":" + v.get(0) + ",\"id\":" + v.get(1) + ",\"type\":" + v.get(2)
                + ",\"function\":{\"name\":" + v.get(3) + ",\"arguments\":" + v.get(4) + "}}");
        Arbitrary<String> delta = value.list().ofSize(5).flatMap(v -> call.list().ofMaxSize(2).map(calls -> "{\"role\":\"assistant\",\"content\":" + v.get(0)
                + ",\"refusal\":" + v.get(1) + ",\"reasoning_content\":" + v.get(2) + ",\"annotations\":" + v.get(3) + ",\"reasoning_details\":" + v.get(4)
                + ",\"tool_calls\":[" + String.join(",", calls) + "]}"));
        Arbitrary<String> chunk = delta.flatMap(d -> value.list().ofSize(4).map(v -> "{\"id\":" + v.get(0) + ",\"model\":" + v.get(1)
                + ",\"usage\":" + v.get(2) + ",\"choices\":[{\"index\":0,\"delta\":" + d + ",\"finish_reason\":" + v.get(3) + "}]}"));
        Arbitrary<String> other = Arbitraries.of("[DONE]", "{}", "null", "{\"choices\":null}", "{\"error\":null}", "{\"choices\":[]}", "{\"choices\":[{\"delta\":");
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(12, chunk), net.jqwik.api.Tuple.of(1, other)).list().ofMinSize(1).ofMaxSize(6);
    }

    @Property(tries = 3_000)
    void everyStreamEndsExactlyOnceAndCanBeShown(@ForAll("streams") List<String> frames) {
        Heard heard = Heard.stream(frames.toArray(String[]::new));
        List<Event> ends = new ArrayList<>(heard.events);
        ends.removeIf(event -> !(event instanceof Event.Finished) && !(event instanceof Event.Failed));
        assertThat(ends).hasSize(1);
        assertThat(heard.calls()).allMatch(call -> ToolArguments.isObject(call.arguments()) && !call.name().isEmpty() && !call.id().isEmpty());

        ChatReplyEncoderTest written = new ChatReplyEncoderTest();
        StrictClient client = written.stream(heard.events);
        assertThat(client.done).isEqualTo(heard.failure().isEmpty());
        if (heard.failure().isEmpty()) {
            assertThat(written.whole(heard.events, Aliases.NONE).at("/choices/0/message")).isEqualTo(client.message());
        }
    }
}
