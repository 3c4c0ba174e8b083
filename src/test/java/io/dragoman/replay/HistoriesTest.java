package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.testing.Exchanges;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Wire;
import io.dragoman.wire.anthropic.AnthropicWire;
import io.dragoman.wire.responses.ResponsesWire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories of Anthropic clients on their way to native Anthropic: {@code given.json} in, {@code expected.json} out, and what was counted.
 * Without {@code expected.json} the request must go out byte for byte as it came in. Toward anybody else no trace of an exchange is left.
 */
class HistoriesTest {
    private static final Path CASES = Path.of("src/test/resources/golden/histories/replay");
    private static final TargetRules THIRD_PARTY = Exchanges.rules(Exchanges.ANTHROPIC, "anthropic:k.example", false, false);
    private static final TargetRules GPT = Exchanges.rules(Exchanges.RESPONSES, "responses:r.example", false, false);

    private final Wire anthropic = new AnthropicWire();
    private final Capture capture = new Capture(new CarrierCodec(), Map.of(AnthropicWire.NAME, anthropic.blocks()), 1 << 20);
    private final Replay replay = new Replay();

    static List<String> cases() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void goesToNativeAnthropicAs(String name) throws IOException {
        byte[] given = read(name, "given.json");
        Capture.Captured captured = capture.capture(anthropic.decode(given, DecodeLimits.DEFAULT));
        Replay.Replayed replayed = replay.replay(captured.conversation(), captured.map(), Exchanges.natively());
        String sent = new String(anthropic.encode(replayed.conversation(), Exchanges.natively()).body(), StandardCharsets.UTF_8);
        if (Files.exists(CASES.resolve(name).resolve("expected.json"))) {
            assertThat(blocks(sent)).isEqualTo(blocks(new String(read(name, "expected.json"), StandardCharsets.UTF_8)));
        } else {
            assertThat(sent).isEqualTo(new String(given, StandardCharsets.UTF_8));
        }
        Map<String, Integer> counts = new TreeMap<>(captured.report().counts());
        replayed.report().counts().forEach((outcome, count) -> counts.merge(outcome, count, Integer::sum));
        assertThat(Json.MAPPER.valueToTree(counts).toString()).isEqualTo(Json.MAPPER.valueToTree(Json.MAPPER.readValue(read(name, "report.json"), TreeMap.class)).toString());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void leavesNoTraceForAnybodyElse(String name) throws IOException {
        Capture.Captured captured = capture.capture(anthropic.decode(read(name, "given.json"), DecodeLimits.DEFAULT));
        for (TargetRules rules : List.of(THIRD_PARTY, GPT)) {
            Wire wire = rules.wire().equals(AnthropicWire.NAME) ? anthropic : new ResponsesWire();
            Conversation with = replay.replay(captured.conversation(), captured.map(), rules).conversation();
            String sent = new String(wire.encode(with, rules).body(), StandardCharsets.UTF_8);
            assertThat(sent).isEqualTo(new String(wire.encode(captured.conversation(), rules).body(), StandardCharsets.UTF_8));
            if (!captured.map().isEmpty()) {
                assertThat(sent).doesNotContain("srvtoolu_01").doesNotContain("RW5jS2l0").doesNotContain("server_tool_use");
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void tellsAProviderThatSearchesOfSearchesOnly(String name) throws IOException {
        TargetRules rules = Exchanges.rules(Exchanges.RESPONSES, "responses:r.example", false, true);
        Capture.Captured captured = capture.capture(anthropic.decode(read(name, "given.json"), DecodeLimits.DEFAULT));
        Replay.Replayed replayed = replay.replay(captured.conversation(), captured.map(), rules);
        String sent = new String(new ResponsesWire().encode(replayed.conversation(), rules).body(), StandardCharsets.UTF_8);
        if (!captured.map().isEmpty()) {
            assertThat(sent).doesNotContain("srvtoolu_01").doesNotContain("RW5jS2l0").doesNotContain("server_tool_use");
        }
        boolean told = replayed.report().counts().getOrDefault("folded", 0) > 0;
        assertThat(sent.contains("\"web_search_call\"")).isEqualTo(told);
    }

    /** Messages by role and blocks: a turn without its source may be spelt anew, and neighbours of one role may be joined. */
    private static List<String> blocks(String request) throws IOException {
        List<String> blocks = new java.util.ArrayList<>();
        Json.MAPPER.readTree(request).path("messages").forEach(message -> {
            if (message.path("content").isTextual()) {
                ObjectNode text = Json.MAPPER.createObjectNode().put("type", "text");
                blocks.add(message.path("role").asText() + text.set("text", message.path("content")));
            }
            message.path("content").forEach(block -> blocks.add(message.path("role").asText() + block));
        });
        return blocks;
    }

    private static byte[] read(String name, String file) throws IOException {
        return Files.readAllBytes(CASES.resolve(name).resolve(file));
    }
}
