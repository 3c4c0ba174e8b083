package io.dragoman.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CallIdsProperties {
    @Property
    void comesBackAsItWas(@ForAll String id) {
        String sendable = new String(id.getBytes(UTF_8), UTF_8);
        String wrapped = CallIds.wrap(sendable);
        assertThat(wrapped).matches("[a-zA-Z0-9_-]*");
        assertThat(CallIds.unwrap(wrapped)).isEqualTo(sendable);
    }

    @Example
    void leavesAPlainIdAlone() {
        assertThat(CallIds.wrap("toolu_01-x")).isEqualTo("toolu_01-x");
        assertThat(CallIds.unwrap("toolu_01-x")).isEqualTo("toolu_01-x");
    }

    @Example
    void readsNoIdThatOnlyLooksWrapped() {
        assertThat(CallIds.unwrap("drgc_0123456789abcdef")).isEqualTo("drgc_0123456789abcdef");
        assertThat(CallIds.unwrap("drgc_")).isEqualTo("drgc_");
    }
}
