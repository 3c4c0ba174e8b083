package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every call of a client tool is answered once. A call without a result gets one that says so; a result without a call, a second one, or
 * one that comes too late for the wire becomes user text: what an earlier request said stays said. Results stand right behind the calls
 * where the wire wants them there.
 */
final class ClientPairs {
    static final String UNANSWERED = "This tool call was not answered: there is no result.";
    static final String ORPHAN = "[Result of a tool call that is not at its place] ";
    static final String REPEATED = "[Another result of the same tool call] ";

    private final Demands demands;
    private final Changes changes;
    /** Turn of the last result of an id, for wires where a result may come later. */
    private final Map<String, Integer> lastResult = new HashMap<>();
    private final Map<String, Pair> pairs = new LinkedHashMap<>();

    /** A call of the history and, once met, its result. */
    private static final class Pair {
        private final int turn;
        private List<ToolResult> result = List.of();

        private Pair(int turn) {
            this.turn = turn;
        }
    }

    private ClientPairs(Demands demands, Changes changes) {
        this.demands = demands;
        this.changes = changes;
    }

    static Conversation settle(Conversation conversation, Demands demands, Changes changes) {
        ClientPairs step = new ClientPairs(demands, changes);
        List<Turn> turns = conversation.turns();
        for (int t = 0; t < turns.size(); t++) {
            for (Block block : turns.get(t).blocks()) {
                if (block instanceof ToolResult result) {
                    step.lastResult.put(result.callId(), t);
                }
            }
        }
        List<Turn> out = new ArrayList<>(turns.size());
        int from = 0;
        while (from < turns.size()) {
            int results = Walk.isAssistant(turns.get(from)) ? Walk.stretch(turns, from) : from;
            int end = results < turns.size() ? Walk.stretch(turns, results) : results;
            step.stretch(turns, from, results, end, out);
            from = end;
        }
        return Walk.turns(conversation, out);
    }

    private void stretch(List<Turn> turns, int from, int results, int end, List<Turn> out) {
        if (demands.resultsFollowCalls()) {
            pairs.clear();
        }
        List<Turn> assistant = new ArrayList<>();
        Map<String, Pair> asked = new LinkedHashMap<>();
        for (int t = from; t < results; t++) {
            assistant.add(Walk.turn(turns.get(t), t, (block, turn, number) -> call(block, turn, number, asked)));
        }
        pairs.putAll(asked);
        out.addAll(mustMerge(assistant) ? merged(assistant, from) : assistant);
        List<Answers> answers = new ArrayList<>();
        boolean strayed = false;
        boolean otherMet = false;
        for (int t = results; t < end; t++) {
            Answers a = answers(turns.get(t), t, otherMet);
            strayed |= a.strayed;
            otherMet |= !a.others.isEmpty();
            answers.add(a);
        }
        List<Block> missing = missing(asked, results - 1);
        if (demands.resultsFollowCalls() && (strayed || !missing.isEmpty() || mustMergeResults(answers))) {
            arrange(answers, missing, results, out);
        } else {
            missing.forEach(filler -> out.add(Turn.made(Role.USER, filler)));
            answers.forEach(a -> out.add(a.inPlace()));
        }
    }

    private Optional<Block> call(Block block, int turn, int number, Map<String, Pair> asked) {
        if (!(block instanceof ToolCall call)) {
            return Optional.of(block);
        }
        if (!demands.isServerCall(call.id())) {
            asked.put(call.id(), new Pair(turn));
            return Optional.of(block);
        }
        if (demands.first()) {
            return Optional.of(block);
        }
        changes.add("server-call-dropped", turn, number);
        return Optional.empty();
    }

    // ---- results of one turn

    /** What is left of one turn behind the calls. */
    private static final class Answers {
        private final Turn turn;
        private final List<Block> all = new ArrayList<>();
        private final List<Block> results = new ArrayList<>();
        private final List<Block> others = new ArrayList<>();
        private boolean strayed;

        private Answers(Turn turn) {
            this.turn = turn;
        }

        private Turn inPlace() {
            return Walk.same(turn.blocks(), all) ? turn : turn.withBlocks(all);
        }

        private boolean isOnlyResults() {
            return others.isEmpty() && Walk.same(turn.blocks(), all);
        }
    }

    private Answers answers(Turn turn, int t, boolean otherMet) {
        Answers a = new Answers(turn);
        for (int b = 0; b < turn.blocks().size(); b++) {
            Block block = turn.blocks().get(b);
            if (block instanceof ToolResult result) {
                answer(result, t, b, otherMet, a);
            } else {
                a.all.add(block);
                a.others.add(block);
            }
        }
        return a;
    }

