package io.dragoman.http;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.wire.ErrorEnvelope;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * One client connection: collects a request, hands it to the consumer, and lets the next one in when the reply to it has ended, so that
 * pipelined requests are served strictly in order. Requests over a limit are answered here, in the words of the wire that the path
 * belongs to; the rest of such a request is read and dropped, so that the client can read the answer while it still sends and the
 * connection stays usable.
 *
 * <p>Lives on the channel's event loop; only {@link NettyClientConnection} is called from elsewhere.
 */
final class ClientChannel extends ChannelDuplexHandler {
    /** READY: for a head. READING: the body. DROPPING: a refused body. SERVING: the consumer has it. CLOSING: nothing more is taken. */
    private enum State { READY, READING, DROPPING, SERVING, CLOSING }

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST, HttpMethod.PUT,
            HttpMethod.DELETE, HttpMethod.PATCH, HttpMethod.OPTIONS);
    private static final int MOST_WAITING_BYTES = 256 << 10;
    private static final long SLOW_BODY_MILLIS = 60_000;

    private final Intake intake;
    private final EdgeErrors errors;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private State state = State.READY;
    private HttpRequest head = new NoRequest();
    private RequestBody body = new RequestBody(0);
    private Intake.Share share;
    private Optional<NettyClientConnection> serving = Optional.empty();
    private long droppedBytes;
    private long lastReadNanos;
    private boolean ignoreClose;

    ClientChannel(Intake intake, EdgeErrors errors) {
        this.intake = intake;
        this.errors = errors;
        this.share = intake.new Share();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (state == State.SERVING || !waiting.isEmpty()) {
            waiting.add(message);
            waitingBytes += message instanceof HttpContent content ? content.content().readableBytes() : 1024;
            if (waitingBytes > MOST_WAITING_BYTES) {
                // A client that sends so much ahead is no longer seen leaving; its bytes would have to be kept for that.
                ctx.channel().config().setAutoRead(false);
            }
            return;
        }
        take(ctx, message);
    }

    private void take(ChannelHandlerContext ctx, Object message) {
        try {
            if (state == State.CLOSING) {
                return;
            }
            if (message instanceof HttpRequest request) {
                begin(ctx, request);
            }
            if (message instanceof HttpContent content) {
                more(ctx, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest request) {
        head = request;
        share = intake.new Share();
        if (request.decoderResult().isFailure()) {
            unreadable(ctx, request.decoderResult().cause());
            return;
        }
        state = State.READING;
        body = new RequestBody(intake.limits().bodyBytes());
        if (!METHODS.contains(request.method())) {
            refuse(ctx, Failure.of(Kind.INVALID_REQUEST, 405, "The method " + printable(request.method().name()) + " is not supported."));
        } else if (!request.headers().contains(HttpHeaderNames.HOST)) {
            refuse(ctx, Failure.of(Kind.INVALID_REQUEST, 400, "The Host header is missing."));
        } else if (HttpUtil.getContentLength(request, 0L) > intake.limits().bodyBytes()) {
            refuse(ctx, Codings.tooLarge(intake.limits().bodyBytes()));
        } else if (request.method().equals(HttpMethod.POST) && !share.enter()) {
            refuse(ctx, overloaded("The gateway serves as many requests at once as it may (dragoman.limit.in-flight)."));
        } else {
            expect(ctx, request);
            lastReadNanos = System.nanoTime();
            watchSlowBody(ctx, request);
        }
    }

    private void expect(ChannelHandlerContext ctx, HttpRequest request) {
        if (HttpUtil.is100ContinueExpected(request)) {
            ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        } else if (request.headers().contains(HttpHeaderNames.EXPECT)) {
            refuse(ctx, Failure.of(Kind.INVALID_REQUEST, 417, "The expectation is not supported; only 100-continue is."));
        }
    }

    private void more(ChannelHandlerContext ctx, HttpContent content) {
        if (content.decoderResult().isFailure()) {
            unreadable(ctx, content.decoderResult().cause());
            return;
        }
        lastReadNanos = System.nanoTime();
        ByteBuf bytes = content.content();
        if (state == State.READING) {
            int count = bytes.readableBytes();
            if (count > intake.limits().bodyBytes() - body.size()) {
                refuse(ctx, Codings.tooLarge(intake.limits().bodyBytes()));
            } else if (!share.hold(count)) {
                refuse(ctx, tooManyBytes());
            } else {
                body.add(bytes);
            }
        } else if (state == State.DROPPING) {
            droppedBytes += bytes.readableBytes();
            if (droppedBytes > 4L * intake.limits().bodyBytes()) {
                state = State.CLOSING;
                ctx.close();
            }
        }
        if (content instanceof LastHttpContent) {
            endOfRequest(ctx);
        }
    }

    private void endOfRequest(ChannelHandlerContext ctx) {
        if (state == State.READING) {
            state = State.SERVING;
            NettyClientConnection connection =
                    new NettyClientConnection(ctx, share, head.protocolVersion(), HttpUtil.isKeepAlive(head));
            serving = Optional.of(connection);
            byte[] bytes = body.toBytes();
            body = new RequestBody(0);
            ctx.fireChannelRead(new EdgeRequest(head, bytes, connection));
        } else if (state == State.DROPPING) {
            state = State.READY;
            if (!HttpUtil.isKeepAlive(head)) {
                state = State.CLOSING;
                ctx.close();
            }
        }
    }

    /** Answers before the whole request is here; what still comes of it is dropped. */
    private void refuse(ChannelHandlerContext ctx, Failure failure) {
        share.leave();
        body = new RequestBody(0);
        droppedBytes = 0;
        state = State.DROPPING;
        ctx.writeAndFlush(worded(failure, HttpUtil.isKeepAlive(head)));
    }

    /** The bytes are no HTTP, or too long: where the next request begins is unknown. */
    private void unreadable(ChannelHandlerContext ctx, Throwable cause) {
        share.leave();
        state = State.CLOSING;
        Failure failure = cause instanceof TooLongHttpLineException
                ? Failure.of(Kind.INVALID_REQUEST, 414, "The request line is longer than " + intake.limits().headerBytes() + " bytes.")
                : cause instanceof TooLongHttpHeaderException
                ? Failure.of(Kind.INVALID_REQUEST, 431, "The headers are longer than " + intake.limits().headerBytes() + " bytes.")
                : Failure.of(Kind.INVALID_REQUEST, 400, "The request is not valid HTTP.");
        ctx.writeAndFlush(worded(failure, false)).addListener(ChannelFutureListener.CLOSE);
    }

    private void watchSlowBody(ChannelHandlerContext ctx, HttpRequest request) {
        long silence = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastReadNanos);
        ctx.executor().schedule(() -> {
            if (head != request || state != State.READING) {
                return;
            }
            if (System.nanoTime() - lastReadNanos < TimeUnit.MILLISECONDS.toNanos(SLOW_BODY_MILLIS)) {
                watchSlowBody(ctx, request);
                return;
            }
            share.leave();
            state = State.CLOSING;
            ctx.writeAndFlush(worded(Failure.of(Kind.TIMEOUT, 408, "The request body did not arrive in time."), false))
                    .addListener(ChannelFutureListener.CLOSE);
        }, SLOW_BODY_MILLIS - silence, TimeUnit.MILLISECONDS);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ExchangeEnd end) {
            promise.setSuccess();
            // What the exchange has written before may still wait for its turn on this loop.
            ctx.executor().execute(() -> endOfExchange(ctx, end));
        } else if (message instanceof FullHttpResponse reply) {
            reply(ctx, reply).addListener(done -> settle(done, promise));
        } else if (message instanceof HttpResponse bare) {
            bare(ctx, bare).addListener(done -> settle(done, promise));
        } else {
            ctx.write(message, promise);
        }
    }

    private static void settle(io.netty.util.concurrent.Future<?> done, ChannelPromise promise) {
        if (done.isSuccess()) {
            promise.trySuccess();
        } else {
            promise.tryFailure(done.cause());
        }
    }

    private void endOfExchange(ChannelHandlerContext ctx, ExchangeEnd end) {
        if (end.untold().isPresent()) {
            reply(ctx, worded(end.untold().get(), end.connection().keepAlive()));
        } else if (end.connection().isEnded()) {
            finish(ctx);
        } else {
            // Cut on purpose: a proper end would tell the client that the reply is whole.
            state = State.CLOSING;
            finish(ctx);
            ctx.close();
        }
    }

    private ChannelFuture reply(ChannelHandlerContext ctx, FullHttpResponse reply) {
        boolean keepAlive = serving.map(NettyClientConnection::keepAlive).orElse(false);
        if (!keepAlive) {
            reply.headers().set(HttpHeaderNames.CONNECTION, "close");
        }
        ChannelFuture written;
        if (head.method().equals(HttpMethod.HEAD)) {
            ctx.write(new DefaultHttpResponse(reply.protocolVersion(), reply.status(), reply.headers()));
            reply.release();
            written = ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
        } else {
            written = ctx.writeAndFlush(reply);
        }
        finish(ctx);
        return written;
    }

    /** The consumer's own answers (wrong path, suspended, …) are empty plain text and close the connection. */
    private ChannelFuture bare(ChannelHandlerContext ctx, HttpResponse bare) {
        int status = bare.status().code();
        boolean stopping = status == 503;
        ignoreClose = !stopping && serving.map(NettyClientConnection::keepAlive).orElse(false);
        FullHttpResponse reply = status < 400
                ? new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, bare.status(), Unpooled.EMPTY_BUFFER, bare.headers(),
                        io.netty.handler.codec.http.EmptyHttpHeaders.INSTANCE)
                : worded(ofConsumer(status), true);
        return reply(ctx, reply);
    }

    private static Failure ofConsumer(int status) {
        return switch (status) {
            case 404 -> Failure.of(Kind.NOT_FOUND, 404, "There is no such path.");
            case 405 -> Failure.of(Kind.INVALID_REQUEST, 405, "This path does not take this method.");
            case 503 -> new Failure(Kind.OVERLOADED, 503, Optional.empty(), Optional.empty(), "The gateway is stopping.",
                    Optional.empty(), Map.of("retry-after", "5"));
            default -> Failure.of(Kind.INVALID_REQUEST, status, "The request cannot be served.");
        };
    }

    private void finish(ChannelHandlerContext ctx) {
        boolean keepAlive = serving.map(NettyClientConnection::keepAlive).orElse(false);
        serving.ifPresent(NettyClientConnection::done);
        serving = Optional.empty();
        if (state != State.SERVING) {
            return;
        }
        if (!keepAlive) {
            state = State.CLOSING;
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        state = State.READY;
        ctx.executor().execute(() -> drain(ctx));
    }

    private void drain(ChannelHandlerContext ctx) {
        while (state != State.SERVING && !waiting.isEmpty()) {
            take(ctx, waiting.poll());
        }
        if (waiting.isEmpty()) {
            waitingBytes = 0;
            ctx.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (ignoreClose) {
            ignoreClose = false;
            promise.setSuccess();
            return;
        }
        ctx.close(promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        state = State.CLOSING;
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        serving.ifPresent(NettyClientConnection::lost);
        share.leave();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A broken connection: whoever serves it is told by channelInactive.
        ctx.close();
    }

    private FullHttpResponse worded(Failure failure, boolean keepAlive) {
        String uri = head.uri();
        int question = uri.indexOf('?');
        ErrorEnvelope words = errors.forPath(question < 0 ? uri : uri.substring(0, question));
        byte[] bytes = words.body(failure);
        FullHttpResponse reply = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(words.status(failure)),
                Unpooled.wrappedBuffer(bytes));
        failure.headers().forEach((name, value) -> reply.headers().set(name, value));
        String id = "req_" + UUID.randomUUID().toString().replace("-", "");
        reply.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json").set(HttpHeaderNames.CONTENT_LENGTH, bytes.length)
                .set("request-id", id).set("x-request-id", id);
        if (!keepAlive) {
            reply.headers().set(HttpHeaderNames.CONNECTION, "close");
        }
        return reply;
    }

    static Failure tooManyBytes() {
        return overloaded("The gateway holds as many request bytes at once as it may (dragoman.limit.bodies.bytes).");
    }

    private static Failure overloaded(String message) {
        return new Failure(Kind.OVERLOADED, 503, Optional.empty(), Optional.empty(), message, Optional.empty(), Map.of("retry-after", "1"));
    }

    private static String printable(String text) {
        return text.length() > 32 ? text.substring(0, 32) : text;
    }

    /** Before the first request. */
    private static final class NoRequest extends io.netty.handler.codec.http.DefaultHttpRequest {
        NoRequest() {
            super(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        }
    }
}
