package io.dragoman.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;

/** The floor: a reverse proxy that understands HTTP and nothing else, one upstream connection for each client connection, no aggregation. */
final class RawProxy {
    private RawProxy() {}

    public static void main(String[] args) throws InterruptedException {
        var upstream = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1]));
        var loop = new NioEventLoopGroup();
        new ServerBootstrap().group(loop).channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 8192)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        client.pipeline().addLast(new HttpServerCodec(), new Front(upstream));
                    }
                }).bind("127.0.0.1", Integer.parseInt(args[0])).sync().channel().closeFuture().sync();
    }

    /** Client side: connects once, then hands everything on. */
    private static final class Front extends ChannelInboundHandlerAdapter {
        private final InetSocketAddress upstream;
        private final Queue<Object> early = new ArrayDeque<>();
        private boolean connecting;
        private Channel back;

        Front(InetSocketAddress upstream) {
            this.upstream = upstream;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest request) {
                request.headers().set(HttpHeaderNames.HOST, "127.0.0.1");
            }
            if (back != null) {
                back.write(message);
                return;
            }
            early.add(message);
            if (!connecting) {
                connecting = true;
                new Bootstrap().group(ctx.channel().eventLoop()).channel(NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(new ChannelInitializer<SocketChannel>() {
                            @Override
                            protected void initChannel(SocketChannel channel) {
                                channel.pipeline().addLast(new HttpClientCodec(), new Back(ctx.channel()));
                            }
                        }).connect(upstream).addListener((ChannelFutureListener) connected -> {
                            back = connected.channel();
                            early.forEach(back::write);
                            early.clear();
                            back.flush();
                        });
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (back != null) {
                back.flush();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (back != null) {
                back.close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    /** Provider side. */
    private static final class Back extends ChannelInboundHandlerAdapter {
        private final Channel client;

        Back(Channel client) {
            this.client = client;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            client.write(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            client.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            client.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
