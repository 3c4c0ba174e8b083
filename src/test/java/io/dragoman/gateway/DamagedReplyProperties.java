package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.gateway.InMemoryLane.Ending;
import io.dragoman.gateway.InMemoryLane.Seen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Whatever becomes of a provider's bytes, on every lane: no exception but a failure that says what is wrong, and one end. */
class DamagedReplyProperties {
    private static final List<InMemoryLane> LANES = Wires.ALL.stream().flatMap(client -> Wires.ALL.stream()
            .flatMap(provider -> Stream.of(true, false).map(stream -> new InMemoryLane(client, provider, true, stream)))).toList();
    private static final List<GoldenStream> STREAMS = List.of(GoldenStream.of(Wires.ANTHROPIC, "thinking_tool_use"), GoldenStream.of(Wires.ANTHROPIC, "web_search"),
            GoldenStream.of(Wires.RESPONSES, "reasoning_function_call"), GoldenStream.of(Wires.RESPONSES, "web_search"),
            GoldenStream.of(Wires.RESPONSES, "custom_tool"), GoldenStream.of(Wires.RESPONSES, "incomplete"), GoldenStream.of(Wires.CHAT, "text"),
            GoldenStream.of(Wires.CHAT, "tool_calls"));

    @Property(tries = 4000)
    void ofAStream(@ForAll("streams") GoldenStream golden, @ForAll @IntRange(max = 5) int lane, @ForAll("damages") List<Damage> damages) {
        List<InMemoryLane> fitting = LANES.stream().filter(each -> each.provider() == golden.wire()).toList();
        assertOneEnd(fitting.get(lane), Damage.all(golden.bytes(), damages));
    }

    @Property(tries = 4000)
    void ofADocument(@ForAll("lanes") InMemoryLane lane, @ForAll("damages") List<Damage> damages) {
        assertOneEnd(lane, Damage.all(GoldenStream.document(lane.provider()), damages));
    }

    @Property(tries = 1000)
    void ofAnything(@ForAll("lanes") InMemoryLane lane, @ForAll byte[] bytes) {
        assertOneEnd(lane, bytes);
    }

    private static void assertOneEnd(InMemoryLane lane, byte[] bytes) {
        Seen seen = lane.answer(bytes, 64, Ending.end());
        String what = new String(bytes, StandardCharsets.UTF_8) + "\n-> " + seen;
        seen.failure().ifPresent(failure -> assertThat(failure.message()).as(what).isNotBlank()
                .isNotEqualTo("The provider's answer could not be understood."));
        assertThat(seen.failure().isPresent() || !seen.out().isEmpty()).as(what).isTrue();
        assertThat(seen.ended()).as(what).isEqualTo(lane.stream() && !seen.out().isEmpty());
    }

    @Provide
    Arbitrary<InMemoryLane> lanes() {
        return Arbitraries.of(LANES);
    }

    @Provide
    Arbitrary<GoldenStream> streams() {
        return Arbitraries.of(STREAMS);
    }

    @Provide
    Arbitrary<List<Damage>> damages() {
        return Damage.some();
    }
}
