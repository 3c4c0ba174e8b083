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
        boolean legal = rules.systemTurns() && demands.sameWire();
        if (!demands.anthropic() || legal || conversation.turns().stream().noneMatch(SystemTurns::isSystem)) {
            return conversation;
        }
        List<Turn> turns = conversation.turns();
        List<Turn> out = new ArrayList<>(turns.size());
        int first = 0;
        while (first < turns.size() && isSystem(turns.get(first))) {
            first++;
        }
        boolean onlySystem = first == turns.size();
        boolean userSpokeLast = false;
        for (int t = 0; t < turns.size(); t++) {
            Turn turn = turns.get(t);
            boolean last = onlySystem && t == turns.size() - 1;
            if (isSystem(turn) && (last || t > first && !(rules.systemTurns() && userSpokeLast))) {
                changes.add("system-turn-as-user", t, -1);
                out.add(Turn.made(Role.USER, last ? turn.blocks() : marked(turn.blocks())));
            } else {
                out.add(turn);
            }
            userSpokeLast = !Walk.isAssistant(turn);
        }
        return Walk.turns(conversation, out);
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
