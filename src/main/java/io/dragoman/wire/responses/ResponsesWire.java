package io.dragoman.wire.responses;

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
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import java.util.List;

/** OpenAI Responses. */
public final class ResponsesWire implements Wire {
    public static final WireName NAME = new WireName("responses");

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
        return RequestEncoder.encode(conversation, rules);
    }

    @Override
    public List<Loss> lossesElsewhere(Conversation conversation) {
        return Elsewhere.losses(conversation);
    }

    @Override
    public io.dragoman.wire.ReplyDecoder replyDecoder(ReplyQuery query, EventSink sink) {
        return new ReplyDecoder(query, sink);
    }

    @Override
    public Conversation remember(Conversation request) {
        return ReplyHead.remember(request, Wire.super.remember(request));
    }

    @Override
    public ReplyEncoder streamEncoder(ReplyContext context) {
        return new StreamEncoder(context);
    }

    @Override
    public ReplyEncoder wholeEncoder(ReplyContext context) {
        return new WholeEncoder(context);
    }

    @Override
    public FrameRelay frameRelay(ReplyContext context) {
        return new ResponsesFrameRelay(context);
    }

    @Override
    public ErrorEnvelope errors() {
        return ResponsesErrors.INSTANCE;
    }

    @Override
    public BlockReader blocks() {
        return new Blocks();
    }
}
