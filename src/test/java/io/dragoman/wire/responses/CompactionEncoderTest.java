package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Downstream.end;
import static io.dragoman.wire.responses.Downstream.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.StopReason.Kind;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.ReplyContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompactionEncoderTest {
    private static final String ITEM = "{'id':'cmp_abc123','type':'compaction','encrypted_content':'<Summary.>'}";

    private static List<Event> answer(Kind kind) {
        return Downstream.events(reply -> {
            Downstream.thinking(reply, "hm", "SIG");
            text(reply, "Sum");
            text(reply, "mary.");
            end(reply, kind);
        });
    }

    private static String seal(String text) {
        return "<" + text + ">";
    }

    @Test
    void theStreamHoldsExactlyOneCompactionItem() {
        StrictResponsesClient client = StrictResponsesClient.read(
                Downstream.encode(CompactionEncoder.stream(Downstream.context(), CompactionEncoderTest::seal), answer(Kind.END)));
        assertThat(client.problems).isEmpty();
        assertThat(client.items()).containsExactly(Upstream.json(ITEM));
        assertThat(client.response.path("output").get(0)).isEqualTo(Upstream.json(ITEM));
        assertThat(client.response.path("usage").path("total_tokens").asInt()).isEqualTo(27);
    }

    @Test
    void theWholeReplyHoldsTheSame() {
        JsonNode whole = Upstream.json(new String(Downstream.encode(CompactionEncoder.whole(Downstream.context(), CompactionEncoderTest::seal),
                answer(Kind.END)), StandardCharsets.UTF_8));
        assertThat(whole.path("status").asText()).isEqualTo("completed");
        assertThat(whole.path("output")).isEqualTo(Upstream.json("[" + ITEM + "]"));
    }

    @Test
    void theDocumentKeepsTheUsersOwnMessages() {
        Conversation request = new ResponsesWire().decode(("{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":\"Hello\"},"
                + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hi\"}]}]}")
                .getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT);
        ReplyContext context = Downstream.context(Aliases.NONE, request);
        JsonNode document = Upstream.json(new String(
                Downstream.encode(CompactionEncoder.document(context, CompactionEncoderTest::seal), answer(Kind.END)), StandardCharsets.UTF_8));
        assertThat(document.path("object").asText()).isEqualTo("response.compaction");
        assertThat(document.path("output")).isEqualTo(Upstream.json("[{'role':'user','content':'Hello'}," + ITEM + "]"));
        assertThat(document.path("usage").path("total_tokens").asInt()).isEqualTo(27);
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, mode = EnumSource.Mode.EXCLUDE, names = "END")
    void whatIsNoWholeAnswerIsNoSummary(Kind kind) {
        StrictResponsesClient client = StrictResponsesClient.read(
                Downstream.encode(CompactionEncoder.stream(Downstream.context(), CompactionEncoderTest::seal), answer(kind)));
        assertThat(client.problems).isEmpty();
        assertThat(client.response.path("status").asText()).isEqualTo("failed");
        assertThat(client.items()).isEmpty();
    }

    @Test
    void anEmptyAnswerAndAFailureAreNoSummary() {
        List<Event> empty = new ArrayList<>();
        Downstream.events(Downstream::end).forEach(new CompactionSummary("cmp_1", CompactionEncoderTest::seal, empty::add)::accept);
        assertThat(empty.get(empty.size() - 1)).isInstanceOf(Event.Failed.class);

        List<Event> failed = new ArrayList<>();
        Downstream.events(reply -> {
            text(reply, "half");
            reply.failed(Failure.cut("Cut."));
        }).forEach(new CompactionSummary("cmp_1", CompactionEncoderTest::seal, failed::add)::accept);
        assertThat(failed).hasSize(2);
        assertThat(((Event.Failed) failed.get(1)).failure().message()).isEqualTo("Cut.");
    }

    @Test
    void nothingIsToldBeforeTheSummaryIsWhole() {
        List<Event> told = new ArrayList<>();
        CompactionSummary summary = new CompactionSummary("cmp_1", CompactionEncoderTest::seal, told::add);
        List<Event> events = answer(Kind.END);
        events.subList(0, events.size() - 1).forEach(summary::accept);
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).isInstanceOf(Event.Started.class);
    }
}
