package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.testing.GatewayExtension;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.builder.AdviceWith;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that leaves, toward clients and toward providers, is looked through for what must stay inside. */
@Timeout(60)
class EdgesTest {
    private static final String CLIENT_KEY = "client-credential-7Q";
    private static final String PROVIDER_KEY = "provider-credential-9Z-";
    private static final String INSIDE = "something only the log may tell";
    private static final Pattern TRACE = Pattern.compile("\\bat [\\w.$/]+\\([\\w ]*(\\.java)?(:\\d+)?\\)|Caused by|Exception\\b|io\\.dragoman|org\\.apache\\.camel|java\\.lang");
    /** Whatever a client might try to slip in. */
    private static final String[] SLIPPED_IN = {"CamelDragomanReplay: slipped-in", "CamelDragomanTarget: slipped-in", "CamelDragomanPassage: slipped-in",
            "CamelHttpUri: http://slipped-in.example", "breadcrumbId: slipped-in", "Cookie: slipped-in", "Proxy-Authorization: slipped-in",
            "X-Forwarded-For: slipped-in", "org.apache.camel.Exchange: slipped-in"};

    @RegisterExtension
    @Order(1)
    static final ScriptedProvider PROVIDER = new ScriptedProvider();

    @RegisterExtension
    @Order(2)
    static final GatewayExtension GATEWAY = new GatewayExtension(() -> {
        Map<String, String> settings = Upstream.settings(PROVIDER.base().toString());
        for (Upstream each : Upstream.values()) {
            settings.put("dragoman.provider." + each.provider() + ".api-key", PROVIDER_KEY + each);
        }
        settings.put("dragoman.client.keys", CLIENT_KEY);
        settings.put("dragoman.retry.attempts", "0");
        settings.put("dragoman.breaker.enabled", "false");
        return settings;
    });

    /** Two steps fail inside, for models of these names. */
    @BeforeAll
    static void breakSteps() throws Exception {
        failBefore("choose-targets", "find-targets", "fails-early");
        failBefore("targets", "to-provider", "fails-late");
    }

    private static void failBefore(String route, String step, String model) throws Exception {
        AdviceWith.adviceWith(GATEWAY.camel(), route, advice -> advice.weaveById(step).before().process(exchange -> {
            if (exchange.getMessage().getBody() instanceof io.dragoman.conversation.Conversation conversation && conversation.model().endsWith(model)) {
                throw new IllegalStateException(INSIDE);
            }
        }));
    }

    static Stream<Arguments> lanes() {
        return Lane.all().flatMap(lane -> Stream.of(true, false).map(stream -> Arguments.of(lane, stream ? "stream" : "whole")));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lanes")
    void ofASuccess(Lane lane, String how) throws Exception {
        boolean stream = how.equals("stream");
        PROVIDER.reply(chatty(stream ? lane.provider().stream() : lane.provider().whole("fine")));
        RawClient.Reply reply = ask(lane, lane.provider().model(), stream);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertNothingInsideLeft(lane, reply);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lanes")
    void ofAProvidersFailure(Lane lane, String how) throws Exception {
        String told = lane.provider().error("authentication_error", "Incorrect API key provided: " + PROVIDER_KEY + lane.provider());
        PROVIDER.reply(chatty(Script.json(401, told)));
        RawClient.Reply reply = ask(lane, lane.provider().model(), how.equals("stream"));
        assertThat(reply.status()).isGreaterThanOrEqualTo(400);
        assertThat(lane.client().errorMessage(reply.body())).contains("Incorrect API key provided");
        assertNothingInsideLeft(lane, reply);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.dragoman.system.Lane#all")
    void ofAStreamThatBreaks(Lane lane) throws Exception {
        List<Upstream.Stage> stages = lane.provider().stages();
        PROVIDER.reply(chatty(Script.events().send(stages.get(0).frames()).send(stages.get(1).frames()).cut()));
        RawClient.Reply reply = ask(lane, lane.provider().model(), true);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).contains("alpha", "\"error\"").doesNotContain(lane.client().last);
        assertNothingInsideLeft(lane, reply);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lanes")
    void ofAnErrorOfTheClient(Lane lane, String how) throws Exception {
        try (RawClient client = new RawClient(GATEWAY.port())) {
            RawClient.Reply reply = client.post(lane.client().path, lane.client().request(lane.provider().model(), how.equals("stream")).replace("}]", "\u0001"),
                    headers(lane.client())).reply();
            assertThat(reply.status()).isEqualTo(400);
            assertNothingInsideLeft(lane, reply);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lanes")
    void ofAFaultInside(Lane lane, String how) throws Exception {
        for (String model : List.of("fails-early", "fails-late")) {
            RawClient.Reply reply = ask(lane, lane.provider().provider() + "/" + model, how.equals("stream"));
            assertThat(reply.status()).as(reply.body()).isEqualTo(500);
            assertThat(lane.client().errorMessage(reply.body())).contains("gateway");
            assertNothingInsideLeft(lane, reply);
        }
        assertThat(PROVIDER.requests()).isEmpty();
    }

    /** The same reply with headers that a client has no business with, some of them ours. */
    private static Script chatty(Script script) {
        return script.header("set-cookie", "slipped-in").header("CamelDragomanReplay", "slipped-in").header("dragoman-via", "slipped-in")
                .header("x-internal", "slipped-in").header("server", "slipped-in").header("authorization", PROVIDER_KEY);
    }

    private static RawClient.Reply ask(Lane lane, String model, boolean stream) throws Exception {
        try (RawClient client = new RawClient(GATEWAY.port())) {
            return client.post(lane.client().path, lane.client().request(model, stream), headers(lane.client())).reply();
        }
    }

    private static String[] headers(Client client) {
        List<String> headers = new ArrayList<>(List.of(SLIPPED_IN));
        headers.add(client == Client.A ? "x-api-key: " + CLIENT_KEY : "Authorization: Bearer " + CLIENT_KEY);
        return headers.toArray(String[]::new);
    }

    private static void assertNothingInsideLeft(Lane lane, RawClient.Reply reply) {
        String toClient = reply.headers() + "\n" + reply.body();
        assertThat(toClient).doesNotContain(CLIENT_KEY, PROVIDER_KEY, INSIDE, "slipped-in", "dragoman-via").doesNotContainPattern(TRACE);
        assertNoNameOfCamels(toClient);
        for (ScriptedProvider.Recorded sent : PROVIDER.requests()) {
            String toProvider = sent.uri() + " " + sent.headers() + "\n" + sent.text();
            assertThat(toProvider).doesNotContain(CLIENT_KEY, INSIDE, "slipped-in").doesNotContainPattern(TRACE);
            assertNoNameOfCamels(toProvider);
            assertThat(toProvider.split(Pattern.quote(PROVIDER_KEY), -1)).as("its own credential, once: %s", toProvider).hasSize(2);
            assertThat(sent.headers().values()).anyMatch(value -> value.endsWith(PROVIDER_KEY + lane.provider()));
        }
    }

    private static void assertNoNameOfCamels(String sent) {
        assertThat(sent.toLowerCase(Locale.ROOT)).doesNotContain("camel", "breadcrumb");
    }
}
