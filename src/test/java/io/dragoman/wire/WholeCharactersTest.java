package io.dragoman.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WholeCharactersTest {
    private final WholeCharacters characters = new WholeCharacters();

    @Test
    void joinsACharacterCutOverTwoPieces() {
        assertThat(characters.next("ok \ud83d")).isEqualTo("ok ");
        assertThat(characters.next("\ude00 fin")).isEqualTo("\ud83d\ude00 fin");
    }

    @Test
    void replacesHalvesThatNeverMeetTheirOther() {
        assertThat(characters.next("\ude00a\ud83d")).isEqualTo("\uFFFDa");
        assertThat(characters.next("b")).isEqualTo("\uFFFDb");
    }

    @Test
    void waitsThroughEmptyPieces() {
        assertThat(characters.next("\ud83d")).isEmpty();
        assertThat(characters.next("")).isEmpty();
        assertThat(characters.next("\ude00")).isEqualTo("\ud83d\ude00");
    }

    @Property
    void everyCutGivesTheSameTextAndOnlyWholePieces(@ForAll String text, @ForAll @IntRange(max = 40) int cut) {
        WholeCharacters pieces = new WholeCharacters();
        int at = Math.min(cut, text.length());
        String first = pieces.next(text.substring(0, at));
        String both = first + pieces.next(text.substring(at));
        assertThat(both).isEqualTo(new WholeCharacters().next(text));
        assertThat(new String(first.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)).isEqualTo(first);
        assertThat(new String(both.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)).isEqualTo(both);
    }
}
