package io.dragoman.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.WireName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

class CarrierCodecTest {
    private static final Json ODD = Json.text("{\"type\":\"x\",\"n\":1.0,\"big\":12345678901234567890,\"e\":1E+2,\"s\":\"a\\/b \\u0436 😀\", \"z\":null}");
    private static final Envelope ENVELOPE = new Envelope("anthropic", List.of(ODD, Json.text("{}")));

    private final CarrierCodec open = new CarrierCodec();
    private final CarrierCodec keyed = new CarrierCodec("secret");

    @Test
    void keepsTheTextOfEveryBlock() {
        assertThat(open.open(open.seal(ENVELOPE))).contains(ENVELOPE);
        assertThat(open.open(open.seal(ENVELOPE)).orElseThrow().blocks().get(0).text()).isEqualTo(ODD.text());
    }

    @Test
    void sealsTheRawJsonOfBlocksUnderTheirIssuer() {
        Raw raw = new Raw(new WireName("responses"), ODD);
        String token = open.seal("responses:api.openai.com").seal(List.of(new RedactedThinking("d", Optional.empty(), Optional.of(raw))));
        assertThat(open.open(token)).contains(new Envelope("responses:api.openai.com", List.of(ODD)));
        assertThat(open.open(token).orElseThrow().wire()).isEqualTo(new WireName("responses"));
    }

    @Test
    void refusesToSealWhatCouldNotBeGivenBack() {
        assertThatThrownBy(() -> open.seal("anthropic").seal(List.of(Text.of("made here")))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isRecognisedAndAlwaysTheSame() {
        assertThat(Carried.recognises(open.seal(ENVELOPE))).isTrue();
        assertThat(open.seal(ENVELOPE)).isEqualTo(new CarrierCodec().seal(ENVELOPE)).matches("drgm1\\.[A-Za-z0-9_-]+");
        assertThat(keyed.seal(ENVELOPE)).isEqualTo(new CarrierCodec("secret").seal(ENVELOPE)).matches("drgm1\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{43}");
    }

    @Test
    void withAKeyOpensOnlyWhatWasSealedWithIt() {
        assertThat(keyed.open(keyed.seal(ENVELOPE))).contains(ENVELOPE);
        assertThat(keyed.open(open.seal(ENVELOPE))).isEmpty();
        assertThat(keyed.open(new CarrierCodec("other").seal(ENVELOPE))).isEmpty();
        String token = keyed.seal(ENVELOPE);
        assertThat(keyed.open(open.seal(new Envelope("x", List.of())) + token.substring(token.lastIndexOf('.')))).isEmpty();
    }

    @Test
    void ignoresOtherVersionsAndForeignValues() {
        String token = open.seal(ENVELOPE);
        for (String other : List.of("", "drgm", "drgm1.", "drgm2" + token.substring(5), "gAAAAA", token + "!", token.substring(0, token.length() - 2), token + "AAAA",
                token.replace('.', ':'), packed("[]"), packed("{}"), packed("{\"issuer\":\"a\",\"blocks\":[1]}"), packed("{\"issuer\":1,\"blocks\":[]}"),
                packed("{\"issuer\":\"a\",\"blocks\":[{]}"), packed("{\"issuer\":\"a\",\"blocks\":[]}{}"), packed("{\"issuer\":\"a\",\"blocks\":[" + "{\"a\":".repeat(400) + "1"
                        + "}".repeat(400) + "]}"), packed("\0\0\0{"))) {
            assertThat(open.open(other)).as(other).isEmpty();
            assertThat(open.openSummary(other)).as(other).isEmpty();
        }
    }

    @Test
    void readsUnknownFieldsOfALaterGateway() {
        assertThat(open.open(packed("{\"more\":[{}],\"issuer\":\"a\",\"blocks\":[ {} ]}"))).contains(new Envelope("a", List.of(Json.text("{}"))));
    }

    @Test
    void stopsUnpackingWhereTheAllowanceEnds() {
        String bomb = packed("{\"issuer\":\"a\",\"blocks\":[{\"x\":\"" + "0".repeat(5_000_000) + "\"}]}");
        assertThat(bomb.length()).isLessThan(20_000);
        Allowance allowance = new Allowance(1_000_000);
        assertThat(open.open(bomb, allowance)).isEqualTo(CarrierContent.TOO_LARGE);
        assertThat(allowance.left()).isZero();
        assertThat(open.open(open.seal(ENVELOPE), allowance)).isEqualTo(CarrierContent.TOO_LARGE);
    }

    @Test
    void takesAContentThatFillsTheAllowance() {
        String token = open.seal(ENVELOPE);
        Allowance ample = new Allowance(1000);
        open.open(token, ample);
        long size = 1000 - ample.left();
        assertThat(open.open(token, new Allowance(size)).envelope()).contains(ENVELOPE);
        assertThat(open.open(token, new Allowance(size - 1))).isEqualTo(CarrierContent.TOO_LARGE);
    }

    @Test
    void carriesTheSummaryOfACompaction() {
        String token = open.sealSummary("Сводка \"要約\"\n😀");
        assertThat(Carried.recognises(token)).isTrue();
        assertThat(open.openSummary(token)).contains("Сводка \"要約\"\n😀");
        assertThat(open.open(token)).isEmpty();
        assertThat(keyed.openSummary(token)).isEmpty();
    }

    private static String packed(String json) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
            deflate.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return "drgm1." + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
    }
}
