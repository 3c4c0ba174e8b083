package io.dragoman.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A provider that does what the test says: replies are queued, requests are recorded and looked at afterwards, on the test's own thread.
 * It speaks plain HTTP/1.1 on a port of its own and knows no wire.
 *
 * <p>Happenings: {@code request}, {@code held GATE}, {@code gone} (the caller closed the connection before the script was over),
 * {@code done}.
 */
public final class ScriptedProvider implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    /** @param headers names in lower case */
    public record Recorded(String method, String uri, Map<String, String> headers, byte[] body, int connection) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final Happenings happenings = new Happenings();
    private final Deque<Script> scripts = new ArrayDeque<>();
    private final List<Recorded> requests = new ArrayList<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<Socket> sockets = new HashSet<>();
    private ServerSocket server;
    private int connections;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (server == null) {
            start();
        }
        clear();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        stop();
    }

    public ScriptedProvider start() throws IOException {
        server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        daemon("accept", this::accept);
        return this;
    }

    public void stop() throws IOException {
        server.close();
        clear();
    }

    /** Forgets everything, and lets go of whoever is still waiting. */
    public synchronized void clear() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
        scripts.clear();
        requests.clear();
        opened.clear();
        happenings.clear();
        notifyAll();
    }

    public URI base() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    public synchronized ScriptedProvider reply(Script... next) {
        scripts.addAll(List.of(next));
        return this;
    }

    /** Lets scripts that hold at this gate go on. */
    public synchronized void open(String gate) {
        opened.add(gate);
        notifyAll();
    }

    public Happenings happenings() {
        return happenings;
    }

    public synchronized List<Recorded> requests() {
        return List.copyOf(requests);
    }

    /** The one request there was. */
    public Recorded request() {
        List<Recorded> all = requests();
        if (all.size() != 1) {
            throw new AssertionError("Expected one request, got " + all.size());
        }
        return all.get(0);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                int number;
                synchronized (this) {
                    sockets.add(socket);
                    number = ++connections;
                }
                daemon("connection", () -> serve(socket, number));
            }
        } catch (IOException stopped) {
            return;
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (read(in, number)) {
                CompletableFuture<Boolean> running = new CompletableFuture<>();
                daemon("script", () -> running.complete(run(socket)));
                in.mark(1);
                boolean gone = isGone(in);
                if (gone && !running.isDone()) {
                    happenings.tell("gone");
                    synchronized (this) {
                        sockets.remove(socket);
                        notifyAll();
                    }
                }
                if (gone || !running.join()) {
                    return;
                }
                in.reset();
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static boolean isGone(InputStream in) {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private boolean read(InputStream in, int connection) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return false;
        }
        String[] request = first.split(" ");
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        synchronized (this) {
            requests.add(new Recorded(request[0], request[1], headers, body, connection));
        }
        happenings.tell("request");
        return true;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** @return true when the connection can serve another request */
    private boolean run(Socket socket) {
        Script script;
        synchronized (this) {
            script = scripts.isEmpty() ? Script.json(500, "{\"error\":{\"message\":\"No reply was scripted for this request.\"}}") : scripts.poll();
        }
        try {
            OutputStream out = socket.getOutputStream();
            if (!script.isSilent()) {
                out.write(head(script));
                out.flush();
            }
            for (Script.Step step : script.steps()) {
                if (!step(socket, out, step)) {
                    return false;
                }
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            happenings.tell("done");
            return true;
        } catch (IOException broken) {
            return false;
        }
    }

    private boolean step(Socket socket, OutputStream out, Script.Step step) throws IOException {
        if (step instanceof Script.Step.Send send) {
            if (send.bytes().length > 0) {
                out.write((Integer.toHexString(send.bytes().length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(send.bytes());
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            return true;
        }
        if (step instanceof Script.Step.Hold hold) {
            happenings.tell("held " + hold.gate());
            return waitFor(socket, hold.gate());
        }
        if (step instanceof Script.Step.Stall) {
            return waitFor(socket, "");
        }
        if (step instanceof Script.Step.Reset) {
            socket.setSoLinger(true, 0);
        }
        socket.close();
        happenings.tell("done");
        return false;
    }

    private synchronized boolean waitFor(Socket socket, String gate) {
        while (sockets.contains(socket) && !opened.contains(gate)) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return sockets.contains(socket);
    }

    private static byte[] head(Script script) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + script.status() + " Scripted\r\n");
        script.headers().forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("transfer-encoding: chunked\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, "scripted-provider-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
