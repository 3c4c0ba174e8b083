package io.dragoman.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Turn;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RepairProperties {
    @Property(tries = 3000)
    void noProviderRefusesARepairedHistory(@ForAll("broken") Conversation conversation, @ForAll("targets") TargetRules rules) {
        Conversation repaired = Sanitise.andPrune(conversation, rules).conversation();
        Assume.that(repaired.turns().stream().anyMatch(turn -> !turn.blocks().isEmpty()));
        assertThat(RuleBook.problems(repaired, rules)).as(() -> Histories.show(conversation) + Histories.show(repaired)).isEmpty();
    }

    @Property(tries = 3000)
    void repairingTwiceIsRepairingOnce(@ForAll("broken") Conversation conversation, @ForAll("targets") TargetRules rules) {
        Conversation once = Sanitise.andPrune(conversation, rules).conversation();
        Repaired twice = Sanitise.andPrune(once, rules);
        assertThat(twice.report()).as(() -> Histories.show(conversation) + Histories.show(once) + Histories.show(twice.conversation())).isEqualTo(RepairReport.NOTHING);
        assertThat(twice.conversation()).isSameAs(once);
    }

    @Property
    void aSoundHistoryComesBackAsTheSameObject(@ForAll("sound") Conversation conversation) {
        assertThat(RuleBook.problems(conversation, Histories.NATIVE)).isEmpty();
        assertThat(Sanitise.andPrune(conversation, Histories.NATIVE).conversation()).isSameAs(conversation);
    }

    @Property
    void aSoundHistoryIsTakenByEveryTarget(@ForAll("sound") Conversation conversation, @ForAll("targets") TargetRules rules) {
        assertThat(RuleBook.problems(Sanitise.andPrune(conversation, rules).conversation(), rules)).isEmpty();
    }

    /** Prompt caches and bound reasoning live on this: what a request said is how the next one begins. */
    @Property
    void theRequestOfATurnBeginsTheRequestOfTheNext(@ForAll("sound") Conversation conversation, @ForAll("targets") TargetRules rules) {
        List<Turn> whole = Sanitise.andPrune(conversation, rules).conversation().turns();
        for (int t = 1; t < conversation.turns().size(); t++) {
            if (Walk.isAssistant(conversation.turns().get(t))) {
                Conversation earlier = conversation.withTurns(conversation.turns().subList(0, t));
                List<Turn> then = Sanitise.andPrune(earlier, rules).conversation().turns();
                assertThat(whole).as(() -> Histories.show(conversation)).startsWith(then.toArray(Turn[]::new));
            }
        }
    }

    @Property
    void changesAreReported(@ForAll("broken") Conversation conversation, @ForAll("targets") TargetRules rules) {
        Repaired repaired = Sanitise.andPrune(conversation, rules);
        assertThat(repaired.report().changes().isEmpty()).as(() -> Histories.show(conversation) + repaired.report()).isEqualTo(repaired.conversation() == conversation);
    }

    @Provide
    Arbitrary<Conversation> broken() {
        return Histories.broken();
    }

    @Provide
    Arbitrary<Conversation> sound() {
        return Histories.sound();
    }

    @Provide
    Arbitrary<TargetRules> targets() {
        return Arbitraries.of(Histories.ALL);
    }
}
