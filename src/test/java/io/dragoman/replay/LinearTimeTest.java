package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import io.dragoman.testing.Exchanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories so long that anything quadratic in them would take minutes. */
class LinearTimeTest {
    private static final int RUNS = 60_000;

    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of("a run before each text of one turn", List.of(Turn.made(Role.ASSISTANT, many("t")))),
                Arguments.of("a run before each empty text of one turn", List.of(Turn.made(Role.ASSISTANT, many("")))),
                Arguments.of("a turn for each run", turns(run -> Turn.made(Role.ASSISTANT, Exchanges.use("srvtoolu_" + run, "web_search")))),
                Arguments.of("a turn with an empty text for each run",
                        turns(run -> Turn.made(Role.ASSISTANT, Text.of(""), Exchanges.use("srvtoolu_" + run, "web_search")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void staysQuickAlsoOnAChangedConversation(String shape, List<Turn> turns) {
        Capture.Captured captured = new Capture(new CarrierCodec(), Map.of(), Long.MAX_VALUE).capture(Exchanges.conversation(turns));
        List<Turn> changed = new ArrayList<>(captured.conversation().turns());
        changed.add(Turn.made(Role.USER, Text.of("added")));
        for (List<Turn> now : List.of(captured.conversation().turns(), changed)) {
            Replay.Replayed back = new Replay().replay(captured.conversation().withTurns(now), captured.map(), Exchanges.natively());
            assertThat(back.report().counts().values().stream().mapToInt(n -> n).sum()).as(shape).isEqualTo(RUNS);
        }
    }

    private static List<Block> many(String text) {
        List<Block> blocks = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            blocks.add(Exchanges.use("srvtoolu_" + run, "web_search"));
            blocks.add(Text.of(text.isEmpty() ? "" : text + run));
        }
        return blocks;
    }

    private static List<Turn> turns(java.util.function.IntFunction<Turn> turn) {
        List<Turn> turns = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            turns.add(turn.apply(run));
        }
        return turns;
    }
}
