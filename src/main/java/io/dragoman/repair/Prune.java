package io.dragoman.repair;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;

/**
 * Pairs of calls and results, and what the ends of a history must look like. Runs for each target, after {@link Sanitise}. A
 * conversation that needs nothing comes back as the very same object.
 */
public final class Prune {
    public Repaired apply(Conversation conversation, TargetRules rules) {
        Changes changes = new Changes();
        Demands demands = Demands.of(conversation, rules);
        Conversation c = Ends.dropEmptyTurns(conversation, demands, changes);
        c = ClientPairs.settle(c, demands, changes);
        c = Ends.dropEmptyTurns(c, demands, changes);
        c = ServerPairs.settle(c, rules, demands, changes);
        c = Ends.settle(c, rules, demands, changes);
        return new Repaired(c, Aliases.NONE, changes.report());
    }
}
