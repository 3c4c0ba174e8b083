package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.gateway.LiveSettings.PauseTurn;
import io.dragoman.http.EdgeLimits;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ClientEdgeTest {
    private static final int BODY_LIMIT = 100_000;
    private static final String WHOLE = "{\"stream\":false}";
    private static final String STREAM = "{\"stream\":true}";

    @RegisterExtension
    static final ScriptedProvider PROVIDER = new ScriptedProvider();
    private static LivePath gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = new LivePath(new LiveSettings(new Timeouts(10_000, 10_000, 30_000), 15_000, 1 << 20, PauseTurn.AUTO, 2, 300),
                new EdgeLimits(BODY_LIMIT, 150_000, 2, 8192), PROVIDER);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
    }

    private static void assertUsable(RawClient client) throws IOException {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"still fine\"}"));
        assertThat(client.post("/v1/chat/completions", WHOLE).reply().body()).contains("still fine");
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    @Test
    void pipelinedRequestsAreServedInOrder() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"first\"}").hold("first").data("{\"end\":\"stop\"}"),
                Script.json(200, "{\"whole\":\"second\"}"), Script.json(200, "{\"whole\":\"third\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            client.post("/v1/chat/completions", STREAM).post("/v1/chat/completions", WHOLE).post("/v1/messages", WHOLE);
            RawClient.Reply first = client.head();
            assertThat(client.chunk()).contains("first");
            assertThat(PROVIDER.requests()).hasSize(1);
            PROVIDER.open("first");
            assertThat(client.body(first)).endsWith("end stop 3\n\n");
            assertThat(client.reply().body()).contains("second");
            assertThat(client.reply().body()).contains("third");
        }
    }

    @Test
    void aHugeNumberOfPipelinedRequestsIsNotHeldAllAtOnce() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            for (int i = 0; i < 40; i++) {
                PROVIDER.reply(Script.json(200, "{\"whole\":\"" + i + "\"}"));
            }
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < 40; i++) {
                        client.post("/v1/messages", WHOLE + " ".repeat(50_000));
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            for (int i = 0; i < 40; i++) {
                assertThat(client.reply().body()).isEqualTo("{\"whole\":\"" + i + "\"}");
            }
            sender.join();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"/v1/messages, anthropic", "/v1/chat/completions, chat"})
    void aBodyOverTheLimitIsRefusedWhileTheClientStillSends(String path, String wire) throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + (BODY_LIMIT + 1) + "\r\n\r\n");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.body()).contains("\"wire\":\"" + wire + "\"").contains("dragoman.limit.body.bytes");
            assertThat(reply.headers()).containsKey("request-id");
            client.send(new byte[BODY_LIMIT + 1]);
            assertUsable(client);
        }
    }

    @Test
    void aChunkedBodyOverTheLimitIsRefusedToo() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            client.send("POST /v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 5; i++) {
                client.send("7530\r\n").send(new byte[30_000]).send("\r\n");
            }
            assertThat(client.reply().status()).isEqualTo(413);
            client.send("0\r\n\r\n");
            assertUsable(client);
        }
    }

    @Test
    void aRefusedBodyWithoutEndClosesTheConnection() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            client.send("POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(413);
            try {
                client.send(new byte[8 * BODY_LIMIT]);
                assertThat(client.isClosed()).isTrue();
            } catch (IOException reset) {
                assertThat(reset).isNotNull();
            }
        }
    }

    @Test
    void chunkedAndExpectedBodiesArrive() throws Exception {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"a\"}"), Script.json(200, "{\"whole\":\"b\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            client.send("POST /v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n");
            assertThat(client.reply().body()).contains("a");
            client.send("POST /v1/messages HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.head().status()).isEqualTo(100);
            assertThat(client.send("{}").reply().body()).contains("b");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "Application/JSON; Charset=\"UTF-8\"", "application/vnd.x+json"})
    void jsonUnderAnotherNameIsStillJson(String type) throws Exception {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"ok\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", "{\"a=b&CamelHttpUri\":\"c\"}", "Content-Type: " + type).reply().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {"Content-Type: multipart/form-data | 415", "Content-Type: image/png | 415",
            "Content-Encoding: br | 415", "Content-Encoding: gzip | 400", "Content-Encoding: deflate | 400"})
    void otherTypesAndUnknownOrBrokenCodingsAreRefused(String header, int status) throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/messages", "{}", header).reply();
            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body()).contains("\"wire\":\"anthropic\"");
            assertUsable(client);
        }
    }

    @Test
    void packedBodiesAreUnpackedUpToTheLimit() throws Exception {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"ok\"}"), Script.json(200, "{\"whole\":\"ok\"}"));
        byte[] spaces = new byte[BODY_LIMIT + 1];
        Arrays.fill(spaces, (byte) ' ');
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
            out.write(WHOLE.getBytes(StandardCharsets.UTF_8));
        }
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", gzip(WHOLE.getBytes(StandardCharsets.UTF_8)), "Content-Encoding: gzip").reply().status()).isEqualTo(200);
            assertThat(client.post("/v1/messages", deflated.toByteArray(), "Content-Encoding: deflate").reply().status()).isEqualTo(200);
            assertThat(client.post("/v1/messages", gzip(spaces), "Content-Encoding: gzip").reply().status()).isEqualTo(413);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
            "GET /v1/messages HTTP/1.1\\r\\n\\r\\n | 400 | Host",
            "BREW /v1/messages HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n | 405 | BREW",
            "POST /v1/messages HTTP/1.1\\r\\nHost: x\\r\\nExpect: tea\\r\\nContent-Length: 0\\r\\n\\r\\n | 417 | 100-continue"})
    void oddRequestsAreAnsweredInTheWiresWordsAndTheConnectionStaysUsable(String request, int status, String message) throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.send(request.replace("\\r", "\r").replace("\\n", "\n")).reply();
            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body()).contains("anthropic").contains(message);
            assertUsable(client);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {"no HTTP at all\\r\\n\\r\\n | 400", "GET /LONG HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n | 414",
            "GET / HTTP/1.1\\r\\nHost: x\\r\\nBig: LONG\\r\\n\\r\\n | 431"})
    void whatIsNoRequestIsAnsweredAndTheConnectionClosed(String request, int status) throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            client.send(request.replace("\\r", "\r").replace("\\n", "\n").replace("LONG", "x".repeat(9000)));
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body()).contains("\"error\"");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void headersUpToTheLimitAreFine() throws Exception {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"ok\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", WHOLE, "x-much: " + "y".repeat(7000)).reply().status()).isEqualTo(200);
        }
    }

    @Test
    void aHeadRequestGetsNoBody() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.send("HEAD /v1/messages HTTP/1.1\r\nHost: x\r\n\r\n").head();
            assertThat(reply.status()).isGreaterThanOrEqualTo(400);
            assertUsable(client);
        }
    }

    @Test
    void closeIsHonouredAndOldClientsGetNoChunks() throws Exception {
        PROVIDER.reply(Script.json(200, "{\"whole\":\"a\"}"), Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/messages", WHOLE, "Connection: close").reply();
            assertThat(reply.headers()).containsEntry("connection", "close");
            assertThat(client.isClosed()).isTrue();
        }
        try (RawClient client = new RawClient(gateway.port)) {
            client.send("POST /v1/chat/completions HTTP/1.0\r\nHost: x\r\nContent-Length: 15\r\n\r\n" + STREAM);
            RawClient.Reply reply = client.reply();
            assertThat(reply.headers()).doesNotContainKey("transfer-encoding");
            assertThat(reply.body()).endsWith("data: chat end stop 3\n\n");
        }
    }

    @Test
    void aReplyThatFailsAtItsEndIsWholeAlsoOnAConnectionThatCloses() throws Exception {
        for (int i = 0; i < 20; i++) {
            PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}"));
            try (RawClient client = new RawClient(gateway.port)) {
                assertThat(client.post("/v1/chat/completions", STREAM, "Connection: close").reply().body()).endsWith("failed The stream ended early.\n\n");
            }
        }
    }

    @Test
    void requestsBeyondTheLimitsAreRefusedAndTheirPlacesComeBack() throws Exception {
        PROVIDER.reply(Script.silence(), Script.silence());
        gateway.happenings.clear();
        try (RawClient first = new RawClient(gateway.port); RawClient second = new RawClient(gateway.port); RawClient third = new RawClient(gateway.port)) {
            first.post("/v1/messages", STREAM + " ".repeat(80_000));
            PROVIDER.happenings().await("request", 1);
            RawClient.Reply bytes = third.post("/v1/messages", STREAM + " ".repeat(90_000)).reply();
            assertThat(bytes.status()).isEqualTo(503);
            assertThat(bytes.body()).contains("dragoman.limit.bodies.bytes");
            second.post("/v1/messages", STREAM);
            PROVIDER.happenings().await("request", 2);
            RawClient.Reply many = third.post("/v1/messages", STREAM).reply();
            assertThat(many.status()).isEqualTo(503);
            assertThat(many.headers()).containsEntry("retry-after", "1");
            assertThat(many.body()).contains("dragoman.limit.in-flight");
            assertThat(third.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n").reply().status()).isNotEqualTo(503);
        }
        PROVIDER.happenings().await("gone", 2);
        gateway.happenings.await("served", 3);
        assertThat(gateway.edge.intake().inFlight()).isZero();
        assertThat(gateway.edge.intake().heldBytes()).isZero();
        try (RawClient client = new RawClient(gateway.port)) {
            assertUsable(client);
        }
    }

    @Test
    void requestBytesCountOnlyUntilTheAnswerBegins() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").hold("end").data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            client.post("/v1/messages", STREAM + " ".repeat(80_000));
            RawClient.Reply head = client.head();
            client.chunk();
            assertThat(gateway.edge.intake().heldBytes()).isZero();
            assertThat(gateway.edge.intake().inFlight()).isEqualTo(1);
            PROVIDER.open("end");
            client.body(head);
        }
    }

    @Test
    void aClientThatReadsSlowlySlowsItsProvider() throws Exception {
        String block = "data: {\"text\":\"" + "x".repeat(60_000) + "\"}\n\n";
        Script script = Script.events().data("{\"start\":\"a\"}");
        for (int i = 0; i < 700; i++) {
            script.send(block);
        }
        PROVIDER.reply(script.data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            client.post("/v1/messages", STREAM).head();
            long characters = client.chunk().length();
            // 42 MB do not fit into all socket buffers: the provider is still sending when the client begins to read.
            assertThat(PROVIDER.happenings().seen()).doesNotContain("done");
            for (String chunk = client.chunk(); !chunk.isEmpty(); chunk = client.chunk()) {
                characters += chunk.length();
            }
            assertThat(characters).isEqualTo(700L * block.length() + "data: {\"start\":\"a\"}\n\ndata: {\"end\":\"stop\"}\n\n".length());
        }
    }
}
