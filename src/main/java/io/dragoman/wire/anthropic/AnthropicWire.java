package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.ErrorEnvelope;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.Loss;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import java.util.List;

/** Anthropic Messages, as {@code anthropic-version} 2023-06-01 and 2026-10-21 speak it. */
public final class AnthropicWire implements Wire {
    public static final WireName NAME = new WireName("anthropic");

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
    public ReplyDecoder replyDecoder(ReplyQuery query, EventSink sink) {
        return new ProviderReply(sink);
    }

    @Override
    public ReplyEncoder streamEncoder(ReplyContext context) {
        return new StreamReply(context);
    }

    @Override
    public ReplyEncoder wholeEncoder(ReplyContext context) {
        return new WholeReply(context);
    }

    @Override
    public FrameRelay frameRelay(ReplyContext context) {
        return new FramesPassed();
    }

    @Override
    public ErrorEnvelope errors() {
        return AnthropicErrors.INSTANCE;
    }

    @Override
    public BlockReader blocks() {
        return new BlockReader() {
            @Override
            public WireName wire() {
                return NAME;
            }

            @Override
            public Block read(Json block) {
                return Blocks.read(JsonScan.reply(block.toBytes()));
            }
        };
    }
}
