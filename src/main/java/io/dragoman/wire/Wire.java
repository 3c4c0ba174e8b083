package io.dragoman.wire;

import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.WireName;
import java.util.List;
import java.util.Optional;

/** One protocol: four codecs, its error envelope, and a reader for blocks in carriers. Stateless and shared by all threads. */
public interface Wire {
    WireName name();

    /**
     * Reads a client's request. The conversation keeps views of {@code body}, which must not be changed afterwards.
     *
     * @throws io.dragoman.conversation.DragomanException with status 400 and the field's name, when the request breaks the wire's rules
     */
    Conversation decode(byte[] body, DecodeLimits limits);

    /**
     * Writes the request for a provider. On the client's own wire every untouched part goes out byte for byte.
     *
     * @throws io.dragoman.conversation.DragomanException when the request asks for what this provider cannot do and must not be dropped silently
     */
    Encoded encode(Conversation conversation, TargetRules rules);

    /**
     * What a request of this wire loses on its way to a provider of another one, because only this wire has a slot for it. Asked of the
     * client's wire, before another wire encodes the request.
     *
     * @throws io.dragoman.conversation.DragomanException with status 400 when it must not be left out silently
     */
    default List<Loss> lossesElsewhere(Conversation conversation) {
        return List.of();
    }

    /** A decoder for one reply of a provider. */
    ReplyDecoder replyDecoder(ReplyQuery query, EventSink sink);

    /**
     * What the encoders of streamed replies need of a client's request, holding none of its bytes: the request is let go when its answer
     * begins, and a stream may stay open for an hour.
     */
    default Conversation remember(Conversation request) {
        Settings settings = Settings.builder().stream(request.settings().stream()).includeUsage(request.settings().includeUsage()).build();
        return new Conversation(request.model(), List.of(), List.of(), List.of(), Optional.empty(), settings, Optional.empty());
    }

    /** An encoder for one streamed reply to a client. */
    ReplyEncoder streamEncoder(ReplyContext context);

    /** An encoder for one whole reply to a client: it writes the JSON document when the reply is finished. */
    ReplyEncoder wholeEncoder(ReplyContext context);

    /** Watches a streamed reply whose frames pass to a client of the same wire as they are, and writes what the gateway must add to them. */
    FrameRelay frameRelay(ReplyContext context);

    ErrorEnvelope errors();

    BlockReader blocks();

    /** @param failure never null. Convenience for an error body of this wire. */
    default byte[] errorBody(Failure failure) {
        return errors().body(failure);
    }
}
