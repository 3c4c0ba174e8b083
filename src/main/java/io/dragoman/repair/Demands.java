package io.dragoman.repair;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.WireName;

/**
 * What the target's protocol insists on, as far as repairs depend on it.
 *
 * @param wire     which family of rules holds
 * @param sameWire the client speaks it too: what was legal there is left alone, and its messages are not merged by the encoder
 * @param first    the target is the vendor of that wire, or stands in for it with its own server tools
 */
record Demands(Family wire, WireName name, boolean sameWire, boolean first) {
    /** The rule books; a wire that is none of them is held to Chat's, the most widely spoken. */
    enum Family { ANTHROPIC, RESPONSES, CHAT }

    static Demands of(Conversation conversation, TargetRules rules) {
        Family family = switch (rules.wire().value()) {
            case "anthropic" -> Family.ANTHROPIC;
            case "responses" -> Family.RESPONSES;
            default -> Family.CHAT;
        };
        return new Demands(family, rules.wire(), conversation.cameBy(rules.wire()), rules.nativeServerTools());
    }

    /** A call of a client tool never has such an id; where the vendor's ids mean nothing special, they are ids. */
    boolean isServerCall(String id) {
        return Kind.isServerId(id) && (anthropic() || !sameWire);
    }

    boolean anthropic() {
        return wire == Family.ANTHROPIC;
    }

    boolean responses() {
        return wire == Family.RESPONSES;
    }

    boolean chat() {
        return wire == Family.CHAT;
    }

    /** Results stand right behind their calls, before anything else. Responses finds them anywhere later. */
    boolean resultsFollowCalls() {
        return !responses();
    }
}
