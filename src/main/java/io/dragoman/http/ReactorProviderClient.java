package io.dragoman.http;

import io.dragoman.conversation.Failure;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.TrustManagerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;

/**
 * Calls providers over reactor-netty: connections are pooled for each host, HTTP/2 is spoken where TLS negotiates it, gzip and deflate
 * are undone, cancelling closes the connection (or resets the HTTP/2 stream) at once. One for the whole process.
 *
 * <p>Nothing is ever sent twice by this class: whether a call may be repeated is decided where attempts are counted.
 */
public final class ReactorProviderClient implements ProviderClient, AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    // Below the keep-alive of common load balancers, so that we close first.
    private static final Duration IDLE_CONNECTION = Duration.ofSeconds(45);

    private final ConnectionProvider pool;
    private final Map<Key, HttpClient> clients = new ConcurrentHashMap<>();

    /** Clients differ by their way and by TLS, since HTTP/2 is offered only there. */
    private record Key(NetworkPath path, boolean tls) {}

    public ReactorProviderClient() {
        this(8192);
    }

    /** @param maxConnections to one host; what is beyond waits for a free one for as long as connecting may take */
    public ReactorProviderClient(int maxConnections) {
        pool = ConnectionProvider.builder("providers").maxConnections(maxConnections).pendingAcquireMaxCount(-1)
                .pendingAcquireTimeout(Duration.ofMillis(CONNECT_MILLIS)).maxIdleTime(IDLE_CONNECTION)
                .evictInBackground(Duration.ofSeconds(15)).lifo().build();
        // The first call would pay for it, and it may have a time limit.
        client(new Key(NetworkPath.DIRECT, false)).warmup().subscribe();
    }

    @Override
    public CompletionStage<ProviderResponse> call(ProviderRequest request) {
        ProviderCall call = new ProviderCall(request.limits());
        HttpClient client;
        try {
            client = clients.computeIfAbsent(new Key(request.path(), request.uri().getScheme().equalsIgnoreCase("https")), this::client);
        } catch (IllegalStateException e) {
            call.fail(Failure.of(Failure.Kind.UNREACHABLE, 502, e.getMessage()));
            return call.head();
        }
        Map<String, String> sent = request.headers();
        int length = request.body().length;
        // The chain lives as long as the reply; the body is let go when it was handed over.
        AtomicReference<ByteBuf> body = new AtomicReference<>(Unpooled.wrappedBuffer(request.body()));
        client.headers(headers -> {
                    sent.forEach(headers::set);
                    if (length > 0) {
                        headers.set("content-length", length);
                    }
                })
                .request(HttpMethod.valueOf(request.method()))
                .uri(request.uri())
                .send((head, out) -> length == 0 ? out : out.send(Mono.fromSupplier(() -> body.getAndSet(Unpooled.EMPTY_BUFFER))))
                .response((head, content) -> {
                    call.headCame(head);
                    return content;
                })
                .subscribe(call);
        return call.head();
    }

    private HttpClient client(Key key) {
        HttpClient client = HttpClient.create(pool).compress(true).keepAlive(true).disableRetry(true).followRedirect(false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS);
        client = key.path().proxy().map(throughProxy(client)).orElseGet(client::proxyWithSystemProperties);
        if (!key.tls()) {
            return client.protocol(HttpProtocol.HTTP11);
        }
        client = client.protocol(HttpProtocol.H2, HttpProtocol.HTTP11);
        if (key.path().trustStore().isEmpty()) {
            return client.secure();
        }
        TrustManagerFactory trusted = trust(key.path().trustStore().get());
        return client.secure(spec -> spec.sslContext(Http2SslContextSpec.forClient()
                .configure(builder -> builder.trustManager(trusted))));
    }

    private static Function<URI, HttpClient> throughProxy(HttpClient client) {
        return proxy -> client.proxy(spec -> {
            ProxyProvider.Builder builder = spec.type(ProxyProvider.Proxy.HTTP).host(proxy.getHost())
                    .port(proxy.getPort() < 0 ? 80 : proxy.getPort());
            String user = proxy.getUserInfo();
            if (user != null && user.indexOf(':') > 0) {
                String password = user.substring(user.indexOf(':') + 1);
                builder.username(user.substring(0, user.indexOf(':'))).password(name -> password);
            }
        });
    }

    // PKCS12 files made by keytool hide even certificates behind a password; the JVM's own setting names it.
    private static TrustManagerFactory trust(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, System.getProperty("javax.net.ssl.trustStorePassword", "changeit").toCharArray());
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("The trust store " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        pool.dispose();
    }
}
