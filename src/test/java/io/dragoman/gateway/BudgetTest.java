package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BudgetTest {
    private static final Gateway GATEWAY = new Gateway(StartSettings.of(Map.of(), Map.of(), settings()).settings());
    private final Budget budget = new Budget(GATEWAY, new Breakers());

    private static Map<String, String> settings() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("dragoman.provider.a.wire", "anthropic");
        all.put("dragoman.provider.r.wire", "openai-responses");
        all.put("dragoman.model.one", "a");
        all.put("dragoman.model.two", "r, a");
        all.put("dragoman.retry.attempts", "2");
        all.put("dragoman.retry.backoff.ms", "400");
        all.put("dragoman.timeout.total.ms", "60000");
        return all;
    }

    private static Passage passage(String model) {
        Passage passage = new Passage("req_1", Wires.ANTHROPIC, Map.of(), "");
        passage.targets(GATEWAY.directory().resolve(model));
        return passage;
    }

    private static Failure failure(Kind kind, int status, String... headers) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return new Failure(kind, status, Optional.empty(), Optional.empty(), "no", Optional.empty(), all);
    }

    private Optional<Budget.Attempt> next(Passage passage, Failure failure) {
        return budget.next(failure, passage, 0);
    }

    @Test
    void transientFailuresAreRetriedWithGrowingPausesUntilNothingIsLeft() {
        Passage passage = passage("one");
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).hasValueSatisfying(a -> assertThat(a.delayMillis()).isBetween(200L, 400L));
        passage.retryBegins();
        assertThat(next(passage, failure(Kind.OVERLOADED, 529))).hasValueSatisfying(a -> assertThat(a.delayMillis()).isBetween(400L, 800L));
        passage.retryBegins();
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"AUTHENTICATION", "BILLING", "PERMISSION", "NOT_FOUND", "QUOTA", "TIMEOUT", "CUT", "PROTOCOL"})
    void someFailuresAreNotRetriedButHandedOn(Kind kind) {
        assertThat(next(passage("one"), failure(kind, kind == Kind.TIMEOUT ? 504 : 400))).isEmpty();
        assertThat(next(passage("two"), failure(kind, kind == Kind.TIMEOUT ? 504 : 400))).contains(new Budget.Attempt(1, 0));
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"INVALID_REQUEST", "CONFLICT", "TOO_LARGE", "UNPROCESSABLE", "CONTEXT_OVERFLOW", "POLICY", "CLIENT_GONE"})
    void theClientsOwnFaultsEndIt(Kind kind) {
        assertThat(next(passage("two"), failure(kind, 400))).isEmpty();
    }

    @Test
    void aTargetAfterTheFirstKeepsOneRetry() {
        Passage passage = passage("two");
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).hasValueSatisfying(a -> assertThat(a.target()).isZero());
        passage.retryBegins();
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).contains(new Budget.Attempt(1, 0));
        passage.targetNumber(1);
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).hasValueSatisfying(a -> assertThat(a.target()).isEqualTo(1));
        passage.retryBegins();
        assertThat(next(passage, failure(Kind.SERVER_ERROR, 500))).isEmpty();
    }

    @Test
    void aShortRetryAfterIsWaitedForAndALongOneIsTheAnswer() {
        assertThat(next(passage("one"), failure(Kind.RATE_LIMITED, 429, "retry-after", "3"))).contains(new Budget.Attempt(0, 3000));
        assertThat(next(passage("one"), failure(Kind.RATE_LIMITED, 429, "retry-after-ms", "250"))).contains(new Budget.Attempt(0, 250));
        assertThat(next(passage("one"), failure(Kind.RATE_LIMITED, 429, "retry-after", "120"))).isEmpty();
        assertThat(next(passage("one"), failure(Kind.RATE_LIMITED, 429))).isEmpty();
        assertThat(next(passage("two"), failure(Kind.RATE_LIMITED, 429, "retry-after", "120"))).contains(new Budget.Attempt(1, 0));
    }

    @Test
    void aProviderThatSaysNoIsBelieved() {
        assertThat(next(passage("one"), failure(Kind.SERVER_ERROR, 500, "x-should-retry", "false"))).isEmpty();
    }

    @Test
    void nothingBeginsAfterTheDeadline() {
        assertThat(budget.next(failure(Kind.SERVER_ERROR, 500), passage("two"), 60_000)).isEmpty();
        assertThat(budget.next(failure(Kind.RATE_LIMITED, 429, "retry-after", "9"), passage("one"), 55_000)).isEmpty();
    }
}
