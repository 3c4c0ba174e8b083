package io.dragoman.repair;

import static io.dragoman.repair.Histories.NATIVE;
import static io.dragoman.repair.Histories.RESPONSES;
import static io.dragoman.repair.Histories.TO_RESPONSES;
import static io.dragoman.repair.Histories.assistant;
import static io.dragoman.repair.Histories.call;
import static io.dragoman.repair.Histories.found;
import static io.dragoman.repair.Histories.of;
import static io.dragoman.repair.Histories.result;
import static io.dragoman.repair.Histories.search;
import static io.dragoman.repair.Histories.signed;
import static io.dragoman.repair.Histories.text;
import static io.dragoman.repair.Histories.turns;
import static io.dragoman.repair.Histories.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondChanceTest {
    private static final Conversation SEARCHED = of(user("go"), assistant(signed("first"), search("srvtoolu_1"), found("srvtoolu_1"), signed("second"),
            text("so")), user("more"), assistant(signed("third"), text("yes")), user("on"));

    private static Failure refusal(String message) {
        return Failure.of(Failure.Kind.INVALID_REQUEST, 400, message);
    }

    private static Optional<Repaired> after(Conversation sent, TargetRules rules, Failure failure) {
        return new SecondChance().apply(new Repaired(sent, Aliases.NONE, RepairReport.NOTHING), rules, failure);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "Thought signature is not valid",
        "messages.3.content.0.type: a final assistant message must start with a thinking block",
        "Expected `thinking` or `redacted_thinking`, but found `tool_use`",
        "messages.1.content.0.thinking.signature: Field required",
        "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified",
    })
    void dropsAllThinkingForARefusedSignature(String message) {
        Repaired now = after(SEARCHED, NATIVE, refusal(message)).orElseThrow();
        assertThat(now.conversation().turns()).isEqualTo(turns(user("go"), assistant(search("srvtoolu_1"), found("srvtoolu_1"), text("so")),
                user("more"), assistant(text("yes")), user("on")));
        assertThat(now.report().counts()).isEqualTo(Map.of("thinking-refused", 3));
        assertThat(after(now.conversation(), NATIVE, refusal(message))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid request", "max_tokens: Field required", "prompt is too long", "Invalid tool name", "messages: at least one message is required"})
    void givesNoChanceToAnyOtherRefusal(String message) {
        for (TargetRules rules : Histories.ALL) {
            assertThat(after(SEARCHED, rules, refusal(message))).isEmpty();
        }
    }

    @Test
    void givesNoChanceToAServerError() {
        assertThat(after(SEARCHED, NATIVE, Failure.of(Failure.Kind.SERVER_ERROR, 500, "Invalid signature in thinking block"))).isEmpty();
    }

    @Test
    void dropsWholeExchangesForARefusedCiphertextAndTheThinkingBoundToThem() {
        Repaired now = after(SEARCHED, NATIVE, refusal("messages.1.content.2: Invalid `encrypted_content` in `search_result` block")).orElseThrow();
        assertThat(now.conversation().turns()).isEqualTo(turns(user("go"), assistant(signed("first"), text("so")), user("more"), assistant(text("yes")),
                user("on")));
    }

    @Test
    void dropsReasoningForACiphertextThatOpenAiCannotVerify() {
        Failure failure = new Failure(Failure.Kind.INVALID_REQUEST, 400, Optional.empty(), Optional.of("invalid_encrypted_content"),
                "The encrypted content could not be verified.", Optional.empty(), Map.of());
        assertThat(after(of(user("go"), assistant(signed("hm")), assistant(text("so")), user("on")), TO_RESPONSES, failure).orElseThrow().conversation().turns())
                .isEqualTo(turns(user("go"), assistant(text("so")), user("on")));
    }

    @Test
    void saysItemsAgainWithoutTheIdsThatAreUnknown() {
        Raw item = new Raw(RESPONSES, Json.text("{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"t1\",\"name\":\"get_weather\",\"arguments\":\"{}\"}"));
        ToolCall read = new ToolCall("t1", "get_weather", Optional.empty(), "{\"city\":\"Oslo\"}", ToolCall.Form.JSON, Optional.of(item));
        Conversation sent = of(user("go"), Turn.read(Role.ASSISTANT, List.of(read), item), user(result("t1", "A")));
        Repaired now = after(sent, TO_RESPONSES, refusal("Item with id 'fc_1' not found.")).orElseThrow();
        assertThat(now.conversation().turns()).isEqualTo(turns(user("go"), assistant(call("t1")), user(result("t1", "A"))));
    }

    @Test
    void switchesABudgetOffThatWouldAskForTheDroppedThinking() {
        Reasoning budget = new Reasoning(Reasoning.Mode.BUDGET, Optional.empty(), OptionalLong.of(2048), Optional.empty());
        Conversation sent = of(user("go"), assistant(signed("hm"), call("t1")), user(result("t1", "A")))
                .withSettings(Settings.builder().reasoning(Optional.of(budget)).build());
        Conversation now = after(sent, NATIVE, refusal("Invalid `signature` in `thinking` block")).orElseThrow().conversation();
        assertThat(now.settings().reasoning()).isEmpty();
        assertThat(now.turns().get(1)).isEqualTo(assistant(call("t1")));
    }
}
