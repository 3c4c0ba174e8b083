package io.dragoman.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A provider of all three wires that costs as little as it can. The model's name is the script: {@code w} answers as a whole or, when a stream
 * is asked for, at once; {@code s-COUNT-GAP} streams COUNT deltas with GAP milliseconds between them, each holding the time it was sent.
 */
final class FastProvider {
    private FastProvider() {}

    public static void main(String[] args) throws InterruptedException {
        var loop = new NioEventLoopGroup(Integer.getInteger("bench.provider.threads", 1));
        var server = new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 8192)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(64 << 20), new Answer());
                    }
                }).bind("127.0.0.1", Integer.parseInt(args[0])).sync();
        server.channel().closeFuture().sync();
    }

    private static final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            ByteBuf body = request.content();
            String start = body.toString(body.readerIndex(), Math.min(4096, body.readableBytes()), StandardCharsets.UTF_8);
            int tail = Math.max(0, body.readableBytes() - 4096);
            String end = body.toString(body.readerIndex() + tail, body.readableBytes() - tail, StandardCharsets.UTF_8);
            boolean stream = start.contains("\"stream\":true") || end.contains("\"stream\":true");
            Shape shape = Shape.of(request.uri());
            String model = model(start.contains("\"model\":\"") ? start : end);
            if (!stream) {
                ByteBuf content = Unpooled.wrappedBuffer(shape.whole());
                var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
                response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
                HttpUtil.setContentLength(response, content.readableBytes());
                ctx.writeAndFlush(response);
                return;
            }
            var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
            HttpUtil.setTransferEncodingChunked(head, true);
            ctx.write(head);
            if (model.startsWith("s-")) {
                String[] script = model.split("-");
                ctx.writeAndFlush(content(shape.head()));
                deltas(ctx, shape, Integer.parseInt(script[1]), Integer.parseInt(script[2]));
            } else {
                ctx.write(content(shape.head()));
                ctx.write(content(shape.delta("ok")));
                ctx.write(content(shape.tail("ok")));
                ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            }
        }

        private static String model(String json) {
            int at = json.indexOf("\"model\":\"") + 9;
            return at < 9 ? "w" : json.substring(at, json.indexOf('"', at));
        }

        private static void deltas(ChannelHandlerContext ctx, Shape shape, int count, int gapMillis) {
            new Runnable() {
                private int sent;
                private final StringBuilder all = new StringBuilder();

                @Override
                public void run() {
                    if (!ctx.channel().isActive()) {
                        return;
                    }
                    do {
                        if (sent == count) {
                            ctx.write(content(shape.tail(all.toString())));
                            ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
                            return;
                        }
                        String text = "t=" + System.nanoTime() + " ";
                        all.append(text);
                        ctx.writeAndFlush(content(shape.delta(text)));
                        sent++;
                    } while (gapMillis == 0);
                    ctx.executor().schedule(this, gapMillis, TimeUnit.MILLISECONDS);
                }
            }.run();
        }

        private static DefaultHttpContent content(String text) {
            return new DefaultHttpContent(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    /** The frames of one wire. */
    private record Shape(byte[] whole, String head, String delta, String tail) {
        private static final List<Shape> ALL = List.of(anthropic(), responses(), chat());

        static Shape of(String uri) {
            return ALL.get(uri.contains("/messages") ? 0 : uri.contains("/responses") ? 1 : 2);
        }

        String delta(String text) {
            return delta.replace("%", text);
        }

        String tail(String text) {
            return tail.replace("%", text);
        }

        private static String event(String type, String rest) {
            return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + rest + "}\n\n";
        }

        private static Shape anthropic() {
            String message = "\"id\":\"msg_01Bench\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"w\"";
            String usage = "{\"input_tokens\":100,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":9}";
            return new Shape(("{" + message + ",\"content\":[{\"type\":\"text\",\"text\":\"ok\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":" + usage + "}")
                    .getBytes(StandardCharsets.UTF_8),
                    event("message_start", ",\"message\":{" + message + ",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":" + usage + "}")
                            + event("content_block_start", ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"),
                    event("content_block_delta", ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"%\"}"),
                    event("content_block_stop", ",\"index\":0")
                            + event("message_delta", ",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":" + usage)
                            + event("message_stop", ""));
        }

        private static Shape responses() {
            String part = "{\"type\":\"output_text\",\"text\":\"%\",\"annotations\":[]}";
            String item = "{\"id\":\"msg_b\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[" + part + "]}";
            String usage = "{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":9,\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":109}";
            String base = "\"id\":\"resp_b\",\"object\":\"response\",\"created_at\":1796000000,\"model\":\"w\",\"error\":null,\"incomplete_details\":null";
            String open = ",\"response\":{" + base + ",\"status\":\"in_progress\",\"output\":[],\"usage\":null}";
            String done = "{" + base + ",\"status\":\"completed\",\"output\":[" + item + "],\"usage\":" + usage + "}";
            String at = ",\"item_id\":\"msg_b\",\"output_index\":0,\"content_index\":0";
            return new Shape(done.replace("%", "ok").getBytes(StandardCharsets.UTF_8),
                    event("response.created", ",\"sequence_number\":0" + open)
                            + event("response.output_item.added", ",\"sequence_number\":1,\"output_index\":0,\"item\":{\"id\":\"msg_b\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"in_progress\",\"content\":[]}")
                            + event("response.content_part.added", ",\"sequence_number\":2" + at + ",\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}"),
                    event("response.output_text.delta", ",\"sequence_number\":3" + at + ",\"delta\":\"%\""),
                    event("response.output_text.done", ",\"sequence_number\":4" + at + ",\"text\":\"%\"")
                            + event("response.content_part.done", ",\"sequence_number\":5" + at + ",\"part\":" + part)
                            + event("response.output_item.done", ",\"sequence_number\":6,\"output_index\":0,\"item\":" + item)
                            + event("response.completed", ",\"sequence_number\":7,\"response\":" + done));
        }

        private static Shape chat() {
            String base = "\"id\":\"chatcmpl-b\",\"created\":1796000000,\"model\":\"w\"";
            String usage = "{\"prompt_tokens\":100,\"completion_tokens\":9,\"total_tokens\":109}";
            String chunk = "data: {" + base + ",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":";
            return new Shape(("{" + base + ",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"ok\"},\"finish_reason\":\"stop\"}],\"usage\":" + usage + "}")
                    .getBytes(StandardCharsets.UTF_8),
                    chunk + "{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n",
                    chunk + "{\"content\":\"%\"},\"finish_reason\":null}]}\n\n",
                    chunk + "{},\"finish_reason\":\"stop\"}]}\n\ndata: {" + base + ",\"object\":\"chat.completion.chunk\",\"choices\":[],\"usage\":" + usage + "}\n\ndata: [DONE]\n\n");
        }
    }
}
