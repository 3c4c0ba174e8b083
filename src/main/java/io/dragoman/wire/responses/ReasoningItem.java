package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Thinking;
import io.dragoman.wire.ReplyEvents;
import java.util.Optional;
import java.util.StringJoiner;

/** Reasoning. Its summary is shown, or, where a host gives none, the reasoning text itself; the whole item is kept for the way back. */
final class ReasoningItem extends OutputItem {
    private static final String BETWEEN_PARTS = "\n\n";

    /** The first kind of text that comes is the one that is shown. */
    private enum Source { NONE, SUMMARY, CONTENT }

    private final StringBuilder text = new StringBuilder();
    private Source source = Source.NONE;
    private int part;
    private Optional<Json> announced = Optional.empty();
    private Optional<Json> complete = Optional.empty();
    private Optional<ReplyEvents> events = Optional.empty();
    private Optional<ReplyEvents.OpenBlock> block = Optional.empty();

    ReasoningItem(int index, String type) {
        super(index, type);
    }

    @Override
    void added(Json item) {
        announced = Optional.of(item);
    }

    void summary(int index, String delta) {
        append(Source.SUMMARY, index, delta);
    }

    void content(int index, String delta) {
        append(Source.CONTENT, index, delta);
    }

    /** A part that is complete counts when nothing of it came before. */
    void summaryDone(int index, String whole) {
        if (source == Source.NONE || source == Source.SUMMARY && index > part) {
            append(Source.SUMMARY, index, whole);
        }
    }

    private void append(Source from, int index, String delta) {
        if (delta.isEmpty() || isDone() || source != Source.NONE && source != from) {
            return;
        }
        String piece = source != Source.NONE && index != part ? BETWEEN_PARTS + delta : delta;
        source = from;
        part = index;
        text.append(piece);
        if (events.isPresent()) {
            open(events.get());
            block.ifPresent(b -> b.thinking(piece));
        }
    }

    @Override
    void done(Json item, Completeness completeness) {
        if (isDone()) {
            return;
        }
        JsonNode tree = item.tree();
        String summary = joined(tree.path("summary"));
        String whole = summary.isEmpty() ? joined(tree.path("content")) : summary;
        // The shown text is for reading only: where it differs from the finished one, the raw item still holds the truth.
        if (whole.length() > text.length() && whole.startsWith(text.toString())) {
            append(source == Source.NONE ? Source.SUMMARY : source, part, whole.substring(text.length()));
        }
        complete = Optional.of(item);
        markDone();
        if (events.isPresent()) {
            finish(events.get());
        }
    }

    private static String joined(JsonNode parts) {
        StringJoiner texts = new StringJoiner(BETWEEN_PARTS);
        for (JsonNode each : parts) {
            String piece = each.path("text").asText("");
            if (!piece.isEmpty()) {
                texts.add(piece);
            }
        }
        return texts.toString();
    }

    @Override
    void show(ReplyEvents target, ShowContext context) {
        events = Optional.of(target);
        if (text.length() > 0) {
            open(target);
            block.ifPresent(b -> b.thinking(text.toString()));
        }
        if (isDone()) {
            finish(target);
        }
    }

    /** Without text it begins only when it is complete: nobody knows before whether there is something to read. */
    @Override
    boolean isUnbegun() {
        return !isShowing() || block.isEmpty() && !isDone();
    }

    @Override
    void end(Completeness completeness) {
        if (!isDone()) {
            markDone();
            events.ifPresent(this::finish);
        }
    }

    private void open(ReplyEvents target) {
        if (block.isEmpty()) {
            block = Optional.of(target.open(new Thinking("", Optional.empty(), Optional.empty(), announced.map(ReasoningItem::raw))));
        }
    }

    private void finish(ReplyEvents target) {
        Optional<String> cipher = complete.map(item -> item.tree().path("encrypted_content")).filter(JsonNode::isTextual)
                .map(JsonNode::textValue).filter(value -> !value.isEmpty());
        if (block.isPresent()) {
            block.get().finish(shown -> new Thinking(shown, cipher, Optional.empty(), complete.map(ReasoningItem::raw)));
        } else if (cipher.isPresent()) {
            target.whole(new RedactedThinking(cipher.get(), Optional.empty(), complete.map(ReasoningItem::raw)));
        }
    }

    private static Raw raw(Json item) {
        return new Raw(ResponsesWire.NAME, item);
    }
}
