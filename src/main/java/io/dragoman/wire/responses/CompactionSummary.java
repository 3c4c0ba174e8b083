package io.dragoman.wire.responses;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.StopReason;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.ReplyEvents;
import java.util.function.UnaryOperator;

/**
 * Makes one compaction item of an answer. Everything the model said is the summary; what is not a whole answer is none, and fails: a
 * client throws its history away for it. Nothing goes on before the end.
 */
public final class CompactionSummary implements EventSink {
    private final String itemId;
    private final UnaryOperator<String> token;
    private final ReplyEvents events;
    private final StringBuilder text = new StringBuilder();

    /**
     * @param itemId id of the compaction item
     * @param token  the opaque value that the summary travels in
     * @param target takes the events of a reply that is this item alone
     */
    public CompactionSummary(String itemId, UnaryOperator<String> token, EventSink target) {
        this.itemId = itemId;
        this.token = token;
        events = new ReplyEvents(target);
    }

    @Override
    public void accept(Event event) {
        if (event instanceof Event.Started started) {
            start(started);
        } else if (event instanceof Event.TextDelta delta) {
            text.append(delta.text());
        } else if (event instanceof Event.Failed failed) {
            events.failed(failed.failure());
        } else if (event instanceof Event.Finished finished) {
            finish(finished);
        }
    }

    private void start(Event.Started started) {
        if (!events.isStarted()) {
            events.started(started.id(), started.model(), started.usage());
        }
    }

    private void finish(Event.Finished finished) {
        if (finished.reason().kind() != StopReason.Kind.END) {
            events.failed(Failure.of(Failure.Kind.PROTOCOL, 502, "The summary is not whole: the answer ended with "
                    + finished.reason().kind() + ". The history was not compacted."));
        } else if (text.toString().isBlank()) {
            events.failed(Failure.protocol("The model answered with no summary. The history was not compacted."));
        } else {
            String sealed = token.apply(text.toString());
            byte[] item = JsonOut.object(json -> json.text("id", itemId).text("type", Names.COMPACTION).text("encrypted_content", sealed));
            events.whole(new Opaque(Names.COMPACTION, new Raw(ResponsesWire.NAME, Json.slice(item, 0, item.length))));
            events.finished(finished.reason(), finished.usage());
        }
    }
}
