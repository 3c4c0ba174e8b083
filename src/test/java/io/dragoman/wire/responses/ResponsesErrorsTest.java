package io.dragoman.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResponsesErrorsTest {
    private static Failure read(int status, String body) {
        return ResponsesErrors.INSTANCE.read(status, Map.of("retry-after", "7", "x-request-id", "req_1", "set-cookie", "secret"),
                body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    static Stream<Arguments> replies() {
        return Stream.of(
                arguments(400, "{'error':{'message':'bad','type':'invalid_request_error','param':'input','code':null}}", Kind.INVALID_REQUEST, "bad"),
                arguments(400, "{'error':{'message':'long','type':'invalid_request_error','code':'context_length_exceeded'}}",
                        Kind.CONTEXT_OVERFLOW, "long"),
                arguments(400, "{'error':{'message':'This model has a maximum context length of 8 tokens'}}", Kind.CONTEXT_OVERFLOW,
                        "This model has a maximum context length of 8 tokens"),
                arguments(401, "{'error':{'message':'key','code':'invalid_api_key'}}", Kind.AUTHENTICATION, "key"),
                arguments(403, "{'error':{'message':'no'}}", Kind.PERMISSION, "no"),
                arguments(404, "{'error':{'message':'no','code':'model_not_found'}}", Kind.NOT_FOUND, "no"),
                arguments(413, "<html>too large</html>", Kind.TOO_LARGE, "The provider answered with status 413."),
                arguments(422, "", Kind.UNPROCESSABLE, "The provider answered with status 422."),
                arguments(429, "{'error':{'message':'slow','code':'rate_limit_exceeded'}}", Kind.RATE_LIMITED, "slow"),
                arguments(429, "{'error':{'message':'pay','code':'insufficient_quota'}}", Kind.QUOTA, "pay"),
                arguments(500, "{'error':{'message':'oops','type':'server_error'}}", Kind.SERVER_ERROR, "oops"),
                arguments(500, "plain words", Kind.SERVER_ERROR, "The provider answered with status 500: plain words"),
                arguments(503, "{'error':{'message':'full','code':'server_is_overloaded'}}", Kind.OVERLOADED, "full"),
                arguments(529, "{}", Kind.OVERLOADED, "The provider answered with status 529."),
                arguments(504, "", Kind.TIMEOUT, "The provider answered with status 504."),
                arguments(500, "event: error\ndata: {'error':{'message':'framed','code':'server_error'}}\n\n", Kind.SERVER_ERROR, "framed"),
                arguments(200, "{'error':{'message':'hidden','type':'invalid_request_error'}}", Kind.INVALID_REQUEST, "hidden"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("replies")
    void aReplyIsReadByStatusAndWords(int status, String body, Kind kind, String message) {
        Failure failure = read(status, body);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.message()).isEqualTo(message);
        assertThat(failure.status()).isEqualTo(status == 200 ? 400 : status);
        assertThat(failure.headers()).containsOnlyKeys("retry-after", "x-request-id");
    }

    @Test
    void aBodyOfThisWireGoesOutAsItCame() {
        String body = "{\"error\":{\"message\":\"bad\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null,\"more\":1.0}}";
        assertThat(new String(ResponsesErrors.INSTANCE.body(read(400, body)), StandardCharsets.UTF_8)).isEqualTo(body);
    }

    @Test
    void overloadIs503WithItsCode() {
        Failure failure = Failure.of(Kind.OVERLOADED, 529, "full");
        JsonNode error = Upstream.json(new String(ResponsesErrors.INSTANCE.body(failure), StandardCharsets.UTF_8)).path("error");
        assertThat(ResponsesErrors.INSTANCE.status(failure)).isEqualTo(503);
        assertThat(error.path("code").asText()).isEqualTo("server_is_overloaded");
        assertThat(error.path("message").asText()).isEqualTo("full");
        assertThat(error.has("param")).isTrue();
    }

    @Test
    void aHugePageIsNoMessage() {
        assertThat(read(500, "x".repeat(5_000_000)).message().length()).isLessThan(2_100);
    }
}
