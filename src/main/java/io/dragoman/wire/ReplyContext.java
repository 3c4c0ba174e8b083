package io.dragoman.wire;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Seal;
import java.util.function.Supplier;

/**
 * What a reply encoder must know of the exchange.
 *
 * @param request the client's request as it was decoded
 * @param replyId the gateway's own id, without the wire's prefix; one for all attempts
 * @param created seconds since the epoch
 * @param target  what is known of the target that answers; asked at the first event, since it changes with failover
 */
public record ReplyContext(Conversation request, String replyId, long created, Supplier<Answering> target) {
    /**
     * @param aliases how the client calls the tools that the provider names
     * @param seal    packs what the client's wire cannot hold
     */
    public record Answering(Aliases aliases, Seal seal) {}
}
