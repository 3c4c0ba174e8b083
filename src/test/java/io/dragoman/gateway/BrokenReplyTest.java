package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Failure;
import io.dragoman.gateway.InMemoryLane.Ending;
import io.dragoman.gateway.InMemoryLane.Seen;
import io.dragoman.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every lane, every byte: a provider's stream is cut, ends early, falls silent, or is disturbed by an error or by rubbish at each position, in one piece
 * and in small ones. The client sees the whole answer or an error, never a success that is none, and never a call as complete that the provider
 * did not complete. In memory; the same over sockets, for some positions, is {@link BrokenConnectionTest}'s.
 */
class BrokenReplyTest {
    private static final Map<Wire, List<GoldenStream>> STREAMS = Map.of(
            Wires.ANTHROPIC, List.of(GoldenStream.of(Wires.ANTHROPIC, "thinking_tool_use"), GoldenStream.of(Wires.ANTHROPIC, "web_search")),
            Wires.RESPONSES, List.of(GoldenStream.of(Wires.RESPONSES, "reasoning_function_call"), GoldenStream.of(Wires.RESPONSES, "web_search")),
            Wires.CHAT, List.of(GoldenStream.of(Wires.CHAT, "text"), GoldenStream.of(Wires.CHAT, "tool_calls")));

    /** All faults at all positions, instead of one fault at each position of streams and fewer where the same code answers: some minutes. */
    private static final boolean ALL = Boolean.getBoolean("dragoman.test.faults.all");

    /** How a provider's stream goes wrong. */
    private enum Fault {
        CUT, EARLY_END, SILENCE, ERROR, RUBBISH
    }

    private record Lane(Wire client, Wire provider, boolean isNative, boolean stream) {
        @Override
        public String toString() {
            String to = provider == Wires.ANTHROPIC && !isNative ? "compatible" : provider.name().toString();
            return client.name() + " > " + to + (stream ? ", stream" : ", whole");
        }

        int stride() {
            return !stream ? 7 : provider == Wires.ANTHROPIC && !isNative ? 3 : 1;
        }

        InMemoryLane open() {
            return new InMemoryLane(client, provider, isNative, stream);
        }
    }

    private static Stream<Arguments> lanes() {
        return Wires.ALL.stream().flatMap(client -> Stream.of(true, false).flatMap(stream -> Stream.of(
                new Lane(client, Wires.ANTHROPIC, true, stream), new Lane(client, Wires.ANTHROPIC, false, stream),
                new Lane(client, Wires.RESPONSES, false, stream), new Lane(client, Wires.CHAT, false, stream)))).map(Arguments::of);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lanes")
    void aBrokenStreamIsNeverASuccess(Lane lane) {
        InMemoryLane memory = lane.open();
        for (GoldenStream golden : STREAMS.get(lane.provider())) {
            for (int at = 0; at <= golden.bytes().length; at += ALL ? 1 : lane.stride()) {
                for (Fault fault : Fault.values()) {
                    if (ALL || (at / lane.stride() + Wires.ALL.indexOf(lane.client())) % Fault.values().length == fault.ordinal()) {
                        breakAt(lane, memory, golden, at, fault);
                    }
                }
            }
        }
    }

    private static void breakAt(Lane lane, InMemoryLane memory, GoldenStream golden, int at, Fault fault) {
        byte[] bytes = bytes(golden, at, fault);
        Seen seen = memory.answer(bytes, at % 7 == 0 ? 1 + at % 5 : Integer.MAX_VALUE / 2, ending(fault));
        Verdict verdict = Verdict.of(lane.client(), lane.stream(), seen);
        if (verdict == Verdict.FAILED || at >= golden.needed() && verdict == Verdict.WHOLE) {
            String whole = new String(bytes, StandardCharsets.UTF_8);
            if (!lane.stream() || Verdict.callsToRun(lane.client(), seen.out()) <= Verdict.callsToRun(lane.provider(), whole)) {
                return;
            }
        }
        throw new AssertionError(fault + " at " + at + " of " + golden.name() + " (" + golden.needed() + " needed), " + lane + ": " + verdict + " " + seen);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lanes")
    void whatComesAfterTheEndChangesNothing(Lane lane) {
        for (GoldenStream golden : STREAMS.get(lane.provider())) {
            for (Fault fault : Fault.values()) {
                byte[] bytes = bytes(golden, golden.bytes().length, fault);
                for (int chunk : List.of(1, bytes.length)) {
                    Seen seen = lane.open().answer(bytes, chunk, ending(fault));
                    assertThat(Verdict.of(lane.client(), lane.stream(), seen)).as(fault + " after " + golden.name() + ": " + seen).isEqualTo(Verdict.WHOLE);
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lanes")
    void aDocumentThatEndsEarlyIsNeverASuccess(Lane lane) {
        InMemoryLane memory = lane.open();
        byte[] document = GoldenStream.document(lane.provider());
        for (int at = 0; at <= document.length; at += ALL ? 1 : 5) {
            Seen seen = memory.answer(Arrays.copyOf(document, at), 1 + at % 400, at % 2 == 0 ? Ending.end() : ending(Fault.CUT));
            boolean whole = at == document.length && at % 2 == 0;
            assertThat(Verdict.of(lane.client(), lane.stream(), seen)).as(at + " bytes: " + seen).isEqualTo(whole ? Verdict.WHOLE : Verdict.FAILED);
        }
        assertThat(Verdict.of(lane.client(), lane.stream(), memory.answer(document, 7, Ending.end()))).isEqualTo(Verdict.WHOLE);
    }

    private static byte[] bytes(GoldenStream golden, int at, Fault fault) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(golden.bytes().length);
        bytes.write(golden.bytes(), 0, at);
        if (fault == Fault.RUBBISH) {
            bytes.writeBytes("\n\ndata: {\"type\":\n\n".getBytes(StandardCharsets.UTF_8));
        } else if (fault == Fault.ERROR) {
            bytes.writeBytes((golden.wire() == Wires.CHAT ? "\n\ndata: {\"error\":{\"message\":\"no\",\"code\":500}}\n\n"
                    : "\n\nevent: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"no\"}}\n\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static Ending ending(Fault fault) {
        return switch (fault) {
            case CUT -> Ending.broken(Failure.cut("The connection broke."));
            case SILENCE -> Ending.broken(Failure.of(Failure.Kind.TIMEOUT, 504, "The provider was silent."));
            case EARLY_END, ERROR, RUBBISH -> Ending.end();
        };
    }
}