    private void answer(ToolResult result, int t, int b, boolean otherMet, Answers a) {
        Pair pair = pairs.get(result.callId());
        if (demands.isServerCall(result.callId())) {
            changes.add("server-result-dropped", t, b);
        } else if (pair == null) {
            changes.add("tool-result-orphan", t, b);
            asText(ORPHAN, result, a);
        } else if (pair.result.isEmpty()) {
            pair.result = List.of(result);
            a.strayed |= otherMet || !a.others.isEmpty();
            a.all.add(result);
            a.results.add(result);
        } else {
            changes.add("tool-result-repeated", t, b);
            if (!pair.result.get(0).content().equals(result.content())) {
                asText(REPEATED, result, a);
            }
        }
    }

    private static void asText(String mark, ToolResult result, Answers a) {
        List<Block> shown = new ArrayList<>();
        for (Block part : result.content()) {
            if (part instanceof Text || part instanceof Image || part instanceof Document) {
                shown.add(part);
            }
        }
        if (shown.isEmpty()) {
            return;
        }
        if (shown.get(0) instanceof Text text) {
            shown.set(0, Text.of(mark + text.text()));
        } else {
            shown.add(0, Text.of(mark.strip()));
        }
        a.all.addAll(shown);
        a.others.addAll(shown);
    }

    // ---- the stretch as a whole

    private List<Block> missing(Map<String, Pair> asked, int lastCallTurn) {
        List<Block> missing = new ArrayList<>();
        asked.forEach((id, pair) -> {
            boolean comes = !demands.resultsFollowCalls() && lastResult.getOrDefault(id, -1) > pair.turn;
            if (pair.result.isEmpty() && !comes) {
                changes.add("tool-call-unanswered", pair.turn, -1);
                missing.add(new ToolResult(id, List.of(Text.of(UNANSWERED)), true, Optional.empty()));
            }
        });
        return missing;
    }

    /** Neighbouring messages of one side are joined by the encoders of other wires, and by the vendor of Anthropic's own; not by its copies. */
    private boolean joinsNothing() {
        return demands.sameWire() && !(demands.anthropic() && demands.first());
    }

    private boolean mustMerge(List<Turn> assistant) {
        return demands.resultsFollowCalls() && joinsNothing() && assistant.stream().limit(Math.max(0, assistant.size() - 1))
                .anyMatch(turn -> turn.blocks().stream().anyMatch(ToolCall.class::isInstance));
    }

    private List<Turn> merged(List<Turn> turns, int from) {
        changes.add("turns-merged", from, -1);
        List<Block> blocks = new ArrayList<>();
        turns.forEach(turn -> blocks.addAll(turn.blocks()));
        return List.of(Turn.made(Role.ASSISTANT, blocks));
    }

    private boolean mustMergeResults(List<Answers> answers) {
        return demands.anthropic() && joinsNothing() && answers.stream().filter(a -> !a.results.isEmpty()).count() > 1;
    }

    private void arrange(List<Answers> answers, List<Block> missing, int from, List<Turn> out) {
        changes.add("tool-results-arranged", from, -1);
        if (demands.chat()) {
            arrangeAsMessages(answers, missing, out);
        } else {
            arrangeAsOne(answers, missing, out);
        }
    }

    /** Chat: a message for each result. */
    private static void arrangeAsMessages(List<Answers> answers, List<Block> missing, List<Turn> out) {
        for (Answers a : answers) {
            if (a.isOnlyResults()) {
                out.add(a.turn);
            } else {
                a.results.forEach(result -> out.add(Turn.made(Role.USER, result)));
            }
        }
        missing.forEach(filler -> out.add(Turn.made(Role.USER, filler)));
        answers.stream().filter(a -> !a.others.isEmpty()).forEach(a -> out.add(withoutResults(a)));
    }

    /** Anthropic: all results at the head of one message. */
    private static void arrangeAsOne(List<Answers> answers, List<Block> missing, List<Turn> out) {
        List<Block> head = new ArrayList<>();
        answers.forEach(a -> head.addAll(a.results));
        head.addAll(missing);
        boolean joins = !answers.isEmpty() && answers.get(0).turn.role() == Role.USER;
        if (joins) {
            head.addAll(answers.get(0).others);
        }
        out.add(joins ? answers.get(0).turn.withBlocks(head) : Turn.made(Role.USER, head));
        answers.stream().skip(joins ? 1 : 0).filter(a -> !a.others.isEmpty()).forEach(a -> out.add(withoutResults(a)));
    }

    private static Turn withoutResults(Answers a) {
        return a.results.isEmpty() ? a.inPlace() : a.turn.withBlocks(a.others);
    }
}
