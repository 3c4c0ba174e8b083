package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sources that an answer named and that no text has taken yet. A host may name them before, beside or after the text, and again in every
 * chunk; a text takes them when it ends, because only then are their offsets, which count from the beginning of the whole content, known to fit.
 */
final class Citations {
    private final Set<JsonNode> seen = new LinkedHashSet<>();
    private final List<JsonNode> waiting = new ArrayList<>();

    void named(List<JsonNode> annotations) {
        for (JsonNode annotation : annotations) {
            if (!url(annotation).isEmpty() && seen.add(annotation)) {
                waiting.add(annotation);
            }
        }
    }

    /**
     * The sources of a text that has just ended.
     *
     * @param before the content in front of this text
     */
    List<Citation> take(CharSequence before, String text) {
        List<Citation> taken = new ArrayList<>();
        for (JsonNode annotation : waiting) {
            taken.add(read(annotation, before.toString(), text));
        }
        waiting.clear();
        return taken;
    }

    static Citation read(JsonNode annotation, String before, String text) {
        JsonNode inner = annotation.path("url_citation");
        Optional<Citation.Range> range = inner.path("start_index").isInt() && inner.path("end_index").isInt()
                ? range(inner.path("start_index").intValue(), inner.path("end_index").intValue(), before, text) : Optional.empty();
        return new Citation(Optional.of(url(annotation)), inner.path("title").asText(annotation.path("title").asText("")),
                inner.path("content").asText(""), range, Optional.of(new Raw(ChatWire.NAME, Json.of(annotation))));
    }

    private static String url(JsonNode annotation) {
        if (annotation.isTextual()) {
            return annotation.textValue();
        }
        return annotation.path("url_citation").path("url").asText(annotation.path("url").asText(""));
    }

    /** Offsets count code points; hosts that count UTF-16 units instead are told by offsets that otherwise do not fit. */
    private static Optional<Citation.Range> range(int start, int end, String before, String text) {
        int shift = before.codePointCount(0, before.length());
        Optional<Citation.Range> points = inside(start - shift, end - shift, text.codePointCount(0, text.length()));
        if (points.isPresent()) {
            return points;
        }
        int from = start - before.length();
        int to = end - before.length();
        return inside(from, to, text.length()).filter(units -> cutsNoPair(text, from) && cutsNoPair(text, to))
                .map(units -> new Citation.Range(text.codePointCount(0, from), text.codePointCount(0, to)));
    }

    private static Optional<Citation.Range> inside(int from, int to, int length) {
        return from >= 0 && from < to && to <= length ? Optional.of(new Citation.Range(from, to)) : Optional.empty();
    }

    private static boolean cutsNoPair(String text, int at) {
        return at == 0 || at == text.length() || !Character.isLowSurrogate(text.charAt(at)) || !Character.isHighSurrogate(text.charAt(at - 1));
    }

    /** The annotation that shows a client this source. @param shift code points of the content in front of its text */
    static Optional<JsonNode> write(Citation citation, int shift, int length) {
        if (citation.url().isEmpty()) {
            return Optional.empty();
        }
        Citation.Range range = citation.range().orElse(new Citation.Range(0, length));
        JsonNodeFactory json = JsonNodeFactory.instance;
        return Optional.of(json.objectNode().put("type", "url_citation").set("url_citation", json.objectNode()
                .put("start_index", shift + range.from()).put("end_index", shift + range.to())
                .put("url", citation.url().get()).put("title", citation.title())));
    }
}
