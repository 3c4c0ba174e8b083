package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Conversation;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Wire;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RememberedRequestTest {
    private static Stream<Arguments> wires() {
        return Stream.of(
                Arguments.of("anthropic", Wires.ANTHROPIC, "\"max_tokens\":9,\"system\":\"s\",\"temperature\":0.5,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                        + "\"tools\":[{\"name\":\"look\",\"input_schema\":{\"type\":\"object\"}}]"),
                Arguments.of("responses", Wires.RESPONSES, "\"instructions\":\"s\",\"temperature\":0.5,\"input\":\"x\","
                        + "\"tools\":[{\"type\":\"function\",\"name\":\"look\",\"parameters\":{\"type\":\"object\"}},{\"type\":\"tool_search\",\"execution\":\"client\"}]"),
                Arguments.of("chat", Wires.CHAT, "\"temperature\":0.5,\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],"
                        + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\"}}}]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wires")
    void holdsNoByteOfTheRequest(String name, Wire wire, String fields) {
        byte[] body = ("{\"model\":\"m\",\"stream\":true," + fields + "}").getBytes(StandardCharsets.UTF_8);
        WeakReference<byte[]> bytes = new WeakReference<>(body);
        Conversation remembered = wire.remember(wire.decode(body, DecodeLimits.DEFAULT));
        body = new byte[0];
        for (int i = 0; i < 50 && bytes.get() != null; i++) {
            System.gc();
        }
        assertThat(bytes.get()).isNull();
        assertThat(remembered.model()).isEqualTo("m");
        assertThat(remembered.settings().stream()).isTrue();
    }
}
