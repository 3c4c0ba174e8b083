package io.dragoman.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.dragoman.testing.Body;
import io.dragoman.testing.Happenings;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/** Providers behind TLS, with a certificate made for the test. */
@Timeout(60)
class TlsProviderTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    static Path dir;
    private static KeyManagerFactory keys;
    private static Path trusted;

    private final ReactorProviderClient client = new ReactorProviderClient();
    private final Happenings happenings = new Happenings();
    private Optional<DisposableServer> server = Optional.empty();

    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = dir.resolve("server.p12");
        Path certificate = dir.resolve("server.pem");
        trusted = dir.resolve("trusted.p12");
        keytool("-genkeypair", "-keystore", store.toString(), "-alias", "a", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        keytool("-exportcert", "-keystore", store.toString(), "-alias", "a", "-file", certificate.toString());
        keytool("-importcert", "-keystore", trusted.toString(), "-alias", "a", "-file", certificate.toString(), "-noprompt");
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD);
        }
        keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(loaded, PASSWORD);
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", "changeit", "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @AfterEach
    void stop() {
        server.ifPresent(DisposableServer::disposeNow);
        client.close();
    }

    private URI serve(HttpProtocol... protocols) {
        boolean h2 = List.of(protocols).contains(HttpProtocol.H2);
        HttpServer http = HttpServer.create().host("localhost").port(0).protocol(protocols)
                .secure(spec -> spec.sslContext(h2 ? Http2SslContextSpec.forServer(keys) : Http11SslContextSpec.forServer(keys)))
                .route(routes -> routes.post("/whole", (request, response) -> response.sendString(Mono.just(request.version().text())))
                        .post("/stream", (request, response) -> response.sendString(
                                Flux.just("first").concatWith(Flux.never()).doOnCancel(() -> happenings.tell("cancelled")))));
        server = Optional.of(http.bindNow());
        return URI.create("https://localhost:" + server.get().port());
    }

    private ProviderResponse call(URI uri, Optional<Path> trustStore) throws Exception {
        ProviderRequest request = new ProviderRequest("POST", uri, Map.of(), "{}".getBytes(StandardCharsets.UTF_8),
                new NetworkPath(Optional.empty(), trustStore), new Timeouts(10_000, 10_000, 20_000));
        return client.call(request).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void speaksHttp2WhereTlsNegotiatesIt() throws Exception {
        URI base = serve(HttpProtocol.H2, HttpProtocol.HTTP11);
        Body body = Body.of(call(base.resolve("/whole"), Optional.of(trusted)).body());
        body.happenings().await("complete");
        assertThat(body.happenings().seen()).containsExactly("chunk HTTP/2.0", "complete");
    }

    @Test
    void speaksHttp11WhereItDoesNot() throws Exception {
        URI base = serve(HttpProtocol.HTTP11);
        Body body = Body.of(call(base.resolve("/whole"), Optional.of(trusted)).body());
        body.happenings().await("chunk HTTP/1.1");
    }

    @Test
    void cancellingAnHttp2ReplyReachesTheProviderAndLeavesTheConnectionUsable() throws Exception {
        URI base = serve(HttpProtocol.H2, HttpProtocol.HTTP11);
        Body stream = Body.of(call(base.resolve("/stream"), Optional.of(trusted)).body());
        stream.happenings().await("chunk first");
        stream.subscription().cancel();
        happenings.await("cancelled");
        Body body = Body.of(call(base.resolve("/whole"), Optional.of(trusted)).body());
        body.happenings().await("complete");
    }

    @Test
    void refusesACertificateThatNobodyVouchesFor() throws Exception {
        URI base = serve(HttpProtocol.H2, HttpProtocol.HTTP11);
        try {
            call(base.resolve("/whole"), Optional.empty());
        } catch (ExecutionException e) {
            Failure failure = ((DragomanException) e.getCause()).failure();
            assertThat(failure.kind()).isEqualTo(Failure.Kind.UNREACHABLE);
            assertThat(failure.message()).contains("TLS failed");
            return;
        }
        throw new AssertionError("An unknown certificate was accepted.");
    }
}
