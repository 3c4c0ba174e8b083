package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CarrierCodecProperties {
    private final CarrierCodec open = new CarrierCodec();
    private final CarrierCodec keyed = new CarrierCodec("k");

    @Property(tries = 10_000)
    void roundTrip(@ForAll("envelopes") Envelope envelope) {
        assertThat(open.open(open.seal(envelope))).contains(envelope);
        assertThat(keyed.open(keyed.seal(envelope))).contains(envelope);
    }

    @Property(tries = 10_000)
    void noBytesMakeItThrow(@ForAll byte[] bytes, @ForAll String text) {
        String encoded = Base64.getUrlEncoder().encodeToString(bytes);
        for (String token : List.of("drgm1." + encoded, "drgm1." + encoded + "." + encoded, "drgm1." + text, "drgm" + text, text,
                new String(bytes, StandardCharsets.ISO_8859_1))) {
            open.open(token);
            keyed.open(token);
            open.openSummary(token);
        }
    }

    /** A damaged token opens to what it held or to nothing, and with a key never to anything else. */
    @Property(tries = 10_000)
    void noDamageMakesItThrow(@ForAll("envelopes") Envelope envelope, @ForAll int place, @ForAll char other) {
        String token = keyed.seal(envelope);
        int at = Math.floorMod(place, token.length());
        String damaged = token.substring(0, at) + other + token.substring(at + 1);
        open.open(damaged);
        assertThat(keyed.open(damaged).filter(found -> !found.equals(envelope))).isEmpty();
        open.open(damaged.substring(0, at));
    }

    @Property(tries = 10_000)
    void summaryRoundTrip(@ForAll("texts") String summary) {
        assertThat(open.openSummary(open.sealSummary(summary))).contains(summary);
    }

    @Provide
    Arbitrary<Envelope> envelopes() {
        Arbitrary<Json> blocks = Combinators.combine(texts(), Arbitraries.integers(), Arbitraries.of("", " ", "\n\t"))
                .as((text, number, space) -> Json.text("{" + space + "\"type\":" + quoted(text) + "," + space + "\"n\":" + number + ".0E+2,\"a\":[{},[]]" + space + "}"));
        return Combinators.combine(Arbitraries.of("anthropic", "responses:api.openai.com", "chat:ё.example:8080"), blocks.list().ofMaxSize(6)).as(Envelope::new);
    }

    /** All of Unicode but halves of surrogate pairs, which no JSON text may hold. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().all().ofMaxLength(40).map(s -> new String(s.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    private static String quoted(String text) {
        return Json.of(Json.MAPPER.getNodeFactory().textNode(text)).text();
    }
}
