package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.OPENAI;
import static io.dragoman.wire.responses.Requests.decode;
import static io.dragoman.wire.responses.Requests.foreign;
import static io.dragoman.wire.responses.Requests.result;
import static io.dragoman.wire.responses.Requests.sent;
import static io.dragoman.wire.responses.Requests.use;
import static io.dragoman.wire.responses.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class InputProperties {
    private static final Raw OWN_REASONING = new Raw(ResponsesWire.NAME, Json.text("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"own\"}"));

    /** What stands in one answer; calls and searches get their ids, and calls their results, when the conversation is put together. */
    private enum Piece { TEXT, EMPTY, CALL, SEARCH, FETCH, CODE, HALF_SEARCH, OWN_REASONING, FOREIGN_THINKING, REDACTED }

    @Property
    void theInputOfATurnBeginsTheInputOfTheNext(@ForAll("conversations") List<List<Piece>> answers) {
        List<Turn> turns = turns(answers);
        List<String> before = List.of();
        for (int end = 1; end <= turns.size(); end++) {
            Turn last = turns.get(end - 1);
            if (last.role() == Role.ASSISTANT) {
                continue;
            }
            List<String> now = input(turns.subList(0, end));
            assertThat(now.subList(0, before.size())).isEqualTo(before);
            before = now;
        }
    }

    @Property
    void nothingThatOnlyAnotherVendorReadsIsSent(@ForAll("conversations") List<List<Piece>> answers) {
        assertThat(String.join("", input(turns(answers)))).doesNotContain("srvtoolu_").doesNotContain("server_tool_use").doesNotContain("ENCRYPTED");
    }

    @Property
    void aRequestOfThisWireGoesOutByteForByte(@ForAll("requests") String request) {
        assertThat(sent(decode(request))).isEqualTo(request);
    }

    @Provide
    Arbitrary<List<List<Piece>>> conversations() {
        return Arbitraries.of(Piece.class).list().ofMaxSize(6).list().ofMaxSize(5);
    }

    @Provide
    Arbitrary<String> requests() {
        Arbitrary<String> blank = Arbitraries.of("", " ", "\n\t", "  ");
        Arbitrary<String> item = Arbitraries.of("{\"role\":\"user\",\"content\":\"\\u00e9\\/x\"}", "{ \"type\" : \"reasoning\" , \"id\":\"rs_1\",\"summary\":[ ],\"encrypted_content\":\"gAAA\"}",
                "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"{}\",\"n\":1.500}", "{\"type\":\"future\",\"x\":1E+2}",
                "{\"type\":\"function_call_output\",\"call_id\":\"c\",\"output\":[ {\"type\":\"input_text\",\"text\":\"r\"}]}",
                "{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\",\"action\":{\"type\":\"search\",\"query\":\"q\"}}",
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"\\ud83d\\ude00\",\"parsed\":null}]}");
        return blank.flatMap(space -> item.list().ofMinSize(1).ofMaxSize(6).map(items -> space + "{" + space + "\"model\":" + space + "\"m\"," + space + "\"input\"" + space + ":["
                + space + String.join(space + "," + space, items) + space + "]" + space + ",\"x\":{\"y\":-0.0}}" + space));
    }

    private static List<String> input(List<Turn> turns) {
        return InputWriter.write(foreign(turns.toArray(Turn[]::new)), OPENAI, new Losses()).stream().map(item -> item.json().text()).toList();
    }

    private static List<Turn> turns(List<List<Piece>> answers) {
        AtomicInteger ids = new AtomicInteger();
        List<Turn> turns = new ArrayList<>(List.of(user("hej")));
        for (List<Piece> pieces : answers) {
            List<Block> answer = new ArrayList<>();
            List<Block> reply = new ArrayList<>();
            pieces.forEach(piece -> add(piece, Integer.toString(ids.incrementAndGet()), answer, reply));
            reply.add(Text.of("och?"));
            turns.add(Turn.made(Role.ASSISTANT, answer));
            turns.add(Turn.made(Role.USER, reply));
        }
        return turns;
    }

    private static void add(Piece piece, String id, List<Block> answer, List<Block> reply) {
        switch (piece) {
            case TEXT -> answer.add(Text.of("text " + id));
            case EMPTY -> answer.add(Text.of(""));
            case CALL -> {
                answer.add(ToolCall.of("call_" + id, "f", "{}"));
                reply.add(new ToolResult("call_" + id, List.of(Text.of("r")), false, Optional.empty()));
            }
            case SEARCH -> {
                answer.add(use("srvtoolu_" + id, "web_search", "{\"query\":\"q\"}"));
                answer.add(result("srvtoolu_" + id, "web_search_tool_result", "[{\"url\":\"u\",\"encrypted_content\":\"ENCRYPTED\"}]"));
            }
            case FETCH -> {
                answer.add(use("srvtoolu_" + id, "web_fetch", "{\"url\":\"u\"}"));
                answer.add(result("srvtoolu_" + id, "web_fetch_tool_result", "{\"type\":\"web_fetch_result\"}"));
            }
            case CODE -> {
                answer.add(use("srvtoolu_" + id, "code_execution", "{}"));
                answer.add(result("srvtoolu_" + id, "code_execution_tool_result", "{}"));
            }
            case HALF_SEARCH -> answer.add(use("srvtoolu_" + id, "web_search", "{\"query\":\"q\"}"));
            case OWN_REASONING -> answer.add(new Thinking("", Optional.of("own"), Optional.of(OPENAI.issuer()), Optional.of(OWN_REASONING)));
            case FOREIGN_THINKING -> answer.add(new Thinking("t", Optional.of("ENCRYPTED"), Optional.empty(), Optional.of(Requests.raw("{}"))));
            case REDACTED -> answer.add(new RedactedThinking("ENCRYPTED", Optional.empty(), Optional.of(Requests.raw("{}"))));
        }
    }
}
