package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.ReplyEvents;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A message: its parts by content index. A part stays open until the item is done, since a citation may come that late. */
final class MessageItem extends OutputItem {
    private final TreeMap<Integer, TextPart> parts = new TreeMap<>();
    private Optional<ReplyEvents> events = Optional.empty();

    MessageItem(int index, String type) {
        super(index, type);
    }

    @Override
    void added(Json item) {
        parts(item.tree());
    }

    private void parts(JsonNode item) {
        int index = 0;
        for (JsonNode part : item.path("content")) {
            part(index++, kind(part)).object(part);
        }
        showOpen();
    }

    private static TextPart.Kind kind(JsonNode part) {
        return part.path("type").asText("").equals("refusal") ? TextPart.Kind.REFUSAL : TextPart.Kind.TEXT;
    }

    private TextPart part(int index, TextPart.Kind kind) {
        TextPart known = parts.get(index);
        if (known == null) {
            known = new TextPart(kind);
            parts.put(index, known);
        } else if (known.isRefusal() != (kind == TextPart.Kind.REFUSAL)) {
            if (known.length() > 0) {
                throw broken("The provider mixed text and refusal in one part.");
            }
            known = new TextPart(kind);
            parts.put(index, known);
        }
        return known;
    }

    void partObject(int index, Json object) {
        if (!isDone()) {
            part(index, kind(object.tree())).object(object.tree());
            showOpen();
        }
    }

    void delta(int index, TextPart.Kind kind, String piece) {
        if (isDone()) {
            if (!piece.isEmpty()) {
                throw broken("The provider sent text of a message that it had completed.");
            }
            return;
        }
        TextPart part = part(index, kind);
        part.delta(piece);
        events.ifPresent(part::open);
    }

    void whole(int index, TextPart.Kind kind, String text) {
        if (!isDone() && !text.isEmpty()) {
            TextPart part = part(index, kind);
            part.whole(text);
            events.ifPresent(part::open);
        }
    }

    void annotation(int index, Json annotation) {
        part(index, parts.containsKey(index) && parts.get(index).isRefusal() ? TextPart.Kind.REFUSAL : TextPart.Kind.TEXT)
                .annotation(annotation);
    }

    void titles(Map<String, String> byUrl) {
        parts.values().forEach(part -> part.titles(byUrl));
    }

    boolean refuses() {
        return parts.values().stream().anyMatch(part -> part.isRefusal() && part.length() > 0);
    }

    @Override
    void done(Json item, Completeness completeness) {
        int index = 0;
        for (JsonNode part : item.tree().path("content")) {
            part(index++, kind(part)).complete(part);
        }
        markDone();
        finish();
    }

    private void finish() {
        events.ifPresent(target -> parts.values().forEach(part -> part.finish(target)));
    }

    private void showOpen() {
        events.ifPresent(target -> parts.values().forEach(part -> part.open(target)));
    }

    @Override
    void show(ReplyEvents target, ShowContext context) {
        if (isDone()) {
            parts.values().forEach(part -> part.showWhole(target));
        } else {
            events = Optional.of(target);
            showOpen();
        }
    }

    /** Until its first words nothing behind it may be shown, or they would come too late. */
    @Override
    boolean isUnbegun() {
        return !isShowing() || !isDone() && parts.values().stream().noneMatch(TextPart::isOpen);
    }

    @Override
    void end(Completeness completeness) {
        markDone();
        finish();
    }
}
