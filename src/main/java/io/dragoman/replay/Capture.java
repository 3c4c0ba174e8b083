package io.dragoman.replay;

import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.WireName;
import java.util.Map;

/** Takes all server-tool runs out of a conversation, from blocks and from carriers, and opens carried thinking and citations in place. */
public final class Capture {
    private final CarrierCodec carriers;
    private final Map<WireName, BlockReader> readers;
    private final long budgetBytes;

    /** @param conversation without any server-tool block or carrier */
    public record Captured(Conversation conversation, ReplayMap map, ReplayReport report) {}

    /**
     * @param readers     of every wire whose blocks carriers may hold
     * @param budgetBytes raw JSON of all runs of one request, UTF-8; over it the oldest whole runs are dropped
     */
    public Capture(CarrierCodec carriers, Map<WireName, BlockReader> readers, long budgetBytes) {
        this.carriers = carriers;
        this.readers = Map.copyOf(readers);
        this.budgetBytes = budgetBytes;
    }

    public Captured capture(Conversation conversation) {
        throw new UnsupportedOperationException(carriers + " " + readers + budgetBytes);
    }
}
