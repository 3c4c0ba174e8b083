package io.dragoman.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** An HTTP/1.1 client without any comfort: one connection, every byte sent and read when the test says so. */
public final class RawClient implements AutoCloseable {
    /** @param headers names in lower case */
    public record Reply(int status, Map<String, String> headers, String body) {}

    private static final int LIMIT_MILLIS = 15_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    public RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    public RawClient post(String path, String body, String... headers) throws IOException {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** @param headers whole lines; without a content-type among them the body is JSON */
    public RawClient post(String path, byte[] body, String... headers) throws IOException {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        if (!head.toString().toLowerCase(Locale.ROOT).contains("content-type:")) {
            head.append("Content-Type: application/json\r\n");
        }
        send(head.append("\r\n").toString());
        return send(body);
    }

    /** Reads one whole reply. */
    public Reply reply() throws IOException {
        Reply head = head();
        return new Reply(head.status(), head.headers(), body(head));
    }

    /** Reads a head; the body is empty. */
    public Reply head() throws IOException {
        String first = line();
        if (first.isEmpty()) {
            throw new IOException("The connection was closed before a reply.");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        return new Reply(Integer.parseInt(first.split(" ")[1]), headers, "");
    }

    /** Reads the body behind a head. @throws IOException when it is cut off */
    public String body(Reply head) throws IOException {
        if ("chunked".equals(head.headers().get("transfer-encoding"))) {
            StringBuilder body = new StringBuilder();
            for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
                body.append(chunk);
            }
            return body.toString();
        }
        if (head.headers().containsKey("content-length")) {
            int length = Integer.parseInt(head.headers().get("content-length"));
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new IOException("The body is cut off.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads one chunk; empty at the proper end. @throws IOException when the body is cut off */
    public String chunk() throws IOException {
        String size = line();
        if (size.isEmpty()) {
            throw new IOException("The body is cut off.");
        }
        byte[] bytes = in.readNBytes(Integer.parseInt(size, 16));
        line();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** True when the other side has closed and nothing is left to read. */
    public boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    /** True when something has arrived that was not read yet. */
    public boolean hasBytes() throws IOException {
        return in.available() > 0;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
