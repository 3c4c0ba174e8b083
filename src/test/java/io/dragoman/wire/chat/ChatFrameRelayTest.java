package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatFrameRelayTest {
    private final ChatFrameRelay relay = new ChatFrameRelay();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static SseFrame.Event event(String data) {
        return new SseFrame.Event("", data);
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCutEndsWithAnErrorChunkAndNothingAfterIt() {
        relay.passed(event(Heard.say("a")));
        relay.failure(Failure.cut("The provider closed the stream inside the answer."), out);
        relay.failure(Failure.cut("again"), out);
        relay.keepAlive(out);
        assertThat(written()).isEqualTo("data: {\"error\":{\"message\":\"The provider closed the stream inside the answer.\",\"type\":\"server_error\","
                + "\"param\":null,\"code\":\"server_error\"}}\n\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"error\":{\"message\":\"gone\",\"code\":502},\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}", "[DONE]"})
    void whatTheProviderSaidLastIsNotSaidAgain(String last) {
        relay.passed(event(last));
        relay.failure(Failure.cut("x"), out);
        assertThat(written()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"error\":\"just words\"}", "{\"error\":{\"code\":502}}", "{\"message\":\"gone\"}", "{\"error\":null,\"choices\":[]}", "[DONE]", ""})
    void anErrorThatClientsDoNotUnderstandIsWordedAnew(String data) {
        assertThat(relay.tells(new SseFrame.Event("error", data), Failure.cut("x"))).isFalse();
    }

    @Test
    void anErrorThatClientsUnderstandPasses() {
        assertThat(relay.tells(event("{\"error\":{\"message\":\"gone\"},\"choices\":[]}"), Failure.cut("gone"))).isTrue();
    }

    @Test
    void keepsAClientAliveByAComment() {
        relay.keepAlive(out);
        assertThat(written()).isEqualTo(": keep-alive\n\n");
    }
}
