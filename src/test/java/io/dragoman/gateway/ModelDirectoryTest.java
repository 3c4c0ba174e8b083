package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.TargetRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelDirectoryTest {
    private static final Map<String, String> PROVIDERS = Map.of("dragoman.provider.a.wire", "anthropic", "dragoman.provider.k.wire",
            "anthropic-compatible", "dragoman.provider.k.url", "http://k.example:81", "dragoman.provider.r.wire", "openai-responses",
            "dragoman.provider.c.wire", "openai-chat");

    private static ModelDirectory directory(String... models) {
        Map<String, String> all = new LinkedHashMap<>(PROVIDERS);
        for (int i = 0; i < models.length; i += 2) {
            all.put("dragoman.model." + models[i], models[i + 1]);
        }
        return new Gateway(StartSettings.of(Map.of(), Map.of(), all).settings()).directory();
    }

    private static List<String> names(List<Target> targets) {
        return targets.stream().map(target -> target.provider().name() + "/" + target.model()).toList();
    }

    @Test
    void theMostSpecificPatternWins() {
        ModelDirectory directory = directory("*", "c", "claude-*", "a", "claude-x", "k", "claude-*-mini", "r");
        assertThat(names(directory.resolve("claude-x"))).containsExactly("k/claude-x");
        assertThat(names(directory.resolve("claude-y"))).containsExactly("a/claude-y");
        assertThat(names(directory.resolve("claude-5-mini"))).containsExactly("r/claude-5-mini");
        assertThat(names(directory.resolve("llama3:8b"))).containsExactly("c/llama3:8b");
    }

    @Test
    void providerAndModelAlwaysWorkUnlessTheVeryNameIsConfigured() {
        ModelDirectory directory = directory("*", "c", "r/special", "a/other");
        assertThat(names(directory.resolve("r/gpt-9"))).containsExactly("r/gpt-9");
        assertThat(names(directory.resolve("r/special"))).containsExactly("a/other");
        assertThat(names(directory.resolve("meta/llama"))).containsExactly("c/meta/llama");
    }

    @Test
    void targetsKeepTheirOrderAndComeOnce() {
        assertThat(names(directory("fast", "r/gpt-x, a, r/gpt-x, c/z").resolve("fast"))).containsExactly("r/gpt-x", "a/fast", "c/z");
    }

    @Test
    void anUnknownModelIsNotFoundByName() {
        assertThatThrownBy(() -> directory().resolve("nobody")).isInstanceOfSatisfying(DragomanException.class, e -> {
            assertThat(e.failure().status()).isEqualTo(404);
            assertThat(e.failure().message()).contains("nobody");
        });
    }

    @Test
    void eachKindOfProviderHasItsRules() {
        Map<String, Provider> providers = directory().providers();
        TargetRules anthropic = providers.get("a").rules();
        TargetRules compatible = providers.get("k").rules();
        assertThat(anthropic.issuer()).isEqualTo("anthropic");
        assertThat(anthropic.nativeServerTools()).isTrue();
        assertThat(anthropic.systemTurns()).isTrue();
        assertThat(anthropic.automaticCache()).isTrue();
        assertThat(anthropic.ids().shortenIds()).isFalse();
        assertThat(compatible.issuer()).isEqualTo("anthropic:k.example:81");
        assertThat(compatible.nativeServerTools()).isFalse();
        assertThat(compatible.webSearch()).isFalse();
        assertThat(compatible.systemTurns()).isFalse();
        assertThat(compatible.automaticCache()).isFalse();
        assertThat(providers.get("r").rules().webSearch()).isTrue();
        assertThat(providers.get("c").rules().ids().maxToolId()).isEqualTo(40);
    }
}
