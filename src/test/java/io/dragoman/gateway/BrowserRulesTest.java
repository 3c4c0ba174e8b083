package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.DragomanException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrowserRulesTest {
    private final BrowserRules local = new BrowserRules(Set.of("https://good.example"), Set.of("my.name"), "127.0.0.1");

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "http://localhost:3000", "null", "HTTPS://EVIL.EXAMPLE"})
    void pagesOfOtherOriginsStayOut(String origin) {
        assertThatThrownBy(() -> local.check(Map.of("origin", origin))).isInstanceOf(DragomanException.class).hasMessageContaining("cors.origins");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "[2001:db8::1]:8080"})
    void reboundNamesStayOut(String host) {
        assertThatThrownBy(() -> local.check(Map.of("host", host))).isInstanceOf(DragomanException.class).hasMessageContaining("allowed-hosts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "my.name", "my.name:443"})
    void loopbackAndNamedHostsMayIn(String host) {
        assertThatCode(() -> local.check(Map.of("host", host))).doesNotThrowAnyException();
    }

    @Test
    void editorsAndNamedPagesMayIn() {
        assertThatCode(() -> local.check(Map.of("origin", "vscode-webview://abc"))).doesNotThrowAnyException();
        assertThatCode(() -> local.check(Map.of("origin", "https://good.example"))).doesNotThrowAnyException();
        assertThat(local.replyHeaders(Map.of("origin", "https://good.example"))).containsEntry("access-control-allow-origin", "https://good.example");
        assertThat(local.replyHeaders(Map.of("origin", "https://evil.example"))).isEmpty();
    }

    @Test
    void offLoopbackAnyHostMayInUnlessSomeAreNamed() {
        assertThatCode(() -> new BrowserRules(Set.of(), Set.of(), "0.0.0.0").check(Map.of("host", "llm.cluster"))).doesNotThrowAnyException();
        assertThatThrownBy(() -> new BrowserRules(Set.of(), Set.of("llm.cluster"), "0.0.0.0").check(Map.of("host", "other")))
                .isInstanceOf(DragomanException.class);
    }
}
