package io.dragoman.repair;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;

/**
 * Ids, names and shapes: everything that can be put right without knowing which call has a result. Runs for each target, before
 * {@link Prune}. A conversation that needs nothing comes back as the very same object.
 */
public final class Sanitise {
    public Repaired apply(Conversation conversation, TargetRules rules) {
        Changes changes = new Changes();
        Demands demands = Demands.of(conversation, rules);
        Conversation c = Sides.split(conversation, changes);
        c = ForeignThinking.drop(c, rules, demands, changes);
        c = ItemIds.settle(c, demands, changes);
        c = Texts.clean(c, demands, changes);
        c = Ends.dropEmptyTurns(c, demands, changes);
        c = ToolIds.settle(c, rules, demands, changes);
        ToolNames.Named named = ToolNames.settle(c, rules, demands, changes);
        c = Arguments.settle(named.conversation(), demands, changes);
        c = CacheMarks.trim(c, demands, changes);
        return new Repaired(c, named.aliases(), changes.report());
    }

    /** Both steps in their order, as a target gets them. */
    public static Repaired andPrune(Conversation conversation, TargetRules rules) {
        Repaired sanitised = new Sanitise().apply(conversation, rules);
        Repaired pruned = new Prune().apply(sanitised.conversation(), rules);
        return new Repaired(pruned.conversation(), sanitised.aliases(), sanitised.report().and(pruned.report()));
    }
}
