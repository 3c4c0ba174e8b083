package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import io.dragoman.wire.ReplyEvents;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One text or refusal part of a message. Its text counts as the provider wrote it; what is shown has no marks. */
final class TextPart {
    /** What the part is. */
    enum Kind { TEXT, REFUSAL }

    private final Kind kind;
    private final StringBuilder raw = new StringBuilder();
    private final Citations citations = new Citations();
    private final Markers markers = new Markers();
    private Optional<Json> complete = Optional.empty();
    private Optional<ReplyEvents.OpenBlock> block = Optional.empty();
    private boolean closed;

    TextPart(Kind kind) {
        this.kind = kind;
    }

    boolean isRefusal() {
        return kind == Kind.REFUSAL;
    }

    boolean isOpen() {
        return block.isPresent();
    }

    int length() {
        return raw.length();
    }

    void delta(String piece) {
        if (!piece.isEmpty()) {
            raw.append(piece);
            block.ifPresent(b -> show(b, markers.next(piece)));
        }
    }

    /** The part as a whole. What is shorter is an older state of it; a different one is a contradiction. */
    void whole(String text) {
        if (text.length() > raw.length() && startsWith(text, raw)) {
            if (closed) {
                throw OutputItem.broken("The provider added text to a part that it had completed.");
            }
            delta(text.substring(raw.length()));
        } else if (!startsWith(raw, text)) {
            throw OutputItem.broken("The provider's finished text differs from the text it had streamed.");
        }
    }

    private static boolean startsWith(CharSequence text, CharSequence start) {
        return text.length() >= start.length() && CharSequence.compare(text.subSequence(0, start.length()), start) == 0;
    }

    void annotation(Json json) {
        if (!closed) {
            citations.add(json);
        }
    }

    /** The part as an object: its text, its annotations. */
    void object(JsonNode part) {
        JsonNode text = part.path(isRefusal() ? "refusal" : "text");
        if (text.isTextual() && !text.textValue().isEmpty()) {
            whole(text.textValue());
        }
        if (!closed) {
            citations.addAll(part.path("annotations"));
        }
    }

    /** The part of the finished item. */
    void complete(JsonNode part) {
        object(part);
        complete = Optional.of(Json.of(part));
    }

    void titles(Map<String, String> byUrl) {
        citations.titles(byUrl);
    }

    /** Shows a part that still grows. */
    void open(ReplyEvents events) {
        if (block.isEmpty() && raw.length() > 0) {
            ReplyEvents.OpenBlock opened = events.open(new Text("", List.of(), shell()));
            block = Optional.of(opened);
            show(opened, markers.next(raw.toString()));
        }
    }

    private static void show(ReplyEvents.OpenBlock block, String text) {
        if (!text.isEmpty()) {
            block.text(text);
        }
    }

    private Optional<Raw> shell() {
        return Optional.of(new Raw(ResponsesWire.NAME, Json.text(isRefusal() ? "{\"type\":\"refusal\",\"refusal\":\"\"}"
                : "{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}")));
    }

    /** The part is complete. */
    void finish(ReplyEvents events) {
        if (block.isPresent()) {
            close(block.get());
        } else {
            showWhole(events);
        }
    }

    /** Ends a part that was shown as it grew: its citations come with ranges. */
    private void close(ReplyEvents.OpenBlock open) {
        if (closed) {
            return;
        }
        closed = true;
        show(open, markers.end());
        String shown = open.content();
        List<io.dragoman.conversation.Citation> cited = citations.ofWhole(raw.toString(), shown);
        cited.forEach(open::citation);
        open.finish(text -> new Text(text, cited, original(text)));
    }

    /** Shows a part that is complete: each citation with the words it belongs to. */
    void showWhole(ReplyEvents events) {
        if (closed || raw.length() == 0) {
            return;
        }
        closed = true;
        String shown = markers.next(raw.toString()) + markers.end();
        if (shown.isEmpty()) {
            return;
        }
        List<Citations.Piece> pieces = citations.pieces(raw.toString(), shown);
        for (Citations.Piece piece : pieces) {
            ReplyEvents.OpenBlock open = events.open(new Text("", List.of(), shell()));
            show(open, piece.text());
            piece.citations().forEach(open::citation);
            open.finish(text -> new Text(text, piece.citations(), pieces.size() == 1 ? original(text) : Optional.empty()));
        }
    }

    private Optional<Raw> original(String shown) {
        return complete.filter(part -> part.tree().path(isRefusal() ? "refusal" : "text").asText("").equals(shown))
                .map(part -> new Raw(ResponsesWire.NAME, part));
    }
}
