package io.dragoman.bench;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import io.dragoman.repair.Sanitise;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Repairs histories of growing size, with every second round broken, and prints microseconds for each block: they should not grow. */
public final class RepairSizes {
    private static final int ROUNDS = 9;
    private static final TargetRules NATIVE = new TargetRules(new WireName("anthropic"), "anthropic", true, true, true, true, true,
            new TargetRules.Ids(64, 128, true), TargetRules.ReasoningReturn.AUTO, true, "");

    private RepairSizes() {}

    public static void main(String[] arguments) {
        for (int blocks : new int[] {12_500, 25_000, 50_000, 100_000, 200_000}) {
            Conversation conversation = history(blocks);
            double[] micros = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                long started = System.nanoTime();
                Sanitise.andPrune(conversation, NATIVE);
                micros[round] = (System.nanoTime() - started) / 1000.0 / blocks;
            }
            Rounds rounds = new Rounds(micros);
            System.out.printf(Locale.ROOT, "%,d blocks: %.2f µs a block (best %.2f)%n", blocks, rounds.median(), rounds.min());
        }
    }

    private static Conversation history(int blocks) {
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < blocks / 4; i++) {
            boolean broken = i % 2 == 1;
            String id = broken ? "call:0" : "call_" + i;
            turns.add(Turn.made(Role.USER, Text.of("question " + i)));
            turns.add(Turn.made(Role.ASSISTANT, Text.of(broken ? " " : "looking"), ToolCall.of(id, "read.file", "{\"n\":" + i + "}")));
            turns.add(Turn.made(Role.USER, broken ? Text.of("never mind") : new ToolResult(id, List.of(Text.of("result")), false, Optional.empty())));
        }
        return new Conversation("m", List.of(), turns, List.of(), Optional.empty(), Settings.DEFAULT, Optional.empty());
    }
}
