package io.dragoman.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpRequest;

/** A whole request on its way from the channel to the consumer. Its bytes lie on the heap, so nothing needs to be released. */
final class EdgeRequest extends DefaultFullHttpRequest {
    private final transient NettyClientConnection connection;
    private final byte[] body;

    EdgeRequest(HttpRequest head, byte[] body, NettyClientConnection connection) {
        super(head.protocolVersion(), head.method(), head.uri(), Unpooled.EMPTY_BUFFER, head.headers(),
                io.netty.handler.codec.http.EmptyHttpHeaders.INSTANCE);
        this.body = body;
        this.connection = connection;
    }

    byte[] body() {
        return body;
    }

    NettyClientConnection connection() {
        return connection;
    }
}
