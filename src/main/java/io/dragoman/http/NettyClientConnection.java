package io.dragoman.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes one reply to a channel. Every write is a task of the channel's event loop: whatever thread calls, order is that of the calls. */
final class NettyClientConnection implements ClientConnection {
    private enum Body { NOT_OPENED, OPENED, ENDED }

    private final ChannelHandlerContext ctx;
    private final Intake.Share share;
    private final HttpVersion version;
    private final boolean keepAlive;
    private final List<Runnable> gone = new ArrayList<>(2);
    private Body body = Body.NOT_OPENED;
    private boolean isGone;
    private boolean isDone;

    NettyClientConnection(ChannelHandlerContext ctx, Intake.Share share, HttpVersion version, boolean keepAlive) {
        this.ctx = ctx;
        this.share = share;
        this.version = version;
        this.keepAlive = keepAlive;
    }

    /** Counts bytes that the request grew by. @throws io.dragoman.conversation.DragomanException when too many are held already */
    void hold(long bytes) {
        if (bytes > 0 && !share.hold(bytes)) {
            throw ClientChannel.tooManyBytes().exception();
        }
    }

    int bodyLimit() {
        return share.limits().bodyBytes();
    }

    boolean keepAlive() {
        return keepAlive && !version.equals(HttpVersion.HTTP_1_0);
    }

    @Override
    public synchronized boolean isOpened() {
        return body != Body.NOT_OPENED;
    }

    @Override
    public synchronized boolean isEnded() {
        return body == Body.ENDED;
    }

    @Override
    public synchronized boolean isGone() {
        return isGone;
    }

    @Override
    public synchronized void open(int status, Map<String, String> headers) {
        if (body != Body.NOT_OPENED) {
            throw new IllegalStateException("A reply is opened once.");
        }
        body = Body.OPENED;
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        headers.forEach((name, value) -> head.headers().set(name, clean(value)));
        if (!head.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            HttpUtil.setTransferEncodingChunked(head, !version.equals(HttpVersion.HTTP_1_0));
        }
        if (!keepAlive()) {
            head.headers().set(HttpHeaderNames.CONNECTION, "close");
        }
        ctx.executor().execute(() -> ctx.write(head));
    }

    @Override
    public synchronized void write(byte[] bytes, Runnable written) {
        if (body != Body.OPENED || isGone) {
            ctx.executor().execute(written);
            return;
        }
        ctx.executor().execute(() -> ctx.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)))
                .addListener(future -> written.run()));
    }

    @Override
    public synchronized void end() {
        if (body == Body.OPENED) {
            body = Body.ENDED;
            ctx.executor().execute(() -> ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                    .addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
        }
    }

    @Override
    public void onGone(Runnable listener) {
        synchronized (this) {
            if (isDone) {
                return;
            }
            if (!isGone) {
                gone.add(listener);
                return;
            }
        }
        listener.run();
    }

    @Override
    public void requestReleased() {
        share.releaseBytes();
    }

    /** The connection is lost. */
    void lost() {
        List<Runnable> told;
        synchronized (this) {
            if (isGone || isDone) {
                return;
            }
            isGone = true;
            told = List.copyOf(gone);
            gone.clear();
        }
        told.forEach(Runnable::run);
    }

    /** The exchange is over, whatever became of its reply. */
    void done() {
        synchronized (this) {
            isDone = true;
            gone.clear();
        }
        share.leave();
    }

    private static String clean(String value) {
        return value.indexOf('\r') < 0 && value.indexOf('\n') < 0 ? value : value.replaceAll("[\\r\\n]+", " ");
    }
}
