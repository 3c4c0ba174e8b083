package io.dragoman.wire.chat;

import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.ErrorEnvelope;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.Loss;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import java.util.List;

/** OpenAI Chat Completions, and what the many hosts of this wire make of it. */
public final class ChatWire implements Wire {
    public static final WireName NAME = new WireName("chat");

    private final ErrorEnvelope errors = new ChatErrors();
    private final BlockReader blocks = new ChatBlocks();

    @Override
    public WireName name() {
        return NAME;
    }

    @Override
    public Conversation decode(byte[] body, DecodeLimits limits) {
        return RequestDecoder.decode(body, limits);
    }

    @Override
    public Encoded encode(Conversation conversation, TargetRules rules) {
        return conversation.cameBy(NAME) ? SameWireRequest.encode(conversation, rules) : RequestEncoder.encode(conversation, rules);
    }

    @Override
    public List<Loss> lossesElsewhere(Conversation conversation) {
        return Elsewhere.losses(conversation);
    }

    @Override
    public ReplyDecoder replyDecoder(ReplyQuery query, EventSink sink) {
        return new ChatReplyDecoder(sink);
    }

    @Override
    public ReplyEncoder streamEncoder(ReplyContext context) {
        return new ChatReplyEncoder(context, new ChunkOutput(context));
    }

    @Override
    public ReplyEncoder wholeEncoder(ReplyContext context) {
        return new ChatReplyEncoder(context, new DocumentOutput(context));
    }

    @Override
    public FrameRelay frameRelay(ReplyContext context) {
        return new ChatFrameRelay();
    }

    @Override
    public ErrorEnvelope errors() {
        return errors;
    }

    @Override
    public BlockReader blocks() {
        return blocks;
    }
}
