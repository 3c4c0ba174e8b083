package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import io.dragoman.testing.Conversations;
import io.dragoman.testing.Exchanges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ReplayProperties {
    private static final TargetRules NATIVE = Exchanges.natively();
    private static final List<TargetRules> OTHERS = List.of(Exchanges.rules(Exchanges.ANTHROPIC, "anthropic:k.example", false, true),
            Exchanges.rules(Exchanges.CHAT, "chat:c.example", false, true), Exchanges.rules(Exchanges.RESPONSES, "responses:r.example", false, false));

    private final Capture capture = new Capture(new CarrierCodec(), Map.of(), 1 << 20);
    private final Replay replay = new Replay();

    @Property(tries = 10_000)
    void captureThenReplayIsTheIdentity(@ForAll("histories") List<Turn> turns) {
        Capture.Captured captured = capture.capture(Exchanges.conversation(turns));
        Conversation back = replay.replay(captured.conversation(), captured.map(), NATIVE).conversation();
        assertThat(back.turns()).isEqualTo(turns);
        assertThat(back.turns()).allMatch(turn -> turn.untouched(Exchanges.ANTHROPIC).isPresent());
    }

    @Property(tries = 2_000)
    void captureLeavesNothingThatOnlyOneProviderMaySee(@ForAll("histories") List<Turn> turns) {
        Capture.Captured captured = capture.capture(Exchanges.conversation(turns));
        assertThat(captured.conversation().turns()).allMatch(turn -> turn.blocks().stream().noneMatch(Server::is));
        assertThat(captured.conversation().turns()).allMatch(turn -> turns.contains(turn) || !turn.blocks().isEmpty());
        assertThat(captured.conversation()).hasToString("Conversation[m, " + captured.conversation().turns().size() + " turns, 0 tools]");
        assertThat(captured.map().toString()).matches("ReplayMap\\[(empty|\\d+ runs, \\d+ bytes)]");
    }

    @Property(tries = 10_000)
    void othersGetWhatTheyWouldGetWithoutTheMap(@ForAll("histories") List<Turn> turns, @ForAll("edits") List<Edits.Edit> edits) {
        Capture.Captured captured = capture.capture(Exchanges.conversation(turns));
        Conversation given = captured.conversation().withTurns(new Edits(captured.conversation().turns()).apply(edits));
        for (TargetRules rules : OTHERS) {
            assertSame(replay.replay(given, captured.map(), rules).conversation().turns(), replay.replay(given, ReplayMap.EMPTY, rules).conversation().turns());
        }
    }

    /** A run goes before the block that was its anchor, or before one that was put there with the very same words, or nowhere. */
    @Property(tries = 10_000)
    void afterEditsNoRunStandsBeforeABlockThatWasNotItsAnchor(@ForAll("histories") List<Turn> turns, @ForAll("edits") List<Edits.Edit> edits) {
        Capture.Captured captured = capture.capture(Exchanges.conversation(turns));
        Edits edited = new Edits(captured.conversation().turns());
        List<Turn> now = edited.apply(edits);
        boolean same = Alike.turns(captured.conversation().turns(), now);
        Replay.Replayed back = replay.replay(captured.conversation().withTurns(now), captured.map(), NATIVE);
        Map<Block, Optional<Block>> anchors = anchors(turns);
        anchors(back.conversation().turns()).forEach((block, next) -> {
            Optional<Block> was = anchors.get(block);
            assertThat(next.isPresent()).isEqualTo(was.isPresent());
            next.ifPresent(anchor -> assertThat(edited.owner(anchor) == edited.owner(was.orElseThrow())
                    || Anchor.of(anchor).equals(Anchor.of(was.orElseThrow())) && (same || edited.isNew(anchor))).isTrue());
        });
        assertVisible(back.conversation().turns(), now);
        assertThat(back.report().counts().values().stream().mapToInt(n -> n).sum()).isEqualTo(captured.map().runs());
        assertThat(replay.replay(captured.conversation().withTurns(now), captured.map(), NATIVE).conversation()).isEqualTo(back.conversation());
    }

    /** Edits that add turns take no run from its place, as long as blocks stay the same objects. */
    @Property(tries = 2_000)
    void addingATurnLosesNoRunThatHasAnAnchor(@ForAll("histories") List<Turn> turns, @ForAll int place, @ForAll Role role) {
        Capture.Captured captured = capture.capture(Exchanges.conversation(turns));
        List<Turn> now = new ArrayList<>(captured.conversation().turns());
        now.add(Math.floorMod(place, now.size() + 1), Turn.made(role == Role.ASSISTANT ? Role.USER : role, Exchanges.text("added")));
        Replay.Replayed back = replay.replay(captured.conversation().withTurns(now), captured.map(), NATIVE);
        List<Kept.Run> anchored = captured.map().kept().stream().map(Kept.Run.class::cast).filter(run -> run.next().isPresent()).toList();
        Set<Block> found = Collections.newSetFromMap(new IdentityHashMap<>());
        back.conversation().turns().forEach(turn -> found.addAll(turn.blocks()));
        assertThat(anchored).allMatch(run -> found.containsAll(run.blocks()));
    }

    @Property(tries = 2_000)
    void overBudgetTheOldestRunsGo(@ForAll("histories") List<Turn> turns, @ForAll int budget) {
        Capture.Captured all = capture.capture(Exchanges.conversation(turns));
        long bytes = Math.floorMod(budget, all.map().bytes() + 1);
        Capture.Captured some = new Capture(new CarrierCodec(), Map.of(), bytes).capture(Exchanges.conversation(turns));
        List<Kept> kept = some.map().kept();
        assertThat(some.conversation()).isEqualTo(all.conversation());
        assertThat(some.map().bytes()).isLessThanOrEqualTo(bytes);
        assertThat(kept).isEqualTo(all.map().kept().subList(all.map().kept().size() - kept.size(), all.map().kept().size()));
        assertThat(some.report().counts().getOrDefault("dropped:budget", 0)).isEqualTo(all.map().runs() - some.map().runs());
    }

    @Provide
    Arbitrary<List<Turn>> histories() {
        return Conversations.histories();
    }

    @Provide
    Arbitrary<List<Edits.Edit>> edits() {
        return Edits.arbitrary().list().ofMinSize(1).ofMaxSize(5);
    }

    private static void assertSame(List<Turn> actual, List<Turn> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i)).isSameAs(expected.get(i)).as("turn %d", i);
        }
    }

    /** Replay adds runs and changes nothing else. */
    private static void assertVisible(List<Turn> actual, List<Turn> expected) {
        List<List<Block>> bare = actual.stream().map(turn -> turn.blocks().stream().filter(block -> !Server.is(block)).toList()).toList();
        List<List<Block>> kept = new ArrayList<>();
        for (int i = 0; i < bare.size(); i++) {
            if (!bare.get(i).isEmpty() || actual.get(i).blocks().isEmpty()) {
                kept.add(bare.get(i));
            }
        }
        assertThat(kept).isEqualTo(expected.stream().map(Turn::blocks).toList());
    }

    /** For each server block the next visible one in its series of assistant turns. */
    private static Map<Block, Optional<Block>> anchors(List<Turn> turns) {
        Map<Block, Optional<Block>> found = new IdentityHashMap<>();
        Optional<Block> next = Optional.empty();
        for (int t = turns.size() - 1; t >= 0; t--) {
            List<Block> blocks = turns.get(t).blocks();
            if (turns.get(t).role() != Role.ASSISTANT) {
                next = Optional.empty();
                continue;
            }
            for (int b = blocks.size() - 1; b >= 0; b--) {
                if (Server.is(blocks.get(b))) {
                    found.put(blocks.get(b), next);
                } else if (!(blocks.get(b) instanceof Text text && text.text().isEmpty())) {
                    next = Optional.of(blocks.get(b));
                }
            }
        }
        return found;
    }
}
