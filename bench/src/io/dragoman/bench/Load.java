package io.dragoman.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A closed-loop client: every connection sends its next request when the answer before is complete. */
final class Load {
    private final EventLoopGroup loop;

    Load(EventLoopGroup loop) {
        this.loop = loop;
    }

    /** @param nanos sorted: whole time of each request, or delay of each event */
    record Result(int requests, int failures, double seconds, long[] nanos, long[] firstNanos) {
        double perSecond() {
            return requests / seconds;
        }

        double micros(double quantile) {
            return at(nanos, quantile);
        }

        double firstMicros(double quantile) {
            return at(firstNanos, quantile);
        }

        private static double at(long[] sorted, double quantile) {
            return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length) - 1)] / 1000.0;
        }
    }

    /**
     * @param requests in all, over all connections
     * @param events   measure the delay of each event (its text holds the time it was sent) instead of whole requests
     */
    Result run(int port, String path, byte[] body, int connections, int requests, boolean events) throws InterruptedException {
        List<Worker> workers = new ArrayList<>();
        var left = new AtomicInteger(requests);
        var failures = new AtomicInteger();
        var done = new CountDownLatch(connections);
        var bootstrap = new Bootstrap().group(loop).channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true);
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            var worker = new Worker(path, body, left, failures, done, events);
            workers.add(worker);
            channels.add(bootstrap.clone().handler(new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpClientCodec(), worker);
                }
            }).connect("127.0.0.1", port).sync().channel());
        }
        long start = System.nanoTime();
        for (int i = 0; i < connections; i++) {
            Worker worker = workers.get(i);
            Channel channel = channels.get(i);
            channel.eventLoop().execute(() -> worker.next(channel));
        }
        boolean complete = done.await(120, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        channels.forEach(Channel::close);
        int answered = workers.stream().mapToInt(w -> w.answered).sum();
        return new Result(answered, failures.get() + (complete ? 0 : 1), seconds, sorted(workers, w -> w.samples), sorted(workers, w -> w.firsts));
    }

    private static long[] sorted(List<Worker> workers, java.util.function.Function<Worker, Samples> of) {
        long[] all = workers.stream().map(of).flatMapToLong(s -> Arrays.stream(s.values, 0, s.size)).toArray();
        Arrays.sort(all);
        return all;
    }

    private static final class Samples {
        private long[] values = new long[64];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }
    }

    private static final class Worker extends SimpleChannelInboundHandler<HttpObject> {
        private final String path;
        private final byte[] body;
        private final AtomicInteger left;
        private final AtomicInteger failures;
        private final CountDownLatch done;
        private final boolean events;
        private final Samples samples = new Samples();
        private final Samples firsts = new Samples();
        private int answered;
        private long sent;
        private boolean first;
        private boolean finished;

        Worker(String path, byte[] body, AtomicInteger left, AtomicInteger failures, CountDownLatch done, boolean events) {
            this.path = path;
            this.body = body;
            this.left = left;
            this.failures = failures;
            this.done = done;
            this.events = events;
        }

        void next(Channel channel) {
            if (left.getAndDecrement() <= 0) {
                finish();
                return;
            }
            var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path, Unpooled.wrappedBuffer(body));
            request.headers().set(HttpHeaderNames.HOST, "127.0.0.1").set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.length).set("anthropic-version", "2023-06-01").set("x-api-key", "bench")
                    .set(HttpHeaderNames.AUTHORIZATION, "Bearer bench");
            sent = System.nanoTime();
            first = true;
            channel.writeAndFlush(request);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
            long now = System.nanoTime();
            if (message instanceof HttpResponse response && response.status().code() != 200) {
                failures.incrementAndGet();
            }
            if (message instanceof HttpContent content) {
                if (first && content.content().isReadable()) {
                    first = false;
                    firsts.add(now - sent);
                }
                if (events) {
                    stamps(content.content(), now);
                }
            }
            if (message instanceof LastHttpContent) {
                answered++;
                if (!events) {
                    samples.add(now - sent);
                }
                next(ctx.channel());
            }
        }

        private void stamps(ByteBuf content, long now) {
            String text = content.toString(StandardCharsets.ISO_8859_1);
            if (text.contains("_text.done") || text.contains("message_delta")) {
                return;
            }
            for (int at = text.indexOf("t="); at >= 0; at = text.indexOf("t=", at + 2)) {
                int end = at + 2;
                while (end < text.length() && Character.isDigit(text.charAt(end))) {
                    end++;
                }
                if (end - at > 8) {
                    samples.add(now - Long.parseLong(text, at + 2, end, 10));
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (!finished) {
                failures.incrementAndGet();
                finish();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }

        private void finish() {
            if (!finished) {
                finished = true;
                done.countDown();
            }
        }
    }
}
