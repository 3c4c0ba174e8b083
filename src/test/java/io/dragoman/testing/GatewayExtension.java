package io.dragoman.testing;

import io.dragoman.gateway.GatewaySettings;
import io.dragoman.gateway.StartSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The whole gateway, as its start-up makes it, on a free port; started once a class. */
public final class GatewayExtension implements BeforeAllCallback, AfterAllCallback {
    /** Settings that are known when the class begins, such as the address of a provider. */
    @FunctionalInterface
    public interface Settings {
        Map<String, String> get() throws Exception;
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Settings settings;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
    private Main main;
    private int port;

    public GatewayExtension(Settings settings) {
        this.settings = settings;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        port = freePort();
        Map<String, String> all = new TreeMap<>(settings.get());
        all.put("dragoman.port", Integer.toString(port));
        StartSettings start = StartSettings.of(Map.of(), Map.of(), all);
        main = new Main();
        start.camelProperties().forEach(main::addInitialProperty);
        start.overrides().forEach(main::addOverrideProperty);
        main.bind(GatewaySettings.BEAN, start.settings());
        main.start();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        main.stop();
    }

    public CamelContext camel() {
        return main.getCamelContext();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    public int port() {
        return port;
    }

    public HttpResponse<String> post(String path, String json, String... headers) throws Exception {
        return send(request(path, headers).header("content-type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json)).build());
    }

    public HttpResponse<String> get(String path, String... headers) throws Exception {
        return send(request(path, headers).GET().build());
    }

    public HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
