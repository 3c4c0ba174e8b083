package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * System messages among the turns, toward Anthropic. Those before the first other turn join the system prompt there, and are left
 * alone. A later one becomes a user text in place, marked, when the target refuses the role or the place.
 */
final class SystemTurns {
    static final String MARK = "[System message] ";

    private SystemTurns() {}

    static Conversation settle(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        if (!demands.anthropic() || isLegal(rules, demands) || conversation.turns().stream().noneMatch(SystemTurns::isSystem)) {
            return conversation;
        }
        List<Turn> turns = conversation.turns();
        List<Turn> out = new ArrayList<>(turns.size());
        int first = 0;
        while (first < turns.size() && isSystem(turns.get(first))) {
            first++;
        }
        boolean userSpokeLast = false;
        for (int t = 0; t < turns.size(); t++) {
            Turn turn = turns.get(t);
            if (isSystem(turn) && t > first && !(rules.systemTurns() && userSpokeLast)) {
                changes.add("system-turn-as-user", t, -1);
                out.add(Turn.made(Role.USER, marked(turn.blocks())));
            } else {
                out.add(turn);
            }
            userSpokeLast = !Walk.isAssistant(turn);
        }
        return Walk.turns(conversation, out);
    }

    /** When nobody else speaks, the last system message is what the answer is asked for. */
    static Conversation letOneSpeak(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        List<Turn> turns = conversation.turns();
        if (turns.isEmpty() || isLegal(rules, demands) || !turns.stream().allMatch(SystemTurns::isSystem)) {
            return conversation;
        }
        int last = turns.size() - 1;
        changes.add("system-turn-as-user", last, -1);
        List<Turn> out = new ArrayList<>(turns);
        out.set(last, Turn.made(Role.USER, turns.get(last).blocks()));
        return conversation.withTurns(out);
    }

    private static boolean isLegal(TargetRules rules, Demands demands) {
        return rules.systemTurns() && demands.sameWire();
    }

    static boolean isSystem(Turn turn) {
        return turn.role() == Role.SYSTEM || turn.role() == Role.DEVELOPER;
    }

    private static List<Block> marked(List<Block> blocks) {
        List<Block> marked = new ArrayList<>(blocks);
        if (!blocks.isEmpty() && blocks.get(0) instanceof Text text) {
            marked.set(0, new Text(MARK + text.text(), text.citations(), Optional.empty()));
        } else {
            marked.add(0, Text.of(MARK.strip()));
        }
        return blocks.isEmpty() ? blocks : marked;
    }
}
