package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.gateway.Gateway;
import io.dragoman.gateway.Provider;
import io.dragoman.gateway.StartSettings;
import io.dragoman.system.Growth.Said;
import io.dragoman.system.Growth.Step;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * The body grows, it does not change: whatever a provider was sent for one turn begins what it is sent for the next, on every lane. Answers go
 * through the codecs as live ones do, so that clients hold and return the very carriers that the gateway makes.
 */
class PrefixProperties {
    private static final Gateway GATEWAY = new Gateway(StartSettings.of(Map.of(), Map.of(), Upstream.settings("http://127.0.0.1:9")).settings());

    @Property(tries = 600)
    void aRequestBeginsWithTheOneBefore(@ForAll("lanes") Lane lane, @ForAll("growing") List<Step> steps) {
        Map<String, Provider> providers = GATEWAY.directory().providers();
        Talk talk = new Talk(lane, GATEWAY, providers);
        List<JsonNode> before = talk.sent();
        for (Step step : steps) {
            talk.grow(step);
            List<JsonNode> after = talk.sent();
            assertThat(after).as("%s after %s", lane, step).hasSizeGreaterThanOrEqualTo(before.size());
            assertThat(after.subList(0, before.size())).as("%s after %s", lane, step).isEqualTo(before);
            before = after;
        }
    }

    @Provide
    Arbitrary<Lane> lanes() {
        return Arbitraries.of(Lane.all().toList());
    }

    @Provide
    Arbitrary<List<Step>> growing() {
        return steps().list().ofMinSize(1).ofMaxSize(5);
    }

    private static Arbitrary<Step> steps() {
        Arbitrary<Said> said = Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.of("Done.", "Done.", "Готово 👍", "x\ny").map(Said.Words::new)),
                Tuple.of(2, Arbitraries.of("hm", "so").map(Said.Thought::new)), Tuple.of(2, Arbitraries.of("get_weather", "look").map(Said.Call::new)),
                Tuple.of(2, Arbitraries.of("tin", "tin", "lead").map(Said.Search::new)));
        Arbitrary<List<Said>> answers = said.list().ofMinSize(1).ofMaxSize(5);
        return Combinators.combine(answers, Arbitraries.of(Upstream.values()).optional(0.3), Arbitraries.of(Growth.User.values())).as(Step::new);
    }
}
