package io.dragoman.wire.chat;

import static io.dragoman.wire.chat.ChatRequestEncoderTest.PNG;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.assistant;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.body;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.conversation;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.messages;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.result;
import static io.dragoman.wire.chat.ChatRequestEncoderTest.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for requests of any conversation, written for a provider of this wire. */
class ChatRequestEncoderProperties {
    /** A closed exchange of a conversation: a question, an answer with or without calls, results. */
    @Provide
    Arbitrary<List<List<Turn>>> rounds() {
        Arbitrary<String> words = Arbitraries.strings().withCharRange('a', 'z').withChars("é東😀 \n").ofMinLength(1).ofMaxLength(5);
        Arbitrary<List<Turn>> talk = words.map(text -> List.of(user(Text.of(text)), assistant(Text.of(text + "!"))));
        Arbitrary<List<Turn>> calls = words.flatMap(text -> Arbitraries.integers().between(1, 3).map(count -> {
            List<Turn> turns = new ArrayList<>(List.of(user(Text.of(text)), assistant(Text.of("see"))));
            for (int i = 0; i < count; i++) {
                turns.add(assistant(ToolCall.of("c" + i, "f", "{}")));
            }
            for (int i = 0; i < count; i++) {
                turns.add(user(i % 2 == 0 ? result("c" + i, Text.of(text)) : result("c" + i, PNG)));
            }
            turns.add(assistant(Text.of("done")));
            return turns;
        }));
        return Arbitraries.oneOf(talk, calls).list().ofMinSize(1).ofMaxSize(5);
    }

    @Property
    void theRequestGrowsAndDoesNotChange(@ForAll("rounds") List<List<Turn>> rounds) {
        String before = "";
        List<Turn> turns = new ArrayList<>();
        for (List<Turn> round : rounds) {
            turns.addAll(round);
            String now = messages(conversation(turns.toArray(Turn[]::new)));
            assertThat(now).startsWith(before);
            before = now.substring(0, now.length() - 1);
        }
    }

    @Property
    void everyCallIsAnsweredRightBehindItsMessage(@ForAll("rounds") List<List<Turn>> rounds) {
        JsonNode messages = body(conversation(rounds.stream().flatMap(List::stream).toArray(Turn[]::new))).get("messages");
        for (int i = 0; i < messages.size(); i++) {
            int at = i;
            for (JsonNode call : messages.get(i).path("tool_calls")) {
                at++;
                assertThat(messages.path(at).path("tool_call_id")).isEqualTo(call.get("id"));
            }
        }
    }
}
