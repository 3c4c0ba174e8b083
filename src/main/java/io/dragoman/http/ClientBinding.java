package io.dragoman.http;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.netty.http.DefaultNettyHttpBinding;
import org.apache.camel.component.netty.http.NettyHttpConfiguration;
import org.apache.camel.support.DefaultMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bean for {@code nettyHttpBinding}, to be used together with {@link ClientEdge}, as {@link ClientComponent} does. Requests arrive as {@link ClientRequest} in an exchange
 * property with the plain bytes as body; their headers, query and form fields never become message headers. Replies take the headers that
 * {@link ReplyHeaders} lets leave. An exception that no step handled is told in the client wire's words, without a trace.
 */
public final class ClientBinding extends DefaultNettyHttpBinding {
    private static final Logger LOG = LoggerFactory.getLogger(ClientBinding.class);
    private static final byte[] NONE = new byte[0];

    @Override
    public Message toCamelMessage(FullHttpRequest request, Exchange exchange, NettyHttpConfiguration configuration) {
        if (!(request instanceof EdgeRequest edge)) {
            throw new IllegalStateException("The binding needs a consumer of " + ClientComponent.class.getName() + ".");
        }
        ClientRequest read = read(edge);
        exchange.setProperty(ClientRequest.PROPERTY, read);
        Message message = new DefaultMessage(exchange);
        message.setHeader(Exchange.HTTP_METHOD, read.method());
        message.setHeader(Exchange.HTTP_PATH, read.path());
        message.setHeader(Exchange.HTTP_URI, read.path());
        message.setHeader(Exchange.HTTP_QUERY, read.query());
        message.setBody(read.body());
        return message;
    }

    private static ClientRequest read(EdgeRequest edge) {
        Map<String, String> headers = headers(edge.headers());
        String uri = edge.uri();
        int question = uri.indexOf('?');
        String path = path(question < 0 ? uri : uri.substring(0, question));
        String query = question < 0 ? "" : uri.substring(question + 1);
        byte[] body = edge.body();
        Optional<Failure> fault = Optional.empty();
        try {
            requireJson(headers.getOrDefault("content-type", ""), body);
            body = Codings.undo(headers.getOrDefault("content-encoding", ""), body, edge.connection().bodyLimit());
            edge.connection().hold(body.length - edge.body().length);
        } catch (DragomanException e) {
            fault = Optional.of(e.failure());
            body = NONE;
        }
        return new ClientRequest(edge.method().name(), path, query, headers, body, edge.connection(), fault);
    }

    /** A client may ask with an absolute URI. */
    private static String path(String uri) {
        int scheme = uri.indexOf("://");
        if (uri.startsWith("/") || scheme < 0) {
            return uri;
        }
        int slash = uri.indexOf('/', scheme + 3);
        return slash < 0 ? "/" : uri.substring(slash);
    }

    // curl -d types a JSON body as a form, and fetch() as text/plain.
    private static void requireJson(String contentType, byte[] body) {
        String type = contentType.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        boolean json = type.isEmpty() || type.endsWith("/json") || type.endsWith("+json") || type.equals("text/plain")
                || type.equals("application/x-www-form-urlencoded");
        if (!json && body.length > 0) {
            throw Failure.of(Kind.INVALID_REQUEST, 415, "The content-type is not supported; send application/json.").exception();
        }
    }

    private static Map<String, String> headers(HttpHeaders headers) {
        Map<String, String> read = new LinkedHashMap<>();
        headers.forEach(header -> read.merge(header.getKey().toLowerCase(Locale.ROOT), header.getValue(), (a, b) -> a + ", " + b));
        return read;
    }

    @Override
    public HttpResponse toNettyResponse(Message message, NettyHttpConfiguration configuration) {
        Exchange exchange = message.getExchange();
        NettyClientConnection connection =
                (NettyClientConnection) exchange.getProperty(ClientRequest.PROPERTY, ClientRequest.class).connection();
        Exception untold = exchange.getException();
        if (connection.isOpened()) {
            return new ExchangeEnd(connection, Optional.empty());
        }
        if (untold != null) {
            return new ExchangeEnd(connection, Optional.of(failure(untold)));
        }
        try {
            return reply(message);
        } catch (RuntimeException e) {
            return new ExchangeEnd(connection, Optional.of(failure(e)));
        }
    }

    private static HttpResponse reply(Message message) {
        byte[] bytes = Optional.ofNullable(message.getBody(byte[].class)).orElse(NONE);
        HttpResponseStatus status = HttpResponseStatus.valueOf(message.getHeader(Exchange.HTTP_RESPONSE_CODE, 200, Integer.class));
        FullHttpResponse reply = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(bytes));
        message.getHeaders().forEach((name, value) -> {
            if (ReplyHeaders.mayLeave(name) && value != null) {
                reply.headers().set(name, value.toString().replaceAll("[\\r\\n]+", " "));
            }
        });
        if (bytes.length > 0 && !reply.headers().contains(HttpHeaderNames.CONTENT_TYPE)) {
            reply.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        }
        if (status.code() != 204) {
            reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        }
        return reply;
    }

    private static Failure failure(Exception untold) {
        if (untold instanceof DragomanException known) {
            return known.failure();
        }
        LOG.warn("An exchange ended with an error that no step has answered", untold);
        return Failure.of(Kind.SERVER_ERROR, 500, "The gateway failed to answer this request; its log says why.");
    }
}
