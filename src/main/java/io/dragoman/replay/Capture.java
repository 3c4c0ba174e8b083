package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import java.util.List;
import java.util.Map;

/**
 * Takes all server-tool runs out of a conversation, from blocks and from carriers, and opens carried thinking in place. Where a carrier
 * tells what a provider really wrote, the client's own words stay in the conversation and the original goes into the map, for that
 * provider alone. Turns that hold nothing of this stay the very same. Stateless.
 */
public final class Capture {
    private static final Block.Cases<Boolean> CONCERNS = new Kinds<Boolean>() {
        @Override
        public Boolean any(Block other) {
            return false;
        }

        @Override
        public Boolean serverToolCall(ServerToolCall call) {
            return true;
        }

        @Override
        public Boolean serverToolResult(ServerToolResult result) {
            return true;
        }

        @Override
        public Boolean carried(Carried carrier) {
            return true;
        }

        @Override
        public Boolean toolCall(ToolCall call) {
            return Server.hasId(call.id());
        }

        @Override
        public Boolean toolResult(ToolResult result) {
            return Server.hasId(result.callId());
        }
    };

    private final CarrierCodec carriers;
    private final Map<WireName, BlockReader> readers;
    private final long budgetBytes;

    /** @param conversation without any server-tool block or carrier */
    public record Captured(Conversation conversation, ReplayMap map, ReplayReport report) {}

    /**
     * @param readers     of every wire whose blocks carriers may hold
     * @param budgetBytes raw JSON of all runs of one request, UTF-8; over it the oldest whole runs are dropped. Carriers are opened
     *                    newest first while they unpack to no more than this
     */
    public Capture(CarrierCodec carriers, Map<WireName, BlockReader> readers, long budgetBytes) {
        this.carriers = carriers;
        this.readers = Map.copyOf(readers);
        this.budgetBytes = budgetBytes;
    }

    public Captured capture(Conversation conversation) {
        List<Turn> turns = conversation.turns();
        if (turns.stream().allMatch(turn -> turn.blocks().stream().noneMatch(block -> block.accept(CONCERNS)))) {
            return new Captured(conversation, ReplayMap.EMPTY, ReplayReport.NOTHING);
        }
        Tally tally = new Tally();
        Openings openings = Openings.of(turns, carriers, readers, budgetBytes, tally);
        List<Parted> parted = new Parting(turns, openings, readers, tally).part(turns);
        ReplayMap map = new Stripping(tally).strip(parted, budgetBytes);
        return new Captured(conversation.withTurns(map.bare()), map, tally.report());
    }
}
