package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Upstream.cite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CitationsTest {
    private static final String URL = "https://a.example/x";

    private static Citations of(JsonNode... annotations) {
        Citations citations = new Citations();
        Stream.of(annotations).forEach(node -> citations.add(Json.of(node)));
        return citations;
    }

    private static List<String> cited(Citations citations, String text) {
        return citations.pieces(text, text).stream().filter(piece -> !piece.citations().isEmpty()).map(Citations.Piece::text).toList();
    }

    static Stream<Arguments> slices() {
        String family = "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 ok";
        return Stream.of(
                arguments("plain words", "Rust docs are online.", 0, 9, "Rust docs"),
                arguments("after Chinese", "查看 Rust 文档和 Cargo。", 3, 7, "Rust"),
                arguments("at the end of Chinese", "查看 Rust 文档和 Cargo。", 12, 17, "Cargo"),
                arguments("after an emoji, code points", "\uD83D\uDE00 Rust 文档", 2, 6, "Rust"),
                arguments("after a family", family, 6, 8, "ok"),
                arguments("a combining mark stays", "e\u0301tude", 0, 2, "e\u0301"),
                arguments("to the very end", "abc", 1, 3, "bc"),
                arguments("code points do not fit, UTF-16 does", "\uD83D\uDE00\uD83D\uDE00 ab", 5, 7, "ab"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slices")
    void aRangeCoversWholeCharacters(String sentence, String text, int start, int end, String slice) {
        assertThat(cited(of(cite(URL, "t", start, end)), text)).containsExactly(slice);
    }

    static Stream<Arguments> unranged() {
        return Stream.of(
                arguments("half a flag", "\uD83C\uDDEB\uD83C\uDDF7 x", Upstream.json("1"), Upstream.json("2")),
                arguments("inside a family", "\uD83D\uDC68\u200D\uD83D\uDC69 x", Upstream.json("0"), Upstream.json("1")),
                arguments("before a combining mark", "e\u0301tude", Upstream.json("0"), Upstream.json("1")),
                arguments("beyond the end", "abc", Upstream.json("1"), Upstream.json("4")),
                arguments("far beyond", "abc", Upstream.json("0"), Upstream.json("1000000000")),
                arguments("beyond all numbers", "abc", Upstream.json("0"), Upstream.json("99999999999999999999")),
                arguments("empty", "abc", Upstream.json("1"), Upstream.json("1")),
                arguments("reversed", "abc", Upstream.json("2"), Upstream.json("1")),
                arguments("a fraction", "abc", Upstream.json("0.5"), Upstream.json("2")),
                arguments("negative", "abc", Upstream.json("-1"), Upstream.json("2")),
                arguments("a string", "abc", Upstream.json("'0'"), Upstream.json("2")),
                arguments("missing", "abc", Upstream.json("0"), Upstream.json("null")),
                arguments("only blanks", "a   b", Upstream.json("1"), Upstream.json("3")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unranged")
    void aRangeThatFitsNothingCoversNothing(String sentence, String text, JsonNode start, JsonNode end) {
        Citations citations = of(Upstream.object().put("type", "url_citation").put("url", URL).<com.fasterxml.jackson.databind.node.ObjectNode>set(
                "start_index", start).set("end_index", end));
        List<Citations.Piece> pieces = citations.pieces(text, text);
        assertThat(pieces).hasSize(1);
        assertThat(pieces.get(0).text()).isEqualTo(text);
        assertThat(pieces.get(0).citations()).hasSize(1);
        assertThat(pieces.get(0).citations().get(0).range()).isEmpty();
    }

    @Test
    void ofOverlappingRangesTheFirstKeepsItsWords() {
        List<Citations.Piece> pieces = of(cite("https://b.example/", "b", 2, 6), cite(URL, "a", 0, 4)).pieces("abcdef", "abcdef");
        assertThat(pieces).extracting(Citations.Piece::text).containsExactly("abcd", "ef");
        assertThat(pieces.get(0).citations()).extracting(c -> c.url().orElse("")).containsExactly(URL, "https://b.example/");
        assertThat(pieces.get(0).citations().get(0).range()).contains(new Citation.Range(0, 4));
        assertThat(pieces.get(0).citations().get(1).range()).isEmpty();
    }

    @Test
    void theSameAnnotationCountsOnceAndItsTitleMayComeLate() {
        Citations citations = of(cite(URL, "", 0, 2), cite(URL, "Title", 0, 2), cite(URL, "", 0, 2));
        List<Citation> whole = citations.ofWhole("abc", "abc");
        assertThat(whole).hasSize(1);
        assertThat(whole.get(0).title()).isEqualTo("Title");
    }

    @Test
    void onlyWebAddressesAreCited() {
        assertThat(of(cite("javascript:alert(1)", "t", 0, 1), cite("data:text/html,x", "t", 0, 1), cite("https://a.example/\u0007", "t", 0, 1))
                .isEmpty()).isTrue();
        assertThat(of(cite("HTTPS://A.example/", "t", 0, 1)).isEmpty()).isFalse();
    }

    @Test
    void offsetsCountTheMarksThatAreNotShown() {
        String raw = "\uE200cite\uE202turn0\uE201Rust docs here";
        List<Citations.Piece> pieces = of(cite(URL, "t", 12, 16)).pieces(raw, "Rust docs here");
        assertThat(pieces).extracting(Citations.Piece::text).containsExactly("Rust", " docs here");
    }

    @Test
    void aCitationOfAMarkBelongsToTheWordsBeforeIt() {
        String raw = "First claim.\uE200cite\uE202a\uE201 Second claim.\uE200cite\uE202b\uE201 End.";
        String shown = "First claim. Second claim. End.";
        int second = raw.lastIndexOf('\uE200');
        List<Citations.Piece> pieces = of(cite(URL, "a", 12, 20), cite("https://b.example/", "b", second, second + 8)).pieces(raw, shown);
        assertThat(pieces).extracting(Citations.Piece::text).containsExactly("First claim.", " ", "Second claim.", " End.");
        assertThat(pieces.get(0).citations()).hasSize(1);
        assertThat(pieces.get(2).citations()).hasSize(1);
    }

    @Property
    void piecesJoinToTheTextAndCutNoCharacter(@ForAll String text, @ForAll @Size(max = 8) List<@IntRange(min = -2, max = 40) Integer> at) {
        String whole = wellFormed(text);
        Citations citations = new Citations();
        for (int i = 0; i + 1 < at.size(); i += 2) {
            citations.add(Json.of(cite(URL + i, "t", at.get(i), at.get(i + 1))));
        }
        List<Citations.Piece> pieces = citations.pieces(whole, whole);
        StringBuilder joined = new StringBuilder();
        for (Citations.Piece piece : pieces) {
            assertThat(wellFormed(piece.text())).isEqualTo(piece.text());
            joined.append(piece.text());
        }
        assertThat(joined).hasToString(whole);
        assertThat(pieces.stream().mapToInt(piece -> piece.citations().size()).sum()).isEqualTo(at.size() / 2);
    }

    @Property
    void shownOffsetsAgreeWithWhatIsShown(@ForAll("marked") String raw, @ForAll @IntRange(min = 0, max = 60) int cut) {
        int at = Math.min(cut, raw.length());
        Markers markers = new Markers();
        String shown = markers.next(raw.substring(0, at)) + markers.next(raw.substring(at)) + markers.end();
        Markers once = new Markers();
        assertThat(once.next(raw) + once.end()).isEqualTo(shown);
        assertThat(Markers.shownOffsets(raw)[raw.length()]).isEqualTo(shown.length());
    }

    @net.jqwik.api.Provide
    net.jqwik.api.Arbitrary<String> marked() {
        return net.jqwik.api.Arbitraries.strings().withChars('a', ' ', Markers.OPEN, Markers.CLOSE, Markers.BETWEEN).ofMaxLength(60);
    }

    private static String wellFormed(String text) {
        return new String(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void tenThousandCitationsTakeLinearTime() {
        String text = "\uD83D\uDE00 word ".repeat(50_000);
        long small = nanos(text, 1_000);
        long large = nanos(text, 10_000);
        assertThat(large).isLessThan(Math.max(small, 20_000_000L) * 40);
    }

    private static long nanos(String text, int count) {
        Citations citations = new Citations();
        for (int i = 0; i < count; i++) {
            citations.add(Json.of(cite(URL + i, "t", i * 30, i * 30 + 20)));
        }
        long start = System.nanoTime();
        assertThat(citations.pieces(text, text)).hasSizeGreaterThan(count);
        return System.nanoTime() - start;
    }
}
