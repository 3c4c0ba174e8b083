package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.TargetRules;
import io.dragoman.http.ClientConnection;
import io.dragoman.http.ClientRequest;
import io.dragoman.http.ProviderClient;
import io.dragoman.http.ProviderRequest.NetworkPath;
import io.dragoman.http.ProviderResponse;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every lane, every byte: a provider's stream is cut, ends early, or is disturbed at each position, in one piece and in single bytes. The
 * client sees the whole answer or an error, never a success that is none. In memory, without sockets.
 */
class BrokenReplyTest {
    private static final String ANTHROPIC = """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":1}}}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüße 世"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"look","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":1}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String RESPONSES = """
            event: response.created
            data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","created_at":1,"status":"in_progress","model":"m","output":[],"error":null,"incomplete_details":null}}

            event: response.output_item.added
            data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","role":"assistant","status":"in_progress","content":[]}}

            event: response.content_part.added
            data: {"type":"response.content_part.added","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Grüße 世"}

            event: response.output_text.done
            data: {"type":"response.output_text.done","sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"text":"Grüße 世"}

            event: response.output_item.done
            data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Grüße 世","annotations":[]}]}}

            event: response.completed
            data: {"type":"response.completed","sequence_number":6,"response":{"id":"resp_1","object":"response","created_at":1,"status":"completed","model":"m","output":[{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Grüße 世","annotations":[]}]}],"error":null,"incomplete_details":null,"usage":{"input_tokens":5,"output_tokens":9,"total_tokens":14}}}

            """;
    private static final String CHAT = """
            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Grüße 世"},"finish_reason":null}]}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"look","arguments":"{\\"a\\":1}"}}]},"finish_reason":null}]}

            data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

            data: [DONE]

            """;

    private static final DefaultCamelContext CONTEXT = new DefaultCamelContext();
    /** One for all: each has a clock, whose thread ends only with its context. */
    private static final OpenReplies OPEN = new OpenReplies();

    /** How a provider's stream goes wrong. */
    private enum Fault {
        CUT, EARLY_END, GARBAGE, ERROR
    }

    /** What one client saw. */
    private record Seen(String stream, boolean ended, Optional<Failure> failure) {}

    private static Stream<Arguments> lanes() {
        return Wires.ALL.stream().flatMap(client -> Wires.ALL.stream().flatMap(provider -> Stream.of(true, false)
                .map(stream -> Arguments.of(client.name() + " client, " + provider.name() + " provider, " + (stream ? "stream" : "whole"),
                        client, provider, stream))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lanes")
    void aBrokenStreamIsNeverASuccess(String name, Wire client, Wire provider, boolean stream) {
        byte[] whole = fixture(provider).getBytes(StandardCharsets.UTF_8);
        int terminal = terminal(provider);
        assertThat(success(client, run(client, provider, stream, whole, whole.length, Fault.EARLY_END, false), stream)).isTrue();
        for (int at = 0; at < terminal; at++) {
            for (Fault fault : Fault.values()) {
                if (fault == Fault.ERROR && at != 0 && (at < 2 || whole[at - 1] != '\n' || whole[at - 2] != '\n')) {
                    continue;
                }
                boolean single = at % 7 == 0;
                Seen seen = run(client, provider, stream, whole, at, fault, single);
                String what = fault + " at " + at + ": " + seen;
                assertThat(success(client, seen, stream)).as(what).isFalse();
                assertThat(seen.failure()).as(what).isPresent();
                assertThat(seen.ended() || seen.stream().isEmpty()).as(what).isTrue();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lanes")
    void whatComesAfterTheEndChangesNothing(String name, Wire client, Wire provider, boolean stream) {
        byte[] whole = fixture(provider).getBytes(StandardCharsets.UTF_8);
        for (Fault fault : Fault.values()) {
            assertThat(success(client, run(client, provider, stream, whole, whole.length, fault, true), stream)).as(fault.name()).isTrue();
        }
    }

    private static String fixture(Wire wire) {
        return wire == Wires.ANTHROPIC ? ANTHROPIC : wire == Wires.RESPONSES ? RESPONSES : CHAT;
    }

    /** Bytes before the last one without which the answer is not whole. */
    private static int terminal(Wire wire) {
        String text = fixture(wire);
        int end = wire == Wires.CHAT ? text.indexOf("\"tool_calls\"}]}") + "\"tool_calls\"}]}".length() : text.length() - 2;
        return text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean success(Wire wire, Seen seen, boolean stream) {
        if (!stream) {
            return seen.failure().isEmpty() && !seen.stream().isEmpty();
        }
        String mark = wire == Wires.ANTHROPIC ? "\"message_stop\"" : wire == Wires.RESPONSES ? "\"response.completed\"" : "[DONE]";
        return seen.stream().contains(mark);
    }

    private static Seen run(Wire client, Wire provider, boolean stream, byte[] whole, int at, Fault fault, boolean singleBytes) {
        byte[] request = ("{\"model\":\"m\",\"max_tokens\":9,\"stream\":" + stream + ",\"" + (client == Wires.RESPONSES ? "input" : "messages")
                + "\":[{\"role\":\"user\",\"content\":\"x\"}]}").getBytes(StandardCharsets.UTF_8);
        Passage passage = new Passage("req_1", client, Map.of(), "");
        passage.request(client.decode(request, DecodeLimits.DEFAULT));
        passage.seal(blocks -> "drgm0.x");
        TargetRules rules = new TargetRules(provider.name(), "i", false, false, true, true, true, new TargetRules.Ids(64, 128, false),
                TargetRules.ReasoningReturn.AUTO, false, "");
        passage.targets(List.of(new Target(new Provider("p", provider, false, URI.create("http://p"), Optional::empty, rules, NetworkPath.DIRECT), "m")));
        Recording connection = new Recording();
        Exchange exchange = new DefaultExchange(CONTEXT);
        exchange.setProperty(DragomanConstants.PASSAGE, passage);
        exchange.setProperty(ClientRequest.PROPERTY, new ClientRequest("POST", "/", "", Map.of(), request, connection, Optional.empty()));
        exchange.getMessage().setBody(new Encoded("{}".getBytes(StandardCharsets.UTF_8), true, List.of()));
        CallProvider call = new CallProvider();
        call.setOpenReplies(OPEN);
        call.setClient(new BrokenProvider(Arrays.copyOf(whole, at), fault, provider, singleBytes));
        call.process(exchange, done -> {
            if (exchange.getException() == null) {
                new RelayReply().process(exchange, finished -> {});
            }
        });
        Optional<Failure> failure = Optional.ofNullable(exchange.getException()).map(e -> ((DragomanException) e).failure());
        String body = stream ? connection.out.toString(StandardCharsets.UTF_8)
                : Optional.ofNullable(exchange.getMessage().getBody(String.class)).filter(b -> failure.isEmpty()).orElse("");
        return new Seen(body, connection.ended, failure);
    }

    /** Answers at once, on the caller's thread. */
    private record BrokenProvider(byte[] bytes, Fault fault, Wire wire, boolean singleBytes) implements ProviderClient {
        @Override
        public CompletableFuture<ProviderResponse> call(io.dragoman.http.ProviderRequest request) {
            return CompletableFuture.completedFuture(new ProviderResponse(200, Map.of("content-type", "text/event-stream"),
                    subscriber -> subscriber.onSubscribe(new Script(subscriber))));
        }

        private final class Script implements Flow.Subscription {
            private final Flow.Subscriber<? super byte[]> reader;
            private int sent;
            private boolean over;

            Script(Flow.Subscriber<? super byte[]> reader) {
                this.reader = reader;
            }

            @Override
            public void request(long n) {
                if (over) {
                    return;
                }
                if (sent < bytes.length) {
                    int size = singleBytes ? Math.min(bytes.length - sent, 1 + sent % 5) : bytes.length;
                    byte[] chunk = Arrays.copyOfRange(bytes, sent, sent + size);
                    sent += size;
                    reader.onNext(chunk);
                    return;
                }
                over = true;
                switch (fault) {
                    case CUT -> reader.onError(Failure.cut("The connection broke.").exception());
                    case EARLY_END -> reader.onComplete();
                    case GARBAGE -> last("\n\ndata: {\"type\":\n\n");
                    case ERROR -> last(wire == Wires.CHAT ? "data: {\"error\":{\"message\":\"no\",\"code\":500}}\n\n"
                            : "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"no\"},\"message\":\"no\",\"code\":\"server_error\"}\n\n");
                }
            }

            private void last(String text) {
                reader.onNext(text.getBytes(StandardCharsets.UTF_8));
                reader.onComplete();
            }

            @Override
            public void cancel() {
                over = true;
            }
        }
    }

    /** Keeps what is written; everything leaves at once. */
    private static final class Recording implements ClientConnection {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private boolean opened;
        private boolean ended;

        @Override
        public boolean isOpened() {
            return opened;
        }

        @Override
        public boolean isEnded() {
            return ended;
        }

        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public void open(int status, Map<String, String> headers) {
            opened = true;
        }

        @Override
        public void write(byte[] bytes, Runnable written) {
            assertThat(opened && !ended).isTrue();
            out.writeBytes(bytes);
            written.run();
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void onGone(Runnable gone) {
            // Never.
        }

        @Override
        public void requestReleased() {
            // Nothing is held.
        }
    }
}
