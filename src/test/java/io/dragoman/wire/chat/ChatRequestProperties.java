package io.dragoman.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Json;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any request that a client may send. */
class ChatRequestProperties {
    private static final List<String> VALUES = List.of("null", "\"\"", "\"a\"", "\"\\u00e9\\/\"", "0", "1.50", "-1", "true", "[]", "{}", "[ {} ]", "\"auto\"",
            "\"function\"", "\"custom\"", "\"high\"", "[\"a\"]", "[{\"type\":\"text\",\"text\":\"x\"}]", "[{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://x.example\"}}]",
            "[{\"type\":\"file\",\"file\":{\"file_data\":\"QUJD\"}}]", "[{\"type\":\"refusal\",\"refusal\":\"no\"}]", "{\"type\":\"json_object\"}", "{\"name\":\"f\"}",
            "[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]", "[{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]",
            "[{\"type\":\"reasoning.text\",\"text\":\"t\"}]");
    private static final String CARRIER = "[{\"type\":\"reasoning.text\",\"text\":\"t\"},{\"type\":\"reasoning.encrypted\",\"data\":\"" + Carried.PREFIX + "1.x\"}]";
    private static final List<String> ROLES = List.of("\"system\"", "\"developer\"", "\"user\"", "\"assistant\"", "\"tool\"", "\"function\"", "\"wizard\"", "5");

    @Provide
    Arbitrary<String> requests() {
        Arbitrary<String> value = Arbitraries.of(VALUES);
        Arbitrary<String> message = Arbitraries.of(ROLES).flatMap(role -> value.list().ofSize(6).map(v -> "{ \"role\":" + role + ", \"content\":" + v.get(0)
                + ",\"tool_calls\":" + v.get(1) + ",\"tool_call_id\":" + v.get(2) + ",\"reasoning_content\":" + v.get(3) + ",\"reasoning_details\":"
                + (role.contains("assistant") && v.get(4).equals("[]") ? CARRIER : v.get(4))
                + ",\"name\":" + v.get(5) + "}"));
        Arbitrary<String> field = Arbitraries.of("tools", "tool_choice", "stream", "stop", "max_tokens", "temperature", "reasoning_effort", "response_format",
                "parallel_tool_calls", "web_search_options", "user", "functions", "n", "future").flatMap(name -> value.map(v -> "\"" + name + "\" : " + v));
        return message.list().ofMinSize(1).ofMaxSize(3).flatMap(messages -> field.list().ofMaxSize(2).uniqueElements(f -> f.split(" ")[0]).map(fields ->
                "{\"model\":\"m\"" + (fields.isEmpty() ? "" : "," + String.join(" ,", fields)) + ", \"messages\":[ " + String.join(" , ", messages) + " ]}"));
    }

    @Property
    void isRefusedByNameOrGoesOnAsItCame(@ForAll("requests") String request) {
        Optional<Conversation> read = read(request);
        if (read.isPresent() && !request.contains(Carried.PREFIX)) {
            assertThat(ChatRequestTest.encode(read.get())).isEqualTo(request);
        }
        read.ifPresent(conversation -> assertThat(ChatRequestTest.encode(conversation)).doesNotContain(Carried.PREFIX));
    }

    @Property
    void canBeWrittenAnewOrIsRefusedWithAReason(@ForAll("requests") String request) {
        read(request).ifPresent(c -> {
            Conversation made = new Conversation(c.model(), c.system(), c.turns(), c.tools(), c.toolChoice(), c.settings(), Optional.empty());
            try {
                String written = ChatRequestTest.encode(made);
                assertThat(Json.text(written).tree().get("messages").isArray()).isTrue();
                assertThat(written).doesNotContain(Carried.PREFIX);
            } catch (DragomanException e) {
                assertThat(e.failure().status()).isEqualTo(400);
            }
        });
    }

    private static Optional<Conversation> read(String request) {
        try {
            return Optional.of(ChatRequestTest.decode(request));
        } catch (DragomanException e) {
            assertThat(e.failure().status()).isEqualTo(400);
            assertThat(e.failure().param().orElse("")).isNotEmpty();
            assertThat(e.failure().message()).contains(e.failure().param().orElseThrow());
            return Optional.empty();
        }
    }
}
