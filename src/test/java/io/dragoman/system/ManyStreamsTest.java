package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.ConnectionProvider;

/** A gateway with 512 MiB of heap and two processors holds a thousand streams at once: all say their next word only when all have been heard to say the last. */
@Tag("load")
@Timeout(180)
class ManyStreamsTest {
    private static final int STREAMS = 1000;
    private static final int WORDS = 8;
    private static final int PATIENCE_SECONDS = 30;
    private static final Pattern NUMBER = Pattern.compile("number (\\d+)");
    private static final Pattern WORD = Pattern.compile("\\[\\d+\\.\\d+]");
    private static final List<Lane> LANES = Lane.all().toList();

    /** What each stream says, by its number. */
    private final Map<Integer, Sinks.Many<String>> streams = new ConcurrentHashMap<>();
    private final CountDownLatch asked = new CountDownLatch(STREAMS);

    @Test
    void everyEventOfAThousandStreamsArrivesAndReadinessIsAnswered(@TempDir Path folder) throws Exception {
        DisposableServer provider = HttpServer.create().host("127.0.0.1").port(0).handle(this::serve).bindNow();
        ConnectionProvider connections = ConnectionProvider.builder("clients").maxConnections(STREAMS).pendingAcquireMaxCount(STREAMS).build();
        try (GatewayProcess gateway = GatewayProcess.start("512m", folder, settings(provider.port()))) {
            Heard heard = new Heard();
            IntStream.range(0, STREAMS).forEach(number -> ask(gateway, connections, number, heard));
            await(asked, "requests at the provider", heard);
            say(number -> lane(number).provider().begin());
            for (int word = 0; word < WORDS; word++) {
                assertReady(gateway);
                int now = word;
                say(number -> lane(number).provider().word(word(number, now)));
                await(heard.words.get(word), "word " + word, heard);
            }
            assertReady(gateway);
            // Providers do not hang up: their last frame is the end.
            say(number -> lane(number).provider().end(String.join("", words(number))));
            await(heard.ended, "ends", heard);
            assertThat(heard.failures).isEmpty();
            for (int number = 0; number < STREAMS; number++) {
                assertThat(heard.words(number)).as("%s, stream %s", lane(number), number).isEqualTo(words(number));
            }
            assertThat(gateway.log()).doesNotContain("OutOfMemory", "ERROR");
        } finally {
            connections.dispose();
            provider.disposeNow();
        }
    }

    private static Map<String, String> settings(int port) {
        Map<String, String> settings = Upstream.settings("http://127.0.0.1:" + port);
        settings.put("dragoman.shutdown.grace.ms", "1000");
        return settings;
    }

    private static Lane lane(int number) {
        return LANES.get(number % LANES.size());
    }

    private static String word(int number, int word) {
        return "[" + number + "." + word + "]";
    }

    private static List<String> words(int number) {
        return IntStream.range(0, WORDS).mapToObj(word -> word(number, word)).toList();
    }

    private Publisher<Void> serve(HttpServerRequest request, HttpServerResponse response) {
        return request.receive().aggregate().asString().flatMap(body -> {
            Matcher number = NUMBER.matcher(body);
            if (!number.find()) {
                return Mono.error(new IllegalStateException("No number in " + body));
            }
            Sinks.Many<String> stream = Sinks.many().unicast().onBackpressureBuffer();
            streams.put(Integer.parseInt(number.group(1)), stream);
            asked.countDown();
            return response.sse().sendString(stream.asFlux()).then();
        });
    }

    private static void ask(GatewayProcess gateway, ConnectionProvider connections, int number, Heard heard) {
        Client client = lane(number).client();
        String body = client.request(lane(number).provider().model(), true).replace("Hello", "number " + number);
        HttpClient.create(connections).headers(headers -> headers.add("content-type", "application/json"))
                .post().uri("http://127.0.0.1:" + gateway.port() + client.path).send((request, out) -> out.sendString(Mono.just(body)))
                .response((response, content) -> response.status().code() == 200 ? content.asString(StandardCharsets.UTF_8)
                        : content.aggregate().asString().flatMapMany(error -> Flux.error(new IllegalStateException(error))))
                .subscribe(text -> heard.hear(number, text), failure -> heard.fail(number, failure.toString()), () -> heard.end(number));
    }

    private void say(IntFunction<String> frames) {
        streams.forEach((number, stream) -> stream.tryEmitNext(frames.apply(number)).orThrow());
    }

    private static void await(CountDownLatch all, String what, Heard heard) throws InterruptedException {
        boolean complete = all.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(complete).as("%s: %s of %s did not come; failed: %s", what, all.getCount(), STREAMS, heard.failures.stream().limit(3).toList()).isTrue();
    }

    private static void assertReady(GatewayProcess gateway) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/health/ready")).timeout(Duration.ofSeconds(5)).build();
        assertThat(java.net.http.HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    /** What came at the clients; each stream on one thread at a time. */
    private static final class Heard {
        private final List<StringBuffer> texts = Stream.generate(StringBuffer::new).limit(STREAMS).toList();
        private final int[] next = new int[STREAMS];
        private final List<CountDownLatch> words = Stream.generate(() -> new CountDownLatch(STREAMS)).limit(WORDS).toList();
        private final CountDownLatch ended = new CountDownLatch(STREAMS);
        private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

        void hear(int number, String text) {
            StringBuffer all = texts.get(number).append(text);
            while (next[number] < WORDS && all.indexOf(word(number, next[number])) >= 0) {
                words.get(next[number]++).countDown();
            }
        }

        void end(int number) {
            if (texts.get(number).indexOf(lane(number).client().last) < 0) {
                String all = texts.get(number).toString();
                fail(number, "ended without its last frame: " + all.substring(Math.max(0, all.length() - 300)));
            }
            ended.countDown();
        }

        void fail(int number, String why) {
            failures.add(lane(number) + ", stream " + number + ": " + why);
        }

        /** In the order in which they came first; last frames of some wires repeat the whole text. */
        List<String> words(int number) {
            return WORD.matcher(texts.get(number)).results().map(result -> result.group()).distinct().toList();
        }
    }
}
