package io.dragoman.wire.responses;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.responses.ReplyHead.Standing;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A reply to a request for compaction: the answer becomes one compaction item ({@link CompactionSummary}). Where the summary is not
 * whole, the reply fails in its own way; a caller that has not answered yet puts the summary between decoder and encoder instead, and
 * learns of it in time.
 */
public final class CompactionEncoder implements ReplyEncoder {
    private final ReplyEncoder encoder;
    private final CompactionSummary summary;
    private final List<Event> made = new ArrayList<>();

    private CompactionEncoder(ReplyContext context, UnaryOperator<String> token, ReplyEncoder encoder) {
        this.encoder = encoder;
        summary = new CompactionSummary(itemId(context), token, made::add);
    }

    /** Id of the item that a reply gets. */
    public static String itemId(ReplyContext context) {
        return "cmp_" + context.replyId();
    }

    /** As events, to a request whose input ends with a compaction trigger. */
    public static ReplyEncoder stream(ReplyContext context, UnaryOperator<String> token) {
        return new CompactionEncoder(context, token, new StreamEncoder(context));
    }

    /** As one response, to a request whose input ends with a compaction trigger. */
    public static ReplyEncoder whole(ReplyContext context, UnaryOperator<String> token) {
        return new CompactionEncoder(context, token, new WholeEncoder(context));
    }

    /** As {@code response.compaction}, to POST /v1/responses/compact: the user's own messages and the item. */
    public static ReplyEncoder document(ReplyContext context, UnaryOperator<String> token) {
        return new CompactionEncoder(context, token, document(context));
    }

    /** The document alone, for events that come out of a {@link CompactionSummary} already. */
    public static ReplyEncoder document(ReplyContext context) {
        return new Document(context);
    }

    @Override
    public String contentType() {
        return encoder.contentType();
    }

    @Override
    public void event(Event event, ByteArrayOutputStream out) {
        summary.accept(event);
        made.forEach(each -> encoder.event(each, out));
        made.clear();
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        encoder.keepAlive(out);
    }

    private static final class Document implements ReplyEncoder {
        private final ReplyContext context;
        private final ReplyItems items;
        private boolean written;

        private Document(ReplyContext context) {
            this.context = context;
            items = new ReplyItems(context, ReplyFrames.none());
        }

        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public void event(Event event, ByteArrayOutputStream out) {
            items.event(event, out);
            Optional<Standing> ending = items.ending();
            if (ending.isEmpty() || written) {
                return;
            }
            written = true;
            if (ending.get().failure().isPresent()) {
                out.writeBytes(ResponsesErrors.INSTANCE.body(ending.get().failure().get()));
                return;
            }
            List<byte[]> output = new ArrayList<>(userMessages());
            output.addAll(ending.get().output());
            JsonOut.object(out, json -> {
                json.text("id", "resp_" + context.replyId()).text("object", "response.compaction").number("created_at", context.created())
                        .list("output", output);
                json.json().writeFieldName("usage");
                UsageFields.write(ending.get().usage().orElseThrow(), json.json());
            });
        }

        private List<byte[]> userMessages() {
            List<byte[]> messages = new ArrayList<>();
            for (Turn turn : context.request().turns()) {
                Optional<Json> item = turn.role() == Role.USER ? turn.untouched(ResponsesWire.NAME) : Optional.empty();
                item.filter(json -> json.tree().path("role").asText().equals("user")).ifPresent(json -> messages.add(json.toBytes()));
            }
            return messages;
        }

        @Override
        public void keepAlive(ByteArrayOutputStream out) {}
    }
}
