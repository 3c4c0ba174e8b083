package io.dragoman.bench;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM of this benchmark: started, awaited by its port, measured through /proc, and ended with the benchmark. */
final class Child implements AutoCloseable {
    private static final long TICKS_PER_SECOND = 100;

    private final Process process;
    private final int port;
    private final double readySeconds;

    private Child(Process process, int port, double readySeconds) {
        this.process = process;
        this.port = port;
        this.readySeconds = readySeconds;
    }

    /** @param options JVM options, then class and arguments or {@code -jar FILE …} */
    static Child start(List<String> options, int port, Path log, Ready ready) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        while (!ready.isReady(port)) {
            if (!process.isAlive() || System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(60)) {
                process.destroyForcibly();
                throw new IOException("The process on port " + port + " did not come up; see " + log);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return new Child(process, port, (System.nanoTime() - begin) / 1e9);
    }

    /** Asks whether a port serves. */
    interface Ready {
        boolean isReady(int port);
    }

    static boolean accepts(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static List<String> ofClass(Class<?> main, String heap, String... args) {
        List<String> options = new ArrayList<>(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), main.getName()));
        options.addAll(List.of(args));
        return options;
    }

    int port() {
        return port;
    }

    double readySeconds() {
        return readySeconds;
    }

    /** Processor time used so far, in seconds. */
    double cpuSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / (double) TICKS_PER_SECOND;
    }

    double rssMib() throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream().filter(l -> l.startsWith("VmRSS:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", ""))).findFirst().orElse(0) / 1024.0;
    }

    /** Heap in use after a full collection, in KiB. */
    double liveHeapKib() throws IOException, InterruptedException {
        jcmd("GC.run");
        for (String line : jcmd("GC.class_histogram").split("\n")) {
            if (line.startsWith("Total")) {
                return Long.parseLong(line.trim().split("\\s+")[2]) / 1024.0;
            }
        }
        return Double.NaN;
    }

    private String jcmd(String command) throws IOException, InterruptedException {
        File out = File.createTempFile("jcmd", ".txt");
        try {
            new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(process.pid()), command)
                    .redirectErrorStream(true).redirectOutput(out).start().waitFor();
            return Files.readString(out.toPath());
        } finally {
            Files.delete(out.toPath());
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
