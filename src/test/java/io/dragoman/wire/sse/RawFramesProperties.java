package io.dragoman.wire.sse;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.DragomanException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.Assertions;

class RawFramesProperties {
    private record Read(String raw, List<SseFrame.Event> events) {}

    private static Read read(byte[] bytes, List<Integer> cuts) {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        List<SseFrame.Event> events = new ArrayList<>();
        RawFrames frames = new RawFrames(true, 10_000, (part, event) -> {
            raw.writeBytes(part);
            event.ifPresent(events::add);
        });
        int from = 0;
        for (int cut : cuts.stream().map(c -> c % (bytes.length + 1)).sorted().toList()) {
            frames.feed(Arrays.copyOfRange(bytes, from, cut));
            from = cut;
        }
        frames.feed(Arrays.copyOfRange(bytes, from, bytes.length));
        frames.end();
        return new Read(raw.toString(StandardCharsets.UTF_8), events);
    }

    @Provide
    Arbitrary<String> streams() {
        return Arbitraries.of("data: a", "data:ä", "event: x", ": comment", "id: 1", "nonsense", "\n", "\r", "\r\n", "\n\n", "\r\n\r\n", "\uFEFF")
                .list().ofMaxSize(30).map(parts -> String.join("", parts));
    }

    @Property(tries = 3000)
    void anySplitGivesTheSameFramesAndTheRawPartsAreTheInput(@ForAll("streams") String stream,
            @ForAll List<@net.jqwik.api.constraints.IntRange(max = 500) Integer> cuts) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        Read read = read(bytes, cuts);
        assertThat(read.raw()).startsWith(stream);
        assertThat(read.raw().substring(stream.length())).isIn("", "\n", "\n\n");
        List<SseFrame.Event> plain = new ArrayList<>();
        SseDecoder decoder = new SseDecoder(10_000, frame -> {
            if (frame instanceof SseFrame.Event event) {
                plain.add(event);
            }
        });
        decoder.feed(bytes, 0, bytes.length);
        decoder.end();
        assertThat(read.events()).isEqualTo(plain);
    }

    @Example
    void aFrameIsGivenAsSoonAsItsBlankLineBegins() {
        List<String> seen = new ArrayList<>();
        RawFrames frames = new RawFrames(true, 100, (part, event) -> seen.add(new String(part, StandardCharsets.UTF_8)));
        frames.feed("data: a\r\n\r".getBytes(StandardCharsets.UTF_8));
        assertThat(seen).containsExactly("data: a\r\n\r");
        frames.feed("\ndata: b\n\n".getBytes(StandardCharsets.UTF_8));
        assertThat(seen).containsExactly("data: a\r\n\r", "\ndata: b\n\n");
    }

    @Example
    void commentsWithoutEndAreNotHeldForEver() {
        RawFrames frames = new RawFrames(true, 100, (part, event) -> {});
        Assertions.assertThatThrownBy(() -> {
            for (int i = 0; i < 100; i++) {
                frames.feed(": comment\n".getBytes(StandardCharsets.UTF_8));
            }
        }).isInstanceOf(DragomanException.class);
    }
}
