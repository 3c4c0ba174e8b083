package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.testing.GatewayExtension;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.ScriptedProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What no provider should be asked: refused in the client's own words, on a connection that stays usable. */
@Timeout(60)
class BadInputTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final int TOO_DEEP = 300;

    @RegisterExtension
    @Order(1)
    static final ScriptedProvider PROVIDER = new ScriptedProvider();

    @RegisterExtension
    @Order(2)
    static final GatewayExtension GATEWAY = new GatewayExtension(() -> Upstream.settings(PROVIDER.base().toString()));

    /** One bad request. @param names what its answer must name: a field, or a limit */
    private record Bad(String what, Client client, byte[] body, String[] headers, int status, String names) {
        @Override
        public String toString() {
            return client + ": " + what;
        }
    }

    static Stream<Bad> bad() {
        return Arrays.stream(Client.values()).flatMap(client -> rows(client).stream());
    }

    private static List<Bad> rows(Client client) {
        String good = client.request(Upstream.A.model(), false);
        boolean items = client == Client.R;
        String list = items ? "input" : "messages";
        String before = good.substring(0, good.indexOf("\"" + list + "\""));
        String limit = client == Client.A ? "max_tokens" : client == Client.R ? "max_output_tokens" : "max_completion_tokens";
        List<Bad> rows = new ArrayList<>();
        rows.add(bad("no JSON", client, "Hello there", "JSON"));
        rows.add(bad("nothing", client, "", "empty"));
        rows.add(bad("no object", client, "[" + good + "]", "object"));
        rows.add(bad("a JSON null", client, "null", "object"));
        rows.add(bad("JSON that stops early", client, good.substring(0, good.length() - 3), "JSON"));
        rows.add(bad("JSON with something behind it", client, good + " {}", "JSON"));
        rows.add(bad("a number as model", client, good.replace("\"model\":\"" + Upstream.A.model() + "\"", "\"model\":7"), "model"));
        rows.add(bad("a number as " + list, client, before + "\"" + list + "\":7}", list));
        rows.add(bad("a number among " + list, client, before + "\"" + list + "\":[7]}", list + ".0"));
        rows.add(bad("an object as tools", client, before + "\"" + list + "\":[{\"role\":\"user\",\"content\":\"x\"}],\"tools\":{\"a\":1}}", "tools"));
        rows.add(bad("a word as stream", client, good.replace("\"stream\":false", "\"stream\":\"yes\""), "stream"));
        rows.add(bad("a word as " + limit, client, "{\"" + limit + "\":\"many\"," + good.substring(1).replace("\"max_tokens\":500,", ""), limit));
        rows.add(bad("a word as temperature", client, "{\"temperature\":\"hot\"," + good.substring(1), "temperature"));
        rows.add(bad("a number as content", client, before + "\"" + list + "\":[{\"role\":\"user\",\"content\":7}]}", "content"));
        rows.add(bad("no model", client, good.replace("\"model\":\"" + Upstream.A.model() + "\",", ""), "model"));
        rows.add(bad("an empty model", client, good.replace(Upstream.A.model(), ""), "model"));
        rows.add(bad("no " + list, client, before.substring(0, before.length() - 1) + "}", list));
        rows.add(bad("empty " + list, client, before + "\"" + list + "\":[]}", list));
        rows.add(bad("an unknown role", client, before + "\"" + list + "\":[{\"role\":\"wizard\",\"content\":\"x\"}]}", list + ".0.role"));
        rows.add(bad("a message without a role", client, before + "\"" + list + "\":[{" + (items ? "\"type\":\"message\"," : "") + "\"content\":\"x\"}]}", "role"));
        rows.add(bad("a text part without a text", client, before + "\"" + list + "\":[{\"role\":\"user\",\"content\":[{\"type\":\""
                + (items ? "input_text" : "text") + "\"}]}]}", "text"));
        rows.add(bad("a part without a type", client, before + "\"" + list + "\":[{\"role\":\"user\",\"content\":[{\"text\":\"x\"}]}]}", "type"));
        rows.add(bad("nesting in an unknown field", client, "{\"x\":" + "[".repeat(TOO_DEEP) + "]".repeat(TOO_DEEP) + "," + good.substring(1), "dragoman.limit.nesting"));
        rows.add(bad("nesting that never ends", client, before + "\"" + list + "\":" + "[".repeat(100_000), "dragoman.limit.nesting"));
        rows.add(bad("the model twice", client, "{\"model\":\"k/m\"," + good.substring(1), "model"));
        rows.add(bad("a key of a message twice", client, before + "\"" + list + "\":[{\"role\":\"user\",\"role\":\"assistant\",\"content\":\"x\"}]}", "role"));
        rows.add(bad("broken UTF-8", client, broken(good), "UTF-8"));
        rows.add(bad("a model nobody knows", client, good.replace(Upstream.A.model(), "nobody-9"), 404, "nobody-9"));
        rows.add(bad("no gzip", client, good.getBytes(StandardCharsets.UTF_8), "gzip", "Content-Encoding: gzip"));
        byte[] packed = gzip(good);
        rows.add(bad("gzip that stops early", client, Arrays.copyOf(packed, packed.length - 12), "gzip", "Content-Encoding: gzip"));
        packed[packed.length - 6] ^= 1;
        rows.add(bad("gzip with a wrong checksum", client, packed, "gzip", "Content-Encoding: gzip"));
        return rows;
    }

    private static Bad bad(String what, Client client, String body, String names) {
        return bad(what, client, body, 400, names);
    }

    private static Bad bad(String what, Client client, String body, int status, String names) {
        return new Bad(what, client, body.getBytes(StandardCharsets.UTF_8), new String[0], status, names);
    }

    private static Bad bad(String what, Client client, byte[] body, String names, String... headers) {
        return new Bad(what, client, body, headers, 400, names);
    }

    private static byte[] broken(String good) {
        byte[] bytes = good.replace("Hello", "H\u00e9llo").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                bytes[i + 1] = '(';
                return bytes;
            }
        }
        throw new AssertionError("Nothing to break in " + good);
    }

    private static byte[] gzip(String plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    void isRefusedByNameAndTheConnectionStaysUsable(Bad bad) throws Exception {
        try (RawClient client = new RawClient(GATEWAY.port())) {
            assertRefused(client.post(bad.client().path, bad.body(), bad.headers()).reply(), bad.client(), bad.status(), bad.names());
            assertUsable(client, bad.client());
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void aBodyOf65MebibytesIsRefused(Client wire) throws Exception {
        byte[] spaces = new byte[MEBIBYTE];
        Arrays.fill(spaces, (byte) ' ');
        try (RawClient client = new RawClient(GATEWAY.port())) {
            client.send("POST " + wire.path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " + 65 * MEBIBYTE + "\r\n\r\n");
            assertRefused(client.reply(), wire, 413, "dragoman.limit.body.bytes");
        }
        try (RawClient client = new RawClient(GATEWAY.port())) {
            client.send("POST " + wire.path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 65; i++) {
                client.send(Integer.toHexString(MEBIBYTE) + "\r\n").send(spaces).send("\r\n");
            }
            client.send("0\r\n\r\n");
            assertRefused(client.reply(), wire, 413, "dragoman.limit.body.bytes");
            assertUsable(client, wire);
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void anUnknownPathIsExplained(Client wire) throws Exception {
        try (RawClient client = new RawClient(GATEWAY.port())) {
            String path = wire.path + "/nowhere";
            assertRefused(client.post(path, "{}").reply(), wire, 404, path);
            assertUsable(client, wire);
        }
    }

    private static void assertRefused(RawClient.Reply reply, Client wire, int status, String names) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.headers().get("content-type")).startsWith("application/json");
        assertThat(wire.errorMessage(reply.body())).contains(names);
        assertThat(PROVIDER.requests()).isEmpty();
    }

    private static void assertUsable(RawClient client, Client wire) throws IOException {
        PROVIDER.reply(Upstream.A.whole("still fine"));
        RawClient.Reply next = client.post(wire.path, wire.request(Upstream.A.model(), false)).reply();
        assertThat(next.status()).as(next.body()).isEqualTo(200);
        assertThat(next.body()).contains("still fine");
    }
}
