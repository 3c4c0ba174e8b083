package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.wire.ErrorEnvelope;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicErrorsTest {
    private static final ErrorEnvelope ERRORS = Fixtures.WIRE.errors();

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({"400,invalid_request_error,INVALID_REQUEST", "401,authentication_error,AUTHENTICATION", "402,billing_error,BILLING",
        "403,permission_error,PERMISSION", "404,not_found_error,NOT_FOUND", "409,conflict_error,CONFLICT", "413,request_too_large,TOO_LARGE",
        "429,rate_limit_error,RATE_LIMITED", "500,api_error,SERVER_ERROR", "504,timeout_error,TIMEOUT", "529,overloaded_error,OVERLOADED"})
    void everyErrorComesOutAsItCameIn(int status, String type, Kind kind) {
        String body = "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"m ä\",\"details\":{\"error_code\":\"c\"},"
                + "\"new\":1.0},\"request_id\":\"req_1\"}";
        Failure failure = ERRORS.read(status, Map.of("retry-after", "3", "set-cookie", "x"), utf8(body));
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.status()).isEqualTo(status).isEqualTo(ERRORS.status(failure));
        assertThat(failure.message()).isEqualTo("m ä");
        assertThat(failure.code()).contains("c");
        assertThat(failure.headers()).isEqualTo(Map.of("retry-after", "3", "request-id", "req_1"));
        assertThat(Fixtures.text(ERRORS.body(failure))).isEqualTo(body);
    }

    @ParameterizedTest(name = "{0} with {1} is {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "400 | {'error':{'type':'invalid_request_error','message':'prompt is too long: 2 tokens > 1 maximum'}} | CONTEXT_OVERFLOW | 400",
        "400 | {'error':{'message':'x','code':'context_length_exceeded'}} | CONTEXT_OVERFLOW | 400",
        "429 | {'error':{'type':'rate_limit_error','message':'too many tokens: maximum context length'}} | RATE_LIMITED | 429",
        "429 | {'error':{'message':'x','code':'insufficient_quota'}} | QUOTA | 429",
        "400 | {'error':{'type':'overloaded_error','message':'x'}} | OVERLOADED | 400",
        "200 | {'error':{'type':'overloaded_error','message':'x'}} | OVERLOADED | 529",
        "200 | {'type':'error','error':{'type':'not_found_error','message':'x'}} | NOT_FOUND | 404",
        "503 | <html>down</html> | OVERLOADED | 503",
        "502 | `` | SERVER_ERROR | 502",
        "422 | {'detail':'bad'} | UNPROCESSABLE | 422",
        "403 | {'error':'no entry'} | PERMISSION | 403",
        "500 | event: error\\ndata: {'type':'error','error':{'type':'api_error','message':'x'}} | SERVER_ERROR | 500",
        "404 | {'error':{'type':'invalid_request_error','message':'no such model'}} | NOT_FOUND | 404",
        "400 | {'error':{'message':null | INVALID_REQUEST | 400",
    })
    void readsWhatProvidersSend(int status, String body, Kind kind, int told) {
        Failure failure = ERRORS.read(status, Map.of(), utf8(body.replace('\'', '"').replace("\\n", "\n")));
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.status()).isEqualTo(told);
        assertThat(failure.message()).isNotBlank().doesNotContain("<");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 140123 tokens. | prompt is too long: 140123 tokens > 128000 maximum (",
        "Your input exceeds the context window of this model. | prompt is too long: Your input exceeds",
        "prompt is too long: 7 tokens > 5 maximum | prompt is too long: 7 tokens > 5 maximum",
        "maximum context length is 10 tokens, you requested 3 tokens | prompt is too long: maximum",
    })
    void anOverflowIsToldInTheWordsThatClientsLookFor(String message, String told) {
        String body = Fixtures.text(ERRORS.body(Failure.of(Kind.CONTEXT_OVERFLOW, 400, message)));
        assertThat(body).startsWith("{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + told);
    }

    @Test
    void everyKindHasATypeAndAStatus() {
        for (Kind kind : Kind.values()) {
            Failure failure = Failure.of(kind, 0, "m");
            assertThat(ERRORS.status(failure)).isBetween(400, 599);
            assertThat(Fixtures.text(ERRORS.body(failure))).matches("\\{\"type\":\"error\",\"error\":\\{\"type\":\"[a-z_]+\",\"message\":.*");
        }
        assertThat(ERRORS.status(Failure.of(Kind.OVERLOADED, 503, "m"))).isEqualTo(529);
    }
}
