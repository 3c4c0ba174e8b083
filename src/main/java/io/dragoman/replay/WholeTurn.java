package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A turn whose carrier holds all of it, as on a wire that has one text and a list of calls and nowhere to put the rest. It counts only
 * while the client's text and calls are those that the carrier tells of; else its exchanges would stand before words that never followed them.
 */
final class WholeTurn {
    private WholeTurn() {}

    /** Empty when no carrier of this turn holds more than what belongs in its own place. */
    static Optional<Parted> of(Turn turn, Openings openings, Tally tally) {
        if (turn.blocks().stream().noneMatch(Carried.class::isInstance)) {
            return Optional.empty();
        }
        List<Block> shown = turn.blocks().stream().filter(block -> !(block instanceof Carried) && !isStored(block, openings)).toList();
        if (shown.stream().noneMatch(WholeTurn::isSpoken)) {
            return Optional.empty();
        }
        List<Openings.Opened> whole = turn.blocks().stream().filter(Carried.class::isInstance)
                .flatMap(carrier -> openings.blocks((Carried) carrier).stream())
                .filter(opened -> opened.blocks().stream().anyMatch(block -> isSpoken(block) || Server.is(block))).toList();
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        Optional<Kept.OriginalTurn> original = whole.stream().filter(opened -> saysTheSame(opened.blocks(), shown)).findFirst()
                .map(opened -> new Kept.OriginalTurn(0, withCallsOf(shown, opened.blocks()), Optional.of(opened.issuer())));
        if (original.isEmpty()) {
            tally.add("dropped:turn-changed");
        }
        return Optional.of(new Parted(turn, Role.ASSISTANT, shown.stream().map(Piece::visible).toList(), original));
    }

    /** True for a call that the client took for its own, though the carrier has the exchange. */
    private static boolean isStored(Block block, Openings openings) {
        return block instanceof ToolCall call && Server.hasId(call.id()) && openings.hold(call.id());
    }

    private static boolean isSpoken(Block block) {
        return block instanceof Text || block instanceof ToolCall;
    }

    private static boolean saysTheSame(List<Block> a, List<Block> b) {
        return text(a).equals(text(b)) && calls(a).stream().map(ToolCall::id).toList().equals(calls(b).stream().map(ToolCall::id).toList());
    }

    private static String text(List<Block> blocks) {
        return blocks.stream().filter(Text.class::isInstance).map(block -> ((Text) block).text()).collect(Collectors.joining());
    }

    private static List<ToolCall> calls(List<Block> blocks) {
        return blocks.stream().filter(ToolCall.class::isInstance).map(ToolCall.class::cast).toList();
    }

    /** A call that the client changed, or that was shown to it under another name, stays the client's. */
    private static List<Block> withCallsOf(List<Block> shown, List<Block> original) {
        Iterator<ToolCall> client = calls(shown).iterator();
        List<Block> blocks = new ArrayList<>(original.size());
        for (Block block : original) {
            if (block instanceof ToolCall call) {
                ToolCall theirs = client.next();
                blocks.add(isSame(call, theirs) ? call : theirs);
            } else {
                blocks.add(block);
            }
        }
        return blocks;
    }

    private static boolean isSame(ToolCall a, ToolCall b) {
        if (!a.name().equals(b.name()) || !a.namespace().equals(b.namespace()) || a.form() != b.form()) {
            return false;
        }
        if (a.arguments().equals(b.arguments())) {
            return true;
        }
        try {
            return a.form() == ToolCall.Form.JSON && Json.MAPPER.readTree(a.arguments()).equals(Json.MAPPER.readTree(b.arguments()));
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
