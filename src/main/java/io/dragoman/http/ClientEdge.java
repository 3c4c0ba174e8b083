package io.dragoman.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import org.apache.camel.component.netty.NettyConsumer;
import org.apache.camel.component.netty.ServerInitializerFactory;
import org.apache.camel.component.netty.http.HttpServerInitializerFactory;
import org.apache.camel.component.netty.http.NettyHttpConsumer;

/**
 * The pipeline of {@link ClientComponent}, to be used together with {@link ClientBinding}: the consumer's own pipeline with
 * {@link ClientChannel} in the place of its aggregator. Limits and the words of errors are set before the first consumer starts; all
 * consumers share them.
 */
public final class ClientEdge extends HttpServerInitializerFactory {
    private static final int CHUNK_BYTES = 64 << 10;

    private Intake intake = new Intake(EdgeLimits.DEFAULT);
    private EdgeErrors errors = path -> {
        throw new IllegalStateException("The edge was not told how errors are spelt.");
    };

    public void setLimits(EdgeLimits limits) {
        intake = new Intake(limits);
    }

    public void setErrors(EdgeErrors errors) {
        this.errors = errors;
    }

    /** What is being served and held now. */
    public Intake intake() {
        return intake;
    }

    @Override
    public ServerInitializerFactory createPipelineFactory(NettyConsumer consumer) {
        return new Pipeline((NettyHttpConsumer) consumer, intake, errors);
    }

    private static final class Pipeline extends HttpServerInitializerFactory {
        private final Intake intake;
        private final EdgeErrors errors;

        Pipeline(NettyHttpConsumer consumer, Intake intake, EdgeErrors errors) {
            super(consumer);
            this.intake = intake;
            this.errors = errors;
        }

        @Override
        protected void initChannel(Channel channel) throws Exception {
            super.initChannel(channel);
            ChannelPipeline pipeline = channel.pipeline();
            int headerBytes = intake.limits().headerBytes();
            pipeline.replace("decoder", "decoder", new HttpRequestDecoder(new HttpDecoderConfig()
                    .setMaxInitialLineLength(headerBytes).setMaxHeaderSize(headerBytes).setMaxChunkSize(CHUNK_BYTES)));
            pipeline.remove("outbound-streamer");
            pipeline.replace("aggregator", "client", new ClientChannel(intake, errors));
        }
    }
}
