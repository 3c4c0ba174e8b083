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

/** Turns without content, the first turn and the last one. */
final class Ends {
    static final String OPENING = "(The conversation begins with the assistant.)";

    private Ends() {}

    /** Drops turns without blocks, except those that came so by the target's own wire and are legal there. */
    static Conversation dropEmptyTurns(Conversation conversation, Demands demands, Changes changes) {
        if (isSilent(conversation)) {
            return conversation;
        }
        List<Turn> out = new ArrayList<>(conversation.turns().size());
        for (int t = 0; t < conversation.turns().size(); t++) {
            Turn turn = conversation.turns().get(t);
            if (turn.blocks().isEmpty() && !isLegal(turn, demands)) {
                changes.add("empty-turn-dropped", t, -1);
            } else {
                out.add(turn);
            }
        }
        return Walk.turns(conversation, out);
    }

    /** Nobody says anything: words are not invented, the provider will tell. */
    private static boolean isSilent(Conversation conversation) {
        return conversation.turns().stream().allMatch(turn -> turn.blocks().isEmpty());
    }

    private static boolean isLegal(Turn turn, Demands demands) {
        boolean cameSo = demands.sameWire() && turn.untouched(demands.name()).isPresent();
        return cameSo && (!demands.anthropic() || SystemTurns.isSystem(turn));
    }

    static Conversation settle(Conversation conversation, TargetRules rules, Demands demands, Changes changes) {
        Conversation c = conversation;
        if (demands.responses()) {
            c = dropDanglingReasoning(c, changes);
        }
        c = dropEmptyTurns(c, demands, changes);
        if (demands.anthropic()) {
            c = trimPrefill(c, demands, changes);
            c = SystemTurns.settle(c, rules, demands, changes);
            c = SystemTurns.letOneSpeak(c, rules, demands, changes);
            c = isSilent(c) ? c : openAsUser(c, changes);
        }
        return c;
    }

    /** On Responses a reasoning item must have a following item of its turn. */
    private static Conversation dropDanglingReasoning(Conversation conversation, Changes changes) {
        List<Turn> turns = conversation.turns();
        List<Turn> out = new ArrayList<>(turns);
        boolean followed = false;
        for (int t = turns.size() - 1; t >= 0; t--) {
            List<Block> blocks = turns.get(t).blocks();
            if (!Walk.isAssistant(turns.get(t))) {
                followed = false;
                continue;
            }
            int end = blocks.size();
            while (!followed && end > 0 && Kind.isThinking(blocks.get(end - 1))) {
                changes.add("thinking-dropped", t, --end);
            }
            followed |= end > 0;
            if (end < blocks.size()) {
                out.set(t, turns.get(t).withBlocks(blocks.subList(0, end)));
            }
        }
        return Walk.turns(conversation, out);
    }

    /** What an assistant shall go on from must not end in spaces. */
    private static Conversation trimPrefill(Conversation conversation, Demands demands, Changes changes) {
        Conversation c = conversation;
        while (!c.turns().isEmpty()) {
            int last = c.turns().size() - 1;
            Turn turn = c.turns().get(last);
            List<Block> blocks = turn.blocks();
            if (!Walk.isAssistant(turn) || blocks.isEmpty() || !(blocks.get(blocks.size() - 1) instanceof Text text)
                    || Blank.visibleLength(text.text()) == text.text().length()) {
                return c;
            }
            changes.add("prefill-trimmed", last, blocks.size() - 1);
            c = dropEmptyTurns(withLast(c, turn.withBlocks(trimmed(blocks, text))), demands, changes);
        }
        return c;
    }

    private static List<Block> trimmed(List<Block> blocks, Text last) {
        List<Block> trimmed = new ArrayList<>(blocks.subList(0, blocks.size() - 1));
        String visible = last.text().substring(0, Blank.visibleLength(last.text()));
        if (!visible.isEmpty()) {
            trimmed.add(new Text(visible, last.citations(), Optional.empty()));
        }
        return trimmed;
    }

    private static Conversation withLast(Conversation conversation, Turn turn) {
        List<Turn> turns = new ArrayList<>(conversation.turns());
        turns.set(turns.size() - 1, turn);
        return conversation.withTurns(turns);
    }

    /** Behind the system messages that join the system prompt the user speaks first. */
    private static Conversation openAsUser(Conversation conversation, Changes changes) {
        List<Turn> turns = conversation.turns();
        int first = 0;
        while (first < turns.size() && SystemTurns.isSystem(turns.get(first))) {
            first++;
        }
        if (first == turns.size() || !Walk.isAssistant(turns.get(first))) {
            return conversation;
        }
        changes.add("opening-added", first, -1);
        List<Turn> out = new ArrayList<>(turns);
        out.add(first, Turn.made(Role.USER, Text.of(OPENING)));
        return conversation.withTurns(out);
    }
}
