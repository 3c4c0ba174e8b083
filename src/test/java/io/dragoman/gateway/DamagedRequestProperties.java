package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.TargetRules;
import io.dragoman.repair.Sanitise;
import io.dragoman.replay.Capture;
import io.dragoman.replay.CarrierCodec;
import io.dragoman.replay.Replay;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a client sends: it is refused with a reason that is the client's, or each kind of target gets a request. Nothing else is ever thrown. */
class DamagedRequestProperties {
    private static final Capture CAPTURE = new Capture(new CarrierCodec(), Wires.readers(), 1 << 20);
    private static final Replay REPLAY = new Replay();
    private static final List<TargetRules> TARGETS = List.of(rules(Wires.ANTHROPIC, true), rules(Wires.ANTHROPIC, false), rules(Wires.RESPONSES, false),
            rules(Wires.CHAT, false));
    private static final List<Sent> REQUESTS = Stream.of("anthropic/request.full_beta", "anthropic/request.full_stable", "anthropic/followup.web_search_replay",
            "anthropic/followup.mixed_deferred", "anthropic/followup.pause_turn_resume", "responses/request.full", "chat/request.full").map(Sent::golden).toList();

    private record Sent(Wire wire, byte[] body, String name) {
        static Sent golden(String name) {
            try (InputStream in = DamagedRequestProperties.class.getResourceAsStream("/golden/" + name + ".json")) {
                Wire wire = name.startsWith("anthropic") ? Wires.ANTHROPIC : name.startsWith("chat") ? Wires.CHAT : Wires.RESPONSES;
                return new Sent(wire, in.readAllBytes(), name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static TargetRules rules(Wire wire, boolean isNative) {
        return new TargetRules(wire.name(), wire.name().value(), isNative, wire == Wires.RESPONSES, true, true, isNative || wire != Wires.ANTHROPIC,
                new TargetRules.Ids(64, 64, !isNative), TargetRules.ReasoningReturn.AUTO, isNative, "");
    }

    @Property(tries = 4000)
    void isRefusedWithAReasonOrWritten(@ForAll("requests") Sent sent, @ForAll("damages") List<Damage> damages) {
        assertRefusedOrWritten(sent.wire(), Damage.all(sent.body(), damages));
    }

    @Property(tries = 1000)
    void soIsAnything(@ForAll("requests") Sent sent, @ForAll byte[] bytes) {
        assertRefusedOrWritten(sent.wire(), bytes);
    }

    private static void assertRefusedOrWritten(Wire wire, byte[] body) {
        String what = new String(body, StandardCharsets.UTF_8);
        try {
            Conversation decoded = wire.decode(body, DecodeLimits.DEFAULT);
            Capture.Captured captured = CAPTURE.capture(decoded);
            for (TargetRules target : TARGETS) {
                refusedOrWritten(wire, captured, target, what);
            }
        } catch (DragomanException e) {
            assertThat(e.failure().status()).as(what).isBetween(400, 499);
            assertThat(e.failure().message()).as(what).isNotBlank().doesNotContain("Exception", "io.dragoman", "com.fasterxml");
        } catch (RuntimeException e) {
            if (Failures.told(e).isEmpty()) {
                throw new AssertionError(what, e);
            }
        }
    }

    private static void refusedOrWritten(Wire wire, Capture.Captured captured, TargetRules rules, String what) {
        try {
            Conversation replayed = rules.nativeServerTools() ? REPLAY.replay(captured.conversation(), captured.map(), rules).conversation() : captured.conversation();
            Conversation fitted = Sanitise.andPrune(replayed, rules).conversation();
            if (!wire.name().equals(rules.wire())) {
                wire.lossesElsewhere(fitted);
            }
            Wire target = Wires.named(rules.wire().value()).orElseThrow();
            assertThat(target.encode(fitted, rules).body()).as(what).isNotEmpty();
        } catch (DragomanException e) {
            assertThat(e.failure().status()).as(what).isBetween(400, 499);
        }
    }

    @Provide
    Arbitrary<Sent> requests() {
        return Arbitraries.of(REQUESTS);
    }

    @Provide
    Arbitrary<List<Damage>> damages() {
        return Damage.some();
    }
}
