package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.NATIVE;
import static io.dragoman.wire.anthropic.Fixtures.THIRD_PARTY;
import static io.dragoman.wire.anthropic.Fixtures.WIRE;
import static io.dragoman.wire.anthropic.Fixtures.decode;
import static io.dragoman.wire.anthropic.Fixtures.text;
import static io.dragoman.wire.anthropic.Fixtures.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SameWireTest {
    private static final String ODD = " {\"model\" : \"claude-opus-5-5\",\"max_tokens\":64,\"future_2027\":{\"a\":[1.0,1E+2]},"
            + "\"messages\":[ {\"role\":\"user\",\"content\":\"x\"},{\"content\":[%s,{\"type\":\"text\",\"text\":\"y\"}],"
            + "\"role\":\"assistant\"}, {\"role\":\"system\",\"content\":[],\"output_config\":{\"effort\":\"low\"}},"
            + "{\"role\":\"user\",\"content\":\"z\"}]}\n";
    private static final String EXCHANGE = "{\"type\":\"server_tool_use\",\"name\":\"web_search\",\"id\":\"srvtoolu_1\","
            + "\"input\":{\"query\":\"a\\/b \\u0436 😀\",\"n\":1.0,\"big\":12345678901234567890,\"e\":1E+2}},"
            + "{\"tool_use_id\":\"srvtoolu_1\",\"content\":[{\"encrypted_content\":\"E\",\"type\":\"web_search_result\","
            + "\"title\":\"т\\u2028\",\"url\":\"https:\\/\\/e.example\",\"page_age\":null,\"rank\":0.10}],"
            + "\"type\":\"web_search_tool_result\"}";

    static Stream<String> requests() {
        return Stream.of("request.", "followup.", "count_tokens.request").flatMap(prefix -> Fixtures.golden(prefix).stream());
    }

    static Stream<String> blocks() {
        return Stream.of("block_in.", "block_out.").flatMap(prefix -> Fixtures.golden(prefix).stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void goesOutByteForByte(String golden) {
        byte[] body = Fixtures.read(golden);
        Encoded encoded = WIRE.encode(WIRE.decode(body, DecodeLimits.DEFAULT), NATIVE);
        assertThat(text(encoded.body())).isEqualTo(text(body));
        assertThat(encoded.losses()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("blocks")
    void keepsEveryBlockAsItWasRead(String golden) {
        String block = text(Fixtures.read(golden)).strip();
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":[" + block + "]}]}";
        Conversation conversation = decode(body);
        Block read = conversation.turns().get(0).blocks().get(0);
        assertThat(read.raw().orElseThrow().json().text()).isEqualTo(block);
        assertThat(text(WIRE.encode(conversation, NATIVE).body())).isEqualTo(body);
        Conversation touched = conversation.withTurns(List.of(Turn.made(conversation.turns().get(0).role(), List.of(read, Text.of("more")))));
        assertThat(text(WIRE.encode(touched, NATIVE).body())).contains(block);
        assertThat(WIRE.blocks().read(read.raw().orElseThrow().json())).isEqualTo(read);
    }

    @Test
    void replacesTheModelAndNothingElse() {
        String body = ODD.formatted(EXCHANGE);
        assertThat(text(WIRE.encode(decode(body).withModel("claude-\"x\""), NATIVE).body()))
                .isEqualTo(body.replace("\"claude-opus-5-5\"", "\"claude-\\\"x\\\"\""));
    }

    @Test
    void composesOnlyTheMessageThatWasTouched() {
        String body = ODD.formatted(EXCHANGE);
        Conversation read = decode(body);
        List<Turn> turns = new ArrayList<>(read.turns());
        Turn answer = turns.get(1);
        turns.set(1, answer.withBlocks(answer.blocks().subList(2, 3)));
        turns.add(0, Turn.made(Role.USER, Text.of("new")));
        assertThat(text(WIRE.encode(read.withTurns(turns), NATIVE).body())).isEqualTo(body
                .replace("[ {\"role\":\"user\",\"content\":\"x\"}",
                        "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"new\"}]},{\"role\":\"user\",\"content\":\"x\"}")
                .replace("{\"content\":[" + EXCHANGE + ",", "{\"content\":[").replace("}, {\"role\":\"system\"", "},{\"role\":\"system\""));
    }

    @Test
    void aTurnThatGotItsBlocksBackIsUntouched() {
        String body = ODD.formatted(EXCHANGE);
        Conversation read = decode(body);
        List<Turn> turns = new ArrayList<>(read.turns());
        Turn answer = turns.get(1);
        turns.set(1, answer.withBlocks(answer.blocks().subList(2, 3)).withBlocks(answer.blocks()));
        assertThat(text(WIRE.encode(read.withTurns(turns), NATIVE).body())).isEqualTo(body);
    }

    @Test
    void aSystemMessageThatBecameTheUsersLeavesItsSettingsBehind() {
        Conversation read = decode("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\",\"output_config\":{}},"
                + "{\"role\":\"system\",\"content\":[],\"output_config\":{}}]}");
        List<Turn> users = read.turns().stream().map(turn -> new Turn(Role.USER, List.copyOf(turn.blocks().stream()
                .map(block -> (Block) Text.of(((Text) block).text())).toList()), turn.source())).toList();
        assertThat(text(WIRE.encode(read.withTurns(users), THIRD_PARTY).body())).isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":"
                + "\"user\",\"content\":[{\"type\":\"text\",\"text\":\"s\"}]}]}");
    }

    @Test
    void addsAFieldThatWasNotThere() {
        Conversation read = decode("{\"model\":\"m\", \"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");
        Conversation other = read.withSettings(read.settings().toBuilder().stream(true).build()).withSystem(List.of(Text.of("s")));
        assertThat(text(WIRE.encode(other, NATIVE).body())).isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\","
                + "\"content\":\"x\"}],\"system\":[{\"type\":\"text\",\"text\":\"s\"}],\"stream\":true}");
    }

    @Test
    void aThirdPartyGetsNoCitationOfASearchAndNoCallerThatIsARunAtAnthropic() {
        String web = "{\"type\":\"web_search_result_location\",\"url\":\"https://e\",\"title\":\"t\",\"cited_text\":\"c\","
                + "\"encrypted_index\":\"EIX\"}";
        String page = "{\"type\":\"char_location\",\"document_index\":0}";
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":["
                + "{\"type\":\"text\",\"text\":\"a\",\"citations\":[" + web + "]},"
                + "{\"type\":\"text\",\"text\":\"b\",\"citations\":[" + web + "," + page + "]},"
                + "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"n\",\"input\":{ },\"caller\":"
                + "{\"type\":\"code_execution_20260120\",\"tool_id\":\"srvtoolu_1\"}}]}]}";
        Encoded encoded = WIRE.encode(decode(body), THIRD_PARTY);
        assertThat(text(encoded.body())).isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":["
                + "{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\",\"citations\":[" + page + "]},"
                + "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"n\",\"input\":{ }}]}]}");
        assertThat(encoded.losses()).extracting(loss -> loss.path())
                .containsExactly("messages[].content[].citations", "messages[].content[].caller");
        assertThat(text(WIRE.encode(decode(body), NATIVE).body())).isEqualTo(body);
    }

    @Test
    void aCitationThatWasMadeForAClientReachesNoProvider() {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"a\","
                + "\"citations\":[{\"type\":\"web_search_result_location\",\"url\":\"https://e\",\"encrypted_index\":\"\"}]}]}]}";
        assertThat(text(WIRE.encode(decode(body), NATIVE).body())).doesNotContain("citations");
    }

    @Test
    void aThreadIsNotContinuedElsewhere() {
        Conversation thread = WIRE.decode(Fixtures.read("request.thread_continue_beta.json"), DecodeLimits.DEFAULT);
        assertThat(catchThrowableOfType(DragomanException.class, () -> WIRE.encode(thread, THIRD_PARTY)).failure().param()).contains("thread");
        assertThat(catchThrowableOfType(DragomanException.class, () -> WIRE.lossesElsewhere(thread)).failure().status()).isEqualTo(400);
    }

    @Test
    void namesTheFieldsThatNoOtherWireHas() {
        Conversation read = WIRE.decode(Fixtures.read("request.full_beta.json"), DecodeLimits.DEFAULT);
        assertThat(WIRE.lossesElsewhere(read)).extracting(loss -> loss.path())
                .containsExactly("mcp_servers", "context_management", "container", "fallbacks", "messages[].output_config");
    }

    @Test
    void aRequestOfAMegabyteCostsLittleMoreThanItsScan() {
        StringBuilder body = new StringBuilder("{\"model\":\"m\",\"messages\":[");
        for (int i = 0; i < 2_000; i++) {
            body.append("{\"role\":\"").append(i % 2 == 0 ? "user" : "assistant").append("\",\"content\":[{\"type\":\"text\",\"text\":\"")
                    .append("word ".repeat(100)).append("\"}]},");
        }
        body.setCharAt(body.length() - 1, ']');
        byte[] bytes = utf8(body.append('}').toString());
        assertThat(WIRE.encode(WIRE.decode(bytes, DecodeLimits.DEFAULT), NATIVE).body()).isEqualTo(bytes);
    }
}
