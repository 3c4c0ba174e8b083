package io.dragoman.http;

import org.apache.camel.component.netty.NettyConsumer;
import org.apache.camel.component.netty.ServerInitializerFactory;
import org.apache.camel.component.netty.http.HttpServerInitializerFactory;

/** Bean for {@code serverInitializerFactory}. Its limits and the words of its errors are set before the first consumer starts. */
public final class ClientEdge extends HttpServerInitializerFactory {
    private EdgeLimits limits = EdgeLimits.DEFAULT;
    private EdgeErrors errors = path -> {
        throw new IllegalStateException("The edge was not told how errors are spelt.");
    };

    public void setLimits(EdgeLimits limits) {
        this.limits = limits;
    }

    public void setErrors(EdgeErrors errors) {
        this.errors = errors;
    }

    @Override
    public ServerInitializerFactory createPipelineFactory(NettyConsumer consumer) {
        throw new UnsupportedOperationException(limits + " " + errors);
    }
}
