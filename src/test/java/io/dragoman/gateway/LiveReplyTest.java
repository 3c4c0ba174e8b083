package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.gateway.LiveSettings.PauseTurn;
import io.dragoman.http.EdgeLimits;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LiveReplyTest {
    private static final String STREAM = "{\"stream\":true}";
    private static final String SEARCHING = "{\"stream\":true,\"search\":true}";
    private static final String WHOLE = "{\"stream\":false}";
    private static final LiveSettings SETTINGS =
            new LiveSettings(new Timeouts(10_000, 10_000, 30_000), 15_000, 1 << 20, PauseTurn.AUTO, 2, 300);

    @RegisterExtension
    static final ScriptedProvider PROVIDER = new ScriptedProvider();
    private static LivePath gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = new LivePath(SETTINGS, EdgeLimits.DEFAULT, PROVIDER);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
    }

    private static Script hello() {
        return Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"hello\"}").data("{\"end\":\"stop\"}");
    }

    private static String chunks(RawClient client, int count) throws IOException {
        StringBuilder read = new StringBuilder();
        for (int i = 0; i < count; i++) {
            read.append(client.chunk());
        }
        return read.toString();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/messages", "/v1/chat/completions"})
    void everyEventReachesTheClientBeforeTheProviderSendsTheNext(String path) throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"one\"}").hold("two").data("{\"text\":\"two\"}")
                .hold("three").data("{\"text\":\"three\"}").hold("end").data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            client.post(path, STREAM);
            RawClient.Reply head = client.head();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.headers().get("content-type")).startsWith("text/event-stream");
            assertThat(head.headers()).containsEntry("cache-control", "no-cache").containsEntry("request-id", "req_1")
                    .doesNotContainKey("content-length");
            StringBuilder read = new StringBuilder();
            for (String next : new String[] {"one", "two", "three"}) {
                while (!read.toString().contains(next)) {
                    read.append(client.chunk());
                }
                PROVIDER.open(next.equals("one") ? "two" : next.equals("two") ? "three" : "end");
            }
            String rest = client.body(head);
            assertThat(read + rest).endsWith(path.endsWith("messages") ? "data: {\"end\":\"stop\"}\n\n" : "data: chat end stop 3\n\n");
        }
    }

    @ParameterizedTest(name = "line ends {0}")
    @CsvSource({"LF, \\n", "CRLF, \\r\\n", "CR, \\r"})
    void framesPassUnchangedOnTheSameWire(String name, String lineEnd) throws Exception {
        String end = lineEnd.replace("\\r", "\r").replace("\\n", "\n");
        String frames = (": hi\n\nevent: x\nid: 4\ndata: {\"start\":\n" + "data: \"a\"}\n\ndata:{\"unknown\":1.0}\n\ndata: {\"text\":\"\\u00e4\"}\n\n"
                + "data: {\"end\":\"stop\"}\n\n").replace("\n", end);
        PROVIDER.reply(Script.events().header("anthropic-ratelimit-requests-remaining", "9").header("set-cookie", "no").send(frames)
                .send("data: {\"text\":\"too late\"}\n\n"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/messages", STREAM).reply();
            assertThat(reply.body().stripTrailing()).isEqualTo(frames.stripTrailing());
            assertThat(reply.body()).startsWith(frames);
            assertThat(reply.headers()).containsEntry("anthropic-ratelimit-requests-remaining", "9").doesNotContainKey("set-cookie");
        }
    }

    @Test
    void completesALastFrameThatLacksItsBlankLine() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").send("data: {\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", STREAM).reply().body()).endsWith("data: {\"end\":\"stop\"}\n\n");
        }
    }

    @Test
    void sendsTheRequestWithTheProvidersCredentialAndNothingOfTheClients() throws Exception {
        PROVIDER.reply(hello());
        try (RawClient client = new RawClient(gateway.port)) {
            client.post("/v1/messages?beta=true", STREAM, "x-api-key: client", "authorization: Bearer client", "cookie: c", "anthropic-beta: b1,b2",
                    "connection: keep-alive, x-claude-code-only-here", "x-claude-code-only-here: y", "te: trailers", "CamelHttpUri: http://evil").reply();
        }
        ScriptedProvider.Recorded sent = PROVIDER.request();
        assertThat(sent.uri()).isEqualTo("/v1/messages?beta=true");
        assertThat(sent.headers()).containsEntry("x-api-key", "secret-key").containsEntry("anthropic-beta", "b1,b2")
                .containsEntry("anthropic-version", "2023-06-01").containsKey(LoopMarker.HEADER)
                .doesNotContainKeys("authorization", "cookie", "x-claude-code-only-here", "te", "camelhttpuri");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/messages", "/v1/chat/completions"})
    void aFailureBeforeTheFirstOutputIsAnHttpError(String path) throws Exception {
        PROVIDER.reply(Script.events().send(": wait\n\n").data("{\"start\":\"a\"}").data("{\"error\":\"too busy\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post(path, STREAM).reply();
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.body()).contains("too busy").contains(path.endsWith("messages") ? "anthropic" : "chat");
            PROVIDER.reply(hello());
            assertThat(client.post(path, STREAM).reply().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', value = {
            "an error document with status 200 | {\"error\":\"hidden\"} | 503 | hidden",
            "a page | <!doctype html><html></html> | 502 | page",
            "no body at all |  | 502 | empty",
            "plain text | Service temporarily odd | 502 | neither",
            "a start and nothing more | data: {\"start\":\"a\"}\\n\\n | 502 | ended early",
            "text that only begins like an event | dat | 502 | neither"})
    void whatOnlyLooksLikeAnAnswerIsAnError(String name, String body, int status, String message) throws Exception {
        for (String request : new String[] {STREAM, WHOLE}) {
            PROVIDER.reply(Script.of(200).header("content-type", "text/event-stream").send(body == null ? "" : body.replace("\\n", "\n")));
            try (RawClient client = new RawClient(gateway.port)) {
                RawClient.Reply reply = client.post("/v1/chat/completions", request).reply();
                assertThat(reply.status()).isEqualTo(status);
                assertThat(reply.body()).contains(message);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/messages", "/v1/chat/completions"})
    void aFailureAfterOutputIsToldInsideTheReply(String path) throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"half\"}").data("{\"error\":\"broke, key secret-key\"}")
                .data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post(path, STREAM).reply();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).contains("half").doesNotContain("stop").doesNotContain("secret-key")
                    .endsWith(path.endsWith("messages") ? "data: anthropic relay failed after 2: broke, key ***\n\n" : "data: chat failed broke, key ***\n\n");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/messages", "/v1/chat/completions"})
    void aCutAtAnyByteBeforeTheEndIsNeverASuccess(String path) throws Exception {
        String answer = ": hi\n\ndata: {\"start\":\"a\"}\n\ndata: {\"text\":\"abc\"}\n\ndata: {\"end\":\"stop\"}\n\n";
        int terminal = answer.indexOf("data: {\"end\"") + "data: {\"end\":\"stop\"}".length();
        try (RawClient client = new RawClient(gateway.port)) {
            for (int at = 0; at < terminal; at++) {
                PROVIDER.reply(Script.events().send(answer.substring(0, at)).cut());
                RawClient.Reply reply = client.post(path, STREAM).reply();
                assertThat(reply.status() == 502 || reply.status() == 200 && reply.body().contains("failed")).as("cut at %d: %s", at, reply).isTrue();
                assertThat(reply.body()).as("cut at %d", at).doesNotContain("\"end\"").doesNotContain("end stop");
            }
        }
    }

    @Test
    void aWholeReplyGoesOutByteForByteOnTheSameWireAndAsOneDocumentOnAnother() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            PROVIDER.reply(Script.json(200, "{ \"whole\" : \"\\u0041\" , \"x\":1.0}"));
            RawClient.Reply same = client.post("/v1/messages", WHOLE).reply();
            assertThat(same.body()).isEqualTo("{ \"whole\" : \"\\u0041\" , \"x\":1.0}");
            PROVIDER.reply(Script.json(200, "{\"whole\":\"A\"}"));
            RawClient.Reply other = client.post("/v1/chat/completions", WHOLE).reply();
            assertThat(other.body()).isEqualTo("{\"chat\":\"A\",\"stop\":\"stop\",\"output\":0}");
            assertThat(other.headers()).containsEntry("content-type", "application/json").containsKey("content-length");
        }
    }

    @Test
    void aDocumentWhereEventsWereAskedForBecomesEventsAndTheReverse() throws Exception {
        try (RawClient client = new RawClient(gateway.port)) {
            PROVIDER.reply(Script.of(200).header("content-type", "text/event-stream").send("\uFEFF\n\n {\"whole\":\"A\"}"));
            assertThat(client.post("/v1/messages", STREAM).reply().body())
                    .isEqualTo("data: anthropic start\n\ndata: anthropic 0 A\n\ndata: anthropic end stop 0\n\n");
            PROVIDER.reply(hello());
            assertThat(client.post("/v1/messages", WHOLE).reply().body()).isEqualTo("{\"anthropic\":\"hello\",\"stop\":\"stop\",\"output\":3}");
        }
    }

    @Test
    void aWholeReplyThatFailsHalfwayIsAnHttpError() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"half\"}").data("{\"error\":\"gone\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/chat/completions", WHOLE).reply();
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.body()).contains("gone").doesNotContain("half");
        }
    }

    @Test
    void theReplyEndsWithTheTerminalEventAlthoughTheProviderGoesOn() throws Exception {
        PROVIDER.reply(hello().send(": tail\n\n").stall());
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/chat/completions", STREAM).reply().body()).endsWith("end stop 3\n\n");
            PROVIDER.happenings().await("gone");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"before the head", "before the first output", "inside the answer"})
    void aClientThatLeavesEndsTheCall(String when) throws Exception {
        Script script = when.equals("before the head") ? Script.silence()
                : when.equals("inside the answer") ? Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").stall()
                : Script.events().data("{\"start\":\"a\"}").stall();
        PROVIDER.reply(script);
        gateway.happenings.clear();
        try (RawClient client = new RawClient(gateway.port)) {
            client.post("/v1/chat/completions", STREAM);
            PROVIDER.happenings().await("request");
            if (when.equals("inside the answer")) {
                client.head();
                chunks(client, 1);
            }
        }
        PROVIDER.happenings().await("gone");
        gateway.happenings.await("served");
        assertThat(PROVIDER.requests()).hasSize(1);
        assertThat(gateway.edge.intake().inFlight()).isZero();
        assertThat(gateway.edge.intake().heldBytes()).isZero();
    }

    @Test
    void anErrorOfTheProviderKeepsItsStatusAndIsBounded() throws Exception {
        PROVIDER.reply(Script.json(422, "x".repeat(300_000)));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/chat/completions", STREAM).reply();
            assertThat(reply.status()).isEqualTo(422);
            assertThat(reply.body()).hasSizeLessThan(270_000);
        }
    }

    @Test
    void aRedirectOfTheProviderIsAnError() throws Exception {
        PROVIDER.reply(Script.of(302).header("location", "http://elsewhere/").send("moved"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/chat/completions", STREAM).reply();
            assertThat(reply.status()).isEqualTo(502);
            assertThat(reply.body()).contains("302");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"beta=true, beta=true", "a={b}|\"c\", a=%7Bb%7D%7C%22c%22", "a=%20%zz%, a=%20%25zz%25", "a=ä, a=%C3%A4"})
    void anyQueryPassesOnTheSameWire(String query, String sent) throws Exception {
        PROVIDER.reply(hello());
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages?" + query, STREAM).reply().status()).isEqualTo(200);
        }
        assertThat(PROVIDER.request().uri()).isEqualTo("/v1/messages?" + sent);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/messages", "/v1/chat/completions"})
    void theRequestIsLetGoWhenItsAnswerBegins(String path) throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").hold("end").data("{\"end\":\"stop\"}"));
        gateway.bytes.clear();
        try (RawClient client = new RawClient(gateway.port)) {
            client.post(path, STREAM);
            RawClient.Reply head = client.head();
            chunks(client, 1);
            // What the loop still touches is let go with the next task it runs: another exchange makes it run some.
            PROVIDER.reply(hello());
            try (RawClient other = new RawClient(gateway.port)) {
                other.post(path, STREAM).reply();
            }
            assertThat(gateway.bytes).hasSize(4);
            for (int i = 0; i < 50 && gateway.bytes.stream().limit(2).anyMatch(ref -> ref.get() != null); i++) {
                System.gc();
            }
            assertThat(gateway.bytes.stream().limit(2)).allMatch(ref -> ref.get() == null);
            PROVIDER.open("end");
            client.body(head);
        }
    }

    @Test
    void anEventOverTheLimitIsAFailure() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").send("data: " + "y".repeat(1 << 20)).send("y".repeat(100)).stall());
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/chat/completions", STREAM).reply().body()).contains("failed").contains("dragoman.limit.event.bytes");
            PROVIDER.happenings().await("gone");
        }
    }

    @Test
    void aPausedTurnGoesOnByItselfAsOneReply() throws Exception {
        Script paused = Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"one\"}").data("{\"end\":\"pause\"}");
        Script rest = Script.events().data("{\"start\":\"b\"}").data("{\"text\":\"two\"}").data("{\"end\":\"stop\"}");
        PROVIDER.reply(paused, rest);
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/chat/completions", SEARCHING).reply().body())
                    .isEqualTo("data: chat start\n\ndata: chat 0 one\n\ndata: chat 1 two\n\ndata: chat end stop 6\n\n");
        }
        assertThat(PROVIDER.requests().get(1).text())
                .isEqualTo("{\"messages\":[{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}],\"stream\":true}");
    }

    @Test
    void aPausedTurnOfClaudeCodeGoesOnWithoutItsStopHavingPassed() throws Exception {
        String first = "data: {\"start\":\"a\"}\n\ndata: {\"text\":\"one\"}\n\n";
        PROVIDER.reply(Script.events().send(first).send(": stop reason\n\n").data("{\"end\":\"pause\"}"),
                Script.events().data("{\"start\":\"b\"}").data("{\"text\":\"two\"}").data("{\"end\":\"stop\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", SEARCHING, "User-Agent: claude-cli/2.0 (external)").reply().body())
                    .isEqualTo(first + "data: anthropic 1 two\n\ndata: anthropic end stop 6\n\n");
        }
    }

    @Test
    void otherAnthropicClientsResumeThemselves() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"one\"}").data("{\"end\":\"pause\"}"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/messages", SEARCHING).reply().body()).endsWith("data: {\"end\":\"pause\"}\n\n");
        }
        assertThat(PROVIDER.requests()).hasSize(1);
    }

    @Test
    void aTurnThatPausesTooOftenIsNotToldAsComplete() throws Exception {
        for (int i = 0; i < 3; i++) {
            PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"" + i + "\"}").data("{\"end\":\"pause\"}"));
        }
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/chat/completions", "{\"search\":true}").reply().body()).isEqualTo("{\"chat\":\"012\",\"stop\":\"pause\",\"output\":9}");
        }
        assertThat(PROVIDER.requests()).hasSize(3);
    }

    @Test
    void aResumedTurnThatFailsEndsWithAnError() throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"one\"}").data("{\"end\":\"pause\"}"), Script.json(503, "busy"));
        try (RawClient client = new RawClient(gateway.port)) {
            assertThat(client.post("/v1/chat/completions", SEARCHING).reply().body()).endsWith("data: chat failed busy\n\n");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {STREAM, WHOLE})
    void aFaultOfTheGatewayInsideAReplyStillEndsItAsAFailure(String request) throws Exception {
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").hold("fault").data("{\"text\":\"fault\"}").data("{\"end\":\"stop\"}").stall());
        PROVIDER.open("fault");
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply reply = client.post("/v1/chat/completions", request).reply();
            assertThat(reply.body()).contains("The gateway failed inside; its log tells more.").doesNotContain("on purpose").doesNotContain("stop\"");
            assertThat(reply.status()).isEqualTo(request.equals(STREAM) ? 200 : 500);
        }
        PROVIDER.happenings().await("gone");
    }

    @Test
    void stoppingLetsOpenRepliesFinishAndThenEndsThemHonestly() throws Exception {
        LivePath other = new LivePath(SETTINGS, EdgeLimits.DEFAULT, PROVIDER);
        PROVIDER.reply(Script.events().data("{\"start\":\"a\"}").data("{\"text\":\"x\"}").stall());
        try (RawClient client = new RawClient(other.port)) {
            client.post("/v1/chat/completions", STREAM);
            RawClient.Reply head = client.head();
            chunks(client, 1);
            Thread stopping = new Thread(other::stop);
            stopping.start();
            assertThat(client.body(head)).endsWith("data: chat failed The gateway is stopping; the answer was not finished.\n\n");
            stopping.join();
        } finally {
            other.close();
        }
    }

    @Test
    void aBrokenProviderIsSkippedOnlyWhileAnotherTargetIsLeft() throws Exception {
        ScriptedProvider second = new ScriptedProvider().start();
        LivePath two = new LivePath(SETTINGS, EdgeLimits.DEFAULT, PROVIDER, second);
        try (RawClient client = new RawClient(two.port)) {
            for (int i = 0; i < 5; i++) {
                PROVIDER.reply(Script.json(500, "broken"));
                second.reply(hello());
                assertThat(client.post("/v1/chat/completions", STREAM).reply().status()).isEqualTo(200);
            }
            assertThat(PROVIDER.requests()).hasSize(4);
            assertThat(two.breakers.isAvailable("p0")).isFalse();
            assertThat(two.breakers.isAvailable("p1")).isTrue();
            for (int i = 0; i < 5; i++) {
                second.reply(Script.json(500, "broken too"));
                assertThat(client.post("/v1/chat/completions", STREAM).reply().status()).isEqualTo(500);
            }
            assertThat(second.requests()).hasSize(10);
        } finally {
            two.close();
            second.stop();
        }
    }
}
