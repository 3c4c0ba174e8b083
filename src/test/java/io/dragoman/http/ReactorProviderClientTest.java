package io.dragoman.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.dragoman.testing.Body;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class ReactorProviderClientTest {
    private static final Timeouts PATIENT = new Timeouts(10_000, 10_000, 30_000);

    @RegisterExtension
    static final ScriptedProvider PROVIDER = new ScriptedProvider();
    private static final ReactorProviderClient CLIENT = new ReactorProviderClient();

    @AfterAll
    static void close() {
        CLIENT.close();
    }

    private static ProviderRequest request(Timeouts timeouts) {
        return request(PROVIDER.base(), NetworkPath.DIRECT, timeouts);
    }

    private static ProviderRequest request(URI base, NetworkPath path, Timeouts timeouts) {
        return new ProviderRequest("POST", base.resolve("/v1/x?beta=true"), Map.of("content-type", "application/json", "user-agent", "u"),
                "{\"a\":1}".getBytes(StandardCharsets.UTF_8), path, timeouts);
    }

    private static ProviderResponse call(ProviderRequest request) throws Exception {
        return CLIENT.call(request).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static Failure failure(ProviderRequest request) throws Exception {
        CompletableFuture<ProviderResponse> head = CLIENT.call(request).toCompletableFuture();
        try {
            head.get(20, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            return ((DragomanException) e.getCause()).failure();
        } catch (CompletionException | TimeoutException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("The call did not fail.");
    }

    @Test
    void sendsTheRequestAsItIsAndGivesTheBodyAsItArrives() throws Exception {
        PROVIDER.reply(Script.events().header("x-request-id", "r1").send("one").hold("more").send("two"));
        ProviderResponse response = call(request(PATIENT));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).containsEntry("x-request-id", "r1");
        Body body = Body.of(response.body());
        body.happenings().await("chunk one");
        PROVIDER.open("more");
        body.happenings().await("complete");
        assertThat(body.happenings().seen()).containsExactly("chunk one", "chunk two", "complete");
        ScriptedProvider.Recorded sent = PROVIDER.request();
        assertThat(sent.method() + " " + sent.uri()).isEqualTo("POST /v1/x?beta=true");
        assertThat(sent.text()).isEqualTo("{\"a\":1}");
        assertThat(sent.headers()).containsEntry("user-agent", "u").containsEntry("content-length", "7").doesNotContainKey("transfer-encoding");
    }

    @Test
    void usesAConnectionAgainWhenTheReplyHasEnded() throws Exception {
        for (int i = 0; i < 10; i++) {
            PROVIDER.reply(Script.json(200, "{}"));
            Body.of(call(request(PATIENT)).body()).happenings().await("complete");
        }
        // A call may begin a moment before the last one's connection is back in the pool.
        assertThat(PROVIDER.requests().stream().map(ScriptedProvider.Recorded::connection).distinct()).hasSizeLessThan(10);
    }

    @Test
    void asksTheProviderForNoMoreThanTheReaderAskedFor() throws Exception {
        PROVIDER.reply(Script.events().send("one").hold("two").send("two"));
        Body body = Body.onDemand(call(request(PATIENT)).body());
        PROVIDER.open("two");
        PROVIDER.happenings().await("done");
        assertThat(body.happenings().seen()).isEmpty();
        body.ask();
        body.ask();
        body.happenings().await("chunk two");
    }

    @Test
    void closesTheConnectionWhenTheReaderCancels() throws Exception {
        PROVIDER.reply(Script.events().send("one").stall());
        Body body = Body.of(call(request(PATIENT)).body());
        body.happenings().await("chunk one");
        body.subscription().cancel();
        PROVIDER.happenings().await("gone");
    }

    @Test
    void closesTheConnectionWhenTheCallIsCancelledBeforeItsHead() throws Exception {
        PROVIDER.reply(Script.silence());
        CompletableFuture<ProviderResponse> head = CLIENT.call(request(PATIENT)).toCompletableFuture();
        PROVIDER.happenings().await("request");
        head.cancel(true);
        PROVIDER.happenings().await("gone");
    }

    @Test
    void keepsTheConnectionWhenATailIsShortAndClosesItWhenItIsNot() throws Exception {
        PROVIDER.reply(Script.events().send("one").hold("end"), Script.events().send("one").stall());
        Body first = Body.of(call(request(PATIENT)).body());
        first.happenings().await("chunk one");
        BodySubscription.release(first.subscription());
        PROVIDER.open("end");
        PROVIDER.happenings().await("done");
        Body second = Body.of(call(request(PATIENT)).body());
        second.happenings().await("chunk one");
        BodySubscription.release(second.subscription());
        PROVIDER.happenings().await("gone");
    }

    @Test
    void undoesGzipWhileItArrives() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("hello".getBytes(StandardCharsets.UTF_8));
        }
        PROVIDER.reply(Script.events().header("content-encoding", "gzip").send(packed.toByteArray()));
        Body body = Body.of(call(request(PATIENT)).body());
        body.happenings().await("complete");
        assertThat(body.happenings().seen()).containsExactly("chunk hello", "complete");
        assertThat(PROVIDER.request().headers().get("accept-encoding")).contains("gzip");
    }

    @Test
    void tellsACutBodyAsCut() throws Exception {
        PROVIDER.reply(Script.events().send("one").cut());
        Body body = Body.of(call(request(PATIENT)).body());
        body.happenings().await("error");
        assertThat(((DragomanException) body.error().orElseThrow()).failure().kind()).isEqualTo(Failure.Kind.CUT);
    }

    @Test
    void tellsAResetBeforeTheHeadAsUnreachableAndSendsNothingTwice() throws Exception {
        PROVIDER.reply(Script.resetAtOnce(), Script.json(200, "{}"));
        assertThat(failure(request(PATIENT)).kind()).isEqualTo(Failure.Kind.UNREACHABLE);
        assertThat(PROVIDER.requests()).hasSize(1);
    }

    @Test
    void tellsARefusedConnectionAsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        Failure failure = failure(request(URI.create("http://127.0.0.1:" + free), NetworkPath.DIRECT, PATIENT));
        assertThat(failure.kind()).isEqualTo(Failure.Kind.UNREACHABLE);
        assertThat(failure.message()).contains("refuses connections");
    }

    @Test
    void givesUpWhenNoHeadComes() throws Exception {
        PROVIDER.reply(Script.silence());
        Failure failure = failure(request(new Timeouts(150, 10_000, 30_000)));
        assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(failure.message()).contains("dragoman.timeout.first-event.ms");
        PROVIDER.happenings().await("gone");
    }

    @Test
    void givesUpOnSilenceInsideTheBodyOnlyWhileSomebodyReads() throws Exception {
        PROVIDER.reply(Script.events().send("one").stall());
        Body body = Body.onDemand(call(request(new Timeouts(10_000, 100, 30_000))).body());
        body.ask();
        body.happenings().await("chunk one");
        assertThat(body.error()).isEmpty();
        body.ask();
        body.happenings().await("error");
        assertThat(((DragomanException) body.error().orElseThrow()).failure().message()).contains("dragoman.timeout.idle.ms");
        PROVIDER.happenings().await("gone");
    }

    @Test
    void limitsAWholeAnswerByTheTotalAlone() throws Exception {
        PROVIDER.reply(Script.silence());
        assertThat(failure(request(new Timeouts(0, 50, 200))).message()).contains("dragoman.timeout.total.ms");
    }

    @Test
    void goesThroughTheProxyOfTheSetting() throws Exception {
        PROVIDER.reply(Script.json(200, "{}"));
        NetworkPath path = new NetworkPath(Optional.of(PROVIDER.base()), Optional.empty());
        CompletableFuture<ProviderResponse> head =
                CLIENT.call(request(URI.create("http://provider.invalid:80"), path, PATIENT)).toCompletableFuture();
        PROVIDER.happenings().await("request");
        assertThat(PROVIDER.request().method() + " " + PROVIDER.request().uri()).isEqualTo("CONNECT provider.invalid:80");
        head.cancel(true);
    }

    @Test
    void namesATrustStoreThatCannotBeRead() throws IOException, Exception {
        NetworkPath path = new NetworkPath(Optional.empty(), Optional.of(java.nio.file.Path.of("no-such-store.p12")));
        assertThat(failure(request(URI.create("https://127.0.0.1:1"), path, PATIENT)).message()).contains("no-such-store.p12");
    }
}
