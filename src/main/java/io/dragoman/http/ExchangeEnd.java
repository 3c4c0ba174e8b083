package io.dragoman.http;

import io.dragoman.conversation.Failure;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Optional;

/**
 * What the consumer writes when an exchange is over and has no ordinary message to send. It never leaves the pipeline.
 *
 * @see ClientChannel
 */
final class ExchangeEnd extends DefaultHttpResponse {
    private final transient NettyClientConnection connection;
    private final transient Optional<Failure> untold;

    /** @param untold a failure that no step has told the client */
    ExchangeEnd(NettyClientConnection connection, Optional<Failure> untold) {
        super(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        this.connection = connection;
        this.untold = untold;
    }

    NettyClientConnection connection() {
        return connection;
    }

    Optional<Failure> untold() {
        return untold;
    }
}
