package io.dragoman.system;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The gateway in a process of its own, started as a person starts it. */
final class GatewayProcess implements AutoCloseable {
    private static final String STARTED = "started in";

    private final Process process;
    private final int port;
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    private GatewayProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns when it has started. @param heap such as {@code 512m} */
    static GatewayProcess start(String heap, Path folder, Map<String, String> settings) throws Exception {
        int port = freePort();
        List<String> lines = new ArrayList<>(List.of("dragoman.port=" + port));
        settings.forEach((name, value) -> lines.add(name + "=" + value));
        Path file = Files.write(folder.resolve("gateway.properties"), lines);
        String classes = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !Path.of(each).endsWith("test-classes")).collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap,
                "-XX:ActiveProcessorCount=2", "-cp", classes, "io.dragoman.Dragoman", file.toString()).redirectErrorStream(true).start();
        GatewayProcess gateway = new GatewayProcess(process, port);
        Thread reader = new Thread(gateway::read, "gateway-log");
        reader.setDaemon(true);
        reader.start();
        try {
            gateway.started.get(60, TimeUnit.SECONDS);
            return gateway;
        } catch (Exception e) {
            gateway.close();
            throw new AssertionError("The gateway did not start: " + gateway.log(), e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    String log() {
        return String.join("\n", log);
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                if (line.contains(STARTED)) {
                    started.complete(null);
                }
            }
        } catch (IOException closed) {
            log.add(closed.toString());
        }
        started.completeExceptionally(new IllegalStateException("Its output has ended."));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
