package io.dragoman.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.sse.SseFrame;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponsesFrameRelayTest {
    private final ResponsesFrameRelay relay = new ResponsesFrameRelay(Downstream.context());
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private void pass(Upstream up) {
        for (SseFrame.Event frame : up.frames) {
            SseWriter.event(out, frame.name(), frame.data().getBytes(StandardCharsets.UTF_8));
            relay.passed(frame);
        }
    }

    private static Failure overload() {
        return new Failure(Failure.Kind.OVERLOADED, 503, Optional.empty(), Optional.of("server_is_overloaded"), "full", Optional.empty(),
                java.util.Map.of());
    }

    @Test
    void aFailureHasTheProvidersIdAndTheNextNumber() {
        pass(new Upstream("resp_provider").created().openMessage(0, "msg_1")
                .event("response.content_part.added", Upstream.object().put("item_id", "msg_1").put("output_index", 0).put("content_index", 0)
                        .set("part", Upstream.json("{'type':'output_text','text':''}")))
                .text(0, "msg_1", "he said \"sequence_number\":99"));
        relay.failure(overload(), out);
        StrictResponsesClient client = StrictResponsesClient.read(out.toByteArray());
        assertThat(client.problems).isEmpty();
        assertThat(client.response.path("id").asText()).isEqualTo("resp_provider");
        assertThat(client.response.path("error")).isEqualTo(Upstream.json("{'code':'server_is_overloaded','message':'full'}"));
        assertThat(client.events.get(client.events.size() - 1).path("sequence_number").asInt()).isEqualTo(4);
    }

    @Test
    void onlyAFailedResponseWhoseCodeClientsKnowTellsAFailure() {
        pass(new Upstream("resp_provider").created());
        String failed = "{\"type\":\"response.failed\",\"response\":{\"id\":\"resp_provider\",\"status\":\"failed\",\"error\":{\"code\":\"server_is_overloaded\"}}}";
        assertThat(relay.tells(new SseFrame.Event("response.failed", failed), overload())).isTrue();
        assertThat(relay.tells(new SseFrame.Event("", failed), overload())).isTrue();
        assertThat(relay.tells(new SseFrame.Event("", failed.replace("server_is_overloaded", "overloaded")), overload())).isFalse();
        assertThat(relay.tells(new SseFrame.Event("", failed.replace("resp_provider", "resp_2")), overload())).isFalse();
        assertThat(relay.tells(new SseFrame.Event("", failed.replace("\"failed\"", "\"completed\"")), overload())).isFalse();
        assertThat(relay.tells(new SseFrame.Event("error", "{\"type\":\"error\",\"message\":\"m\"}"), overload())).isFalse();
        assertThat(relay.tells(new SseFrame.Event("", "{\"error\":{\"message\":\"m\"}}"), overload())).isFalse();
    }

    @Test
    void nothingFollowsTheProvidersOwnEnd() {
        Upstream up = new Upstream().created();
        pass(up.terminal("failed", "failed", java.util.List.of(), "{'error':{'code':'server_error','message':'m'}}"));
        int size = out.size();
        relay.failure(overload(), out);
        relay.keepAlive(out);
        assertThat(out.size()).isEqualTo(size);
    }

    @Test
    void beforeTheFirstEventASignOfLifeIsAComment() {
        relay.keepAlive(out);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith(":");
        relay.failure(overload(), out);
        StrictResponsesClient client = StrictResponsesClient.read(out.toByteArray());
        assertThat(client.problems).isEmpty();
        assertThat(client.types).containsExactly("response.created", "response.failed");
    }

    @Test
    void aSignOfLifeIsTheSameResponseInProgress() {
        pass(new Upstream("resp_provider").created());
        out.reset();
        relay.keepAlive(out);
        String frame = out.toString(StandardCharsets.UTF_8);
        assertThat(frame).startsWith("event: response.in_progress\n").contains("\"id\":\"resp_provider\"").contains("\"model\":\"gpt-x\"");
    }
}
