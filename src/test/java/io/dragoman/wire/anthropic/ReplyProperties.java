package io.dragoman.wire.anthropic;

import static io.dragoman.wire.anthropic.Fixtures.events;
import static io.dragoman.wire.anthropic.Fixtures.streamed;
import static io.dragoman.wire.anthropic.Fixtures.text;
import static io.dragoman.wire.anthropic.Fixtures.whole;
import static io.dragoman.wire.anthropic.Fixtures.wholeEvents;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ReplyProperties {
    /** One move of a provider: a block is opened where it was not, grows by a piece, or ends. */
    record Move(int block, boolean ends, String piece) {}

    @Property
    void blocksOfAnyMixStandOneAfterTheOther(@ForAll("moves") List<Move> moves) {
        List<Event> reply = reply(moves);
        int open = -1;
        int next = 0;
        for (String line : text(streamed(reply)).lines().filter(line -> line.startsWith("data: ")).toList()) {
            JsonNode event = Json.text(line.substring(6)).tree();
            switch (event.get("type").asText()) {
                case "content_block_start" -> {
                    assertThat(open).isEqualTo(-1);
                    assertThat(event.get("index").asInt()).isEqualTo(next);
                    open = next++;
                }
                case "content_block_delta" -> assertThat(event.get("index").asInt()).isEqualTo(open);
                case "content_block_stop" -> {
                    assertThat(event.get("index").asInt()).isEqualTo(open);
                    open = -1;
                }
                default -> assertThat(open).isEqualTo(-1);
            }
        }
        assertThat(open).isEqualTo(-1);
    }

    @Property
    void aStreamFoldsIntoTheWholeAnswer(@ForAll("moves") List<Move> moves) {
        List<Event> reply = reply(moves);
        assertThat(blocks(events(streamed(reply)))).isEqualTo(blocks(wholeEvents(whole(reply))));
    }

    private static List<String> blocks(List<Event> events) {
        assertThat(events.get(events.size() - 1)).isInstanceOf(Event.Finished.class);
        return events.stream().filter(event -> event instanceof Event.BlockFinished)
                .map(event -> ((Event.BlockFinished) event).whole().raw().orElseThrow().json().text()).toList();
    }

    private static List<Event> reply(List<Move> moves) {
        List<Event> found = new ArrayList<>();
        ReplyEvents events = new ReplyEvents(found::add);
        events.started("resp", "gpt-x", Usage.NONE);
        Map<Integer, ReplyEvents.OpenBlock> open = new HashMap<>();
        for (Move move : moves) {
            ReplyEvents.OpenBlock block = open.computeIfAbsent(move.block(), number -> events.open(shell(number, "")));
            if (isCall(move.block())) {
                block.arguments(block.content().isEmpty() ? "{\"a\":\"b\"" : "");
            } else {
                block.text(move.piece());
            }
            if (move.ends()) {
                end(open, move.block());
            }
        }
        new ArrayList<>(open.keySet()).forEach(number -> end(open, number));
        events.finished(StopReason.of(StopReason.Kind.END, "stop"), Usage.NONE);
        return found;
    }

    private static void end(Map<Integer, ReplyEvents.OpenBlock> open, int number) {
        ReplyEvents.OpenBlock block = open.remove(number);
        if (isCall(number)) {
            block.arguments("}");
        }
        block.finish(content -> shell(number, content));
    }

    private static boolean isCall(int number) {
        return number % 2 == 1;
    }

    private static Block shell(int number, String content) {
        return isCall(number) ? ToolCall.of("call_" + number, "look", content) : Text.of(content);
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        Arbitrary<String> pieces = Arbitraries.of("", "a", "é😀", "\"\\\n", "x".repeat(40));
        return Combinators.combine(Arbitraries.integers().between(0, 4), Arbitraries.of(true, false, false), pieces).as(Move::new).list()
                .ofMaxSize(14);
    }
}
