package io.dragoman.wire.chat;

import static io.dragoman.wire.chat.ChatReplyEncoderTest.END;
import static io.dragoman.wire.chat.ChatReplyEncoderTest.USAGE;
import static io.dragoman.wire.chat.ChatReplyEncoderTest.call;
import static io.dragoman.wire.chat.ChatReplyEncoderTest.raw;
import static io.dragoman.wire.chat.ChatReplyEncoderTest.reply;
import static io.dragoman.wire.chat.ChatReplyEncoderTest.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any answer that is written on this wire. */
class ChatReplyEncoderProperties {
    private final ChatReplyEncoderTest written = new ChatReplyEncoderTest();

    /** One block of an answer: its kind, and the pieces it comes in. */
    record Said(int kind, List<String> pieces) {}

    @Provide
    Arbitrary<List<Said>> answers() {
        Arbitrary<String> piece = Arbitraries.strings().withCharRange('a', 'z').withChars("é東😀 \"\\\n").ofMaxLength(6);
        Arbitrary<Said> said = Arbitraries.integers().between(0, 4).flatMap(kind -> piece.list().ofMaxSize(4).map(pieces -> new Said(kind, pieces)));
        return said.list().ofMaxSize(6);
    }

    private static List<Event> replyOf(List<Said> answer) {
        return reply(r -> {
            r.started("m", "m", Usage.NONE);
            int id = 0;
            for (Said said : answer) {
                String all = String.join("", said.pieces());
                switch (said.kind()) {
                    case 0 -> text(r, all);
                    case 1 -> text(r, all, new Citation(Optional.of("https://c.example"), all, "", Optional.empty(), Optional.empty()));
                    case 2 -> {
                        ReplyEvents.OpenBlock open = r.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()));
                        said.pieces().forEach(open::thinking);
                        open.finish(text -> new Thinking(text, Optional.of("s"), Optional.empty(), Optional.of(raw("{\"t\":1}"))));
                    }
                    case 3 -> {
                        String arguments = "{\"q\":" + JsonText.string(all).text() + "}";
                        call(r, "t" + id++, "f", arguments.substring(0, 3), arguments.substring(3));
                    }
                    default -> r.whole(new ServerToolResult("srvtoolu_1", "x_tool_result", Json.text("[]"), Optional.of(raw("{\"w\":1}"))));
                }
            }
            r.finished(END, USAGE);
        });
    }

    @Property
    void theWholeAnswerIsWhatAStrictClientMakesOfTheStream(@ForAll("answers") List<Said> answer) {
        List<Event> events = replyOf(answer);
        StrictClient client = written.stream(events);
        JsonNode whole = written.whole(events, Aliases.NONE);
        assertThat(whole.at("/choices/0/message")).isEqualTo(client.message());
        assertThat(whole.at("/choices/0/finish_reason").asText()).isEqualTo(client.finish);
    }

    @Property
    void decodingTheWrittenStreamGivesTheSameTextAndCalls(@ForAll("answers") List<Said> answer) {
        List<Event> events = replyOf(answer);
        StrictClient client = written.stream(events);
        Heard again = new Heard();
        new SseDecoder(1 << 24, frame -> {
            if (frame instanceof SseFrame.Event event) {
                again.decoder.frame(event);
            }
        }).feed(bytes(events), 0, bytes(events).length);
        again.decoder.end();
        assertThat(again.failure()).isEmpty();
        assertThat(again.calls()).hasSize(client.message().path("tool_calls").size());
    }

    private byte[] bytes(List<Event> events) {
        return written.encode(new ChatWire().streamEncoder(written.context(true, Aliases.NONE)), events);
    }

    @Property(tries = 50)
    void aCutAtAnyByteBeforeTheFinishReasonIsAFailure(@ForAll("answers") List<Said> answer) {
        byte[] all = bytes(replyOf(answer));
        int finish = new String(all, StandardCharsets.ISO_8859_1).indexOf("\"finish_reason\":\"");
        for (int cut = 0; cut < finish; cut += 7) {
            Heard heard = new Heard();
            SseDecoder sse = new SseDecoder(1 << 24, frame -> {
                if (frame instanceof SseFrame.Event event) {
                    heard.decoder.frame(event);
                }
            });
            sse.feed(all, 0, cut);
            sse.end();
            heard.decoder.end();
            assertThat(heard.failure()).as("cut at %d", cut).isPresent();
            assertThat(heard.calls()).isEmpty();
        }
    }
}
