package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.gateway.LiveSettings.PauseTurn;
import io.dragoman.http.EdgeLimits;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class KeepAliveTest {
    private static final String STREAM = "{\"stream\":true}";
    private static final String START = "{\"start\":\"a\"}";
    private static final String TEXT = "{\"text\":\"x\"}";
    private static final String END = "{\"end\":\"stop\"}";

    @RegisterExtension
    static final ScriptedProvider FIRST = new ScriptedProvider();
    @RegisterExtension
    static final ScriptedProvider SECOND = new ScriptedProvider();
    private static LivePath gateway;

    @BeforeAll
    static void start() throws Exception {
        gateway = new LivePath(new LiveSettings(new Timeouts(10_000, 10_000, 30_000), 40, 1 << 20, PauseTurn.AUTO, 2, 300),
                EdgeLimits.DEFAULT, FIRST, SECOND);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
    }

    @Test
    void silenceInsideAnAnswerIsFilledAgainAndAgain() throws Exception {
        FIRST.reply(Script.events().data(START).data(TEXT).hold("rest").data(END));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply head = client.post("/v1/chat/completions", STREAM).head();
            String read = "";
            while (!read.endsWith("data: chat 0 x\n\ndata: chat ping\n\ndata: chat ping\n\n")) {
                read += client.chunk();
            }
            FIRST.open("rest");
            assertThat(client.body(head)).endsWith("data: chat end stop 3\n\n");
        }
    }

    @Test
    void theReplyIsOpenedEarlyOnceTheProviderHasAcceptedAndMayStillFailOver() throws Exception {
        FIRST.reply(Script.events().data(START).hold("fail").data("{\"error\":\"too busy\"}"));
        SECOND.reply(Script.events().data(START).data(TEXT).data(END));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply head = client.post("/v1/chat/completions", STREAM).head();
            assertThat(head.status()).isEqualTo(200);
            assertThat(client.chunk()).isEqualTo("data: chat ping\n\n");
            FIRST.open("fail");
            String rest = client.body(head);
            assertThat(rest).endsWith("data: chat start\n\ndata: chat 0 x\n\ndata: chat end stop 3\n\n").doesNotContain("too busy");
        }
    }

    @Test
    void aFailureAfterAnEarlyOpeningIsToldInsideTheReply() throws Exception {
        FIRST.reply(Script.events().data(START).hold("fail").data("{\"error\":\"too busy\"}"));
        SECOND.reply(Script.json(500, "down"));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply head = client.post("/v1/chat/completions", STREAM).head();
            client.chunk();
            FIRST.open("fail");
            assertThat(client.body(head)).endsWith("data: chat failed down\n\n");
        }
    }

    @Test
    void onTheSameWireNothingIsInventedBeforeTheProvidersFirstEvent() throws Exception {
        FIRST.reply(Script.events().data(START).hold("rest").data(TEXT).data(END));
        try (RawClient client = new RawClient(gateway.port)) {
            RawClient.Reply head = client.post("/v1/messages", STREAM).head();
            assertThat(client.chunk()).isEqualTo(": still here\n\n");
            FIRST.open("rest");
            assertThat(client.body(head).replace(": still here\n\n", "")).isEqualTo("data: " + START + "\n\ndata: " + TEXT + "\n\ndata: " + END + "\n\n");
        }
    }

    @Test
    void nothingIsSentBeforeTheProviderHasAcceptedTheRequest() throws Exception {
        FIRST.reply(Script.silence());
        try (RawClient client = new RawClient(gateway.port); RawClient other = new RawClient(gateway.port)) {
            client.post("/v1/messages", STREAM);
            FIRST.happenings().await("request");
            // Several times the keep-alive interval passes for another client.
            FIRST.reply(Script.events().data(START).data(TEXT).hold("other").data(END));
            RawClient.Reply head = other.post("/v1/messages", STREAM).head();
            String read = "";
            while (!read.endsWith(": still here\n\n: still here\n\n: still here\n\n")) {
                read += other.chunk();
            }
            FIRST.open("other");
            other.body(head);
            assertThat(client.hasBytes()).isFalse();
        }
    }

    @Test
    void wholeRepliesGetNone() throws Exception {
        FIRST.reply(Script.events().data(START).data(TEXT).hold("rest").data(END));
        try (RawClient client = new RawClient(gateway.port); RawClient other = new RawClient(gateway.port)) {
            client.post("/v1/chat/completions", "{\"stream\":false}");
            FIRST.happenings().await("held rest");
            FIRST.reply(Script.events().data(START).data(TEXT).hold("other").data(END));
            RawClient.Reply head = other.post("/v1/messages", STREAM).head();
            String read = "";
            while (!read.endsWith(": still here\n\n: still here\n\n")) {
                read += other.chunk();
            }
            assertThat(client.hasBytes()).isFalse();
            FIRST.open("other");
            other.body(head);
            FIRST.open("rest");
            assertThat(client.reply().body()).isEqualTo("{\"chat\":\"x\",\"stop\":\"stop\",\"output\":3}");
        }
    }
}
