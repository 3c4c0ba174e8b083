package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChatErrorsTest {
    private final ChatErrors errors = new ChatErrors();

    private Failure read(int status, String body) {
        return errors.read(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode body(Failure failure) {
        try {
            return Json.MAPPER.readTree(errors.body(failure)).get("error");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0} {1}/{2}")
    @CsvSource(delimiter = '|', value = {
            "400|invalid_request_error|x|bad|INVALID_REQUEST|400",
            "400|invalid_request_error|context_length_exceeded|too long|CONTEXT_OVERFLOW|400",
            "400|invalid_request_error||This model's maximum context length is 128000 tokens.|CONTEXT_OVERFLOW|400",
            "413|||prompt is too long|CONTEXT_OVERFLOW|400",
            "401|invalid_request_error|invalid_api_key|no|AUTHENTICATION|401",
            "402|||pay|BILLING|402",
            "403|||no|PERMISSION|403",
            "404|invalid_request_error|model_not_found|no|NOT_FOUND|404",
            "413|||large|TOO_LARGE|413",
            "422|||odd|UNPROCESSABLE|422",
            "429|requests|rate_limit_exceeded|slow|RATE_LIMITED|429",
            "429|insufficient_quota|insufficient_quota|none left|QUOTA|429",
            "429|tokens||Too many tokens per minute|RATE_LIMITED|429",
            "400|||content_policy|INVALID_REQUEST|400",
            "400|invalid_request_error|content_policy_violation|no|POLICY|400",
            "500|server_error||oops|SERVER_ERROR|500",
            "503|||full|OVERLOADED|503",
            "504|||late|TIMEOUT|504",
            "529|||full|OVERLOADED|529",
            "200|server_error|server_is_overloaded|full|OVERLOADED|503",
            "200|rate_limit_exceeded||slow|RATE_LIMITED|429",
            "200|invalid_request_error||bad|INVALID_REQUEST|400",
            "200||502|gone|SERVER_ERROR|502",
            "200||429|slow|RATE_LIMITED|429",
            "200|||what|SERVER_ERROR|500"})
    void readsWhatAProviderMeans(int status, String type, String code, String message, Kind kind, int told) {
        String body = Json.MAPPER.createObjectNode().set("error", Json.MAPPER.createObjectNode().put("message", message).put("type", type).put("code", code)).toString();
        Failure failure = read(status, body);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.status()).isEqualTo(told);
        assertThat(failure.message()).isEqualTo(message);
        assertThat(failure.code()).isEqualTo(Optional.ofNullable(code));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"error\":\"just words\"}|just words",
            "{\"message\":\"no frame\"}|no frame",
            "{\"detail\":\"of a framework\"}|of a framework",
            "{\"detail\":[{\"msg\":\"of a list\",\"loc\":[\"body\"]}]}|of a list",
            "{\"error\":{\"message\":\"\"}}|The provider answered with status 502 and no error message.",
            "<html>Bad gateway</html>|The provider answered with status 502 and no error message.",
            "{\"error\":{\"mess|The provider answered with status 502 and no error message."})
    void findsTheMessage(String body, String message) {
        assertThat(read(502, body).message()).isEqualTo(message);
        assertThat(read(502, body).kind()).isEqualTo(Kind.SERVER_ERROR);
    }

    @Test
    void keepsTheHeadersThatBelongToAnError() {
        Failure failure = errors.read(429, Map.of("retry-after", "7", "x-request-id", "req_1", "x-ratelimit-remaining-tokens", "0", "set-cookie", "x"), new byte[0]);
        assertThat(failure.headers()).containsOnly(Map.entry("retry-after", "7"), Map.entry("x-request-id", "req_1"), Map.entry("x-ratelimit-remaining-tokens", "0"));
    }

    @Test
    void aProvidersOwnErrorGoesToAClientOfThisWireAsItCame() {
        String body = "{\"error\":{\"message\":\"bad\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"x\",\"more\":1.50}}";
        assertThat(new String(errors.body(read(400, body)), StandardCharsets.UTF_8)).isEqualTo(body);
    }

    @Test
    void overloadLeavesAs503WithACodeThatClientsKnow() {
        Failure overloaded = new Failure(Kind.OVERLOADED, 529, Optional.of("overloaded_error"), Optional.of("529"), "full", Optional.empty(), Map.of());
        assertThat(errors.status(overloaded)).isEqualTo(503);
        assertThat(body(overloaded).toString()).isEqualTo("{\"message\":\"full\",\"type\":\"server_error\",\"param\":null,\"code\":\"server_is_overloaded\"}");
    }

    @Test
    void anOverflowHasTheCodeThatClientsCompactBy() {
        Failure overflow = new Failure(Kind.CONTEXT_OVERFLOW, 400, Optional.of("invalid_request_error"), Optional.empty(),
                "prompt is too long: 210001 tokens > 200000 maximum", Optional.empty(), Map.of());
        assertThat(body(overflow).path("code").asText()).isEqualTo("context_length_exceeded");
        assertThat(body(overflow).path("message").asText()).contains("210001");
    }

    @Test
    void typesOfOtherWiresAreTranslated() {
        Failure limited = new Failure(Kind.RATE_LIMITED, 429, Optional.of("rate_limit_error"), Optional.empty(), "slow", Optional.of("m"), Map.of());
        assertThat(body(limited).toString()).isEqualTo("{\"message\":\"slow\",\"type\":\"rate_limit_exceeded\",\"param\":\"m\",\"code\":\"rate_limit_exceeded\"}");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyFailureHasAWholeEnvelopeAndAnErrorStatus(Kind kind) {
        Failure failure = Failure.of(kind, 0, "");
        assertThat(errors.status(failure)).isBetween(400, 599);
        assertThat(body(failure).path("message").asText()).isNotBlank();
        assertThat(body(failure).path("type").asText()).isNotBlank();
    }

    @Test
    void bytesThatBeginLikeAnotherEncodingGiveAFailureWithAMessage() {
        assertThat(errors.read(502, Map.of(), new byte[] {0, 0, 1, 0}).message()).isNotBlank();
    }

    @Property
    void anyBytesGiveAFailureWithAMessage(@ForAll byte[] body, @ForAll @IntRange(min = 200, max = 599) int status) {
        assertThat(errors.read(status, Map.of(), body).message()).isNotBlank();
    }
}
