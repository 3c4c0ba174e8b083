package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The url_citation annotations of one text part. Their offsets are not documented: they are read as code points, and as UTF-16 where
 * that reading falls out of the text or through a character while this one does not. What fits neither covers no range. Offsets count
 * the raw text, marks included (see {@link Markers}).
 */
final class Citations {
    /** A stretch of the shown text and the citations that belong to it. */
    record Piece(String text, List<Citation> citations) {}

    /** An annotation as it came; the same one may come several times, with its title only at last. */
    private record Key(String url, String start, String end) {}

    private static final class Annotation {
        private final String url;
        private final JsonNode start;
        private final JsonNode end;
        private String title;
        private Json json;

        private Annotation(JsonNode node, Json json) {
            url = node.path("url").asText();
            start = node.path("start_index");
            end = node.path("end_index");
            title = node.path("title").asText("");
            this.json = json;
        }
    }

    /** Where a citation stands in the shown text, UTF-16, and the whole text where it has no range. */
    private record Placed(Annotation annotation, int from, int to, boolean ranged) {}

    private final Map<Key, Annotation> annotations = new LinkedHashMap<>();

    boolean isEmpty() {
        return annotations.isEmpty();
    }

    /** Web addresses only: anything else is nothing a client should open. */
    static boolean isWeb(String url) {
        String lower = url.length() < 8 ? url.toLowerCase(Locale.ROOT) : url.substring(0, 8).toLowerCase(Locale.ROOT);
        return (lower.startsWith("http://") || lower.startsWith("https://")) && url.chars().noneMatch(c -> c < 0x20 || c == 0x7F);
    }

    void add(Json json) {
        JsonNode node = json.tree();
        if (!node.path("type").asText().equals("url_citation") || !isWeb(node.path("url").asText())) {
            return;
        }
        Key key = new Key(node.path("url").asText(), node.path("start_index").toString(), node.path("end_index").toString());
        Annotation known = annotations.get(key);
        if (known == null) {
            annotations.put(key, new Annotation(node, json));
        } else if (known.title.isEmpty()) {
            known.title = node.path("title").asText("");
            known.json = json;
        }
    }

    void addAll(JsonNode list) {
        for (JsonNode annotation : list) {
            add(Json.of(annotation));
        }
    }

    /** Titles by address, for search results that have none. */
    void titles(Map<String, String> byUrl) {
        for (Annotation annotation : annotations.values()) {
            if (annotation.title.isEmpty()) {
                byUrl.putIfAbsent(annotation.url, "");
            } else if (byUrl.getOrDefault(annotation.url, "").isEmpty()) {
                byUrl.put(annotation.url, annotation.title);
            }
        }
    }

    /** The citations of a text that stays one block, with ranges in code points of the shown text. */
    List<Citation> ofWhole(String raw, String shown) {
        List<Citation> found = new ArrayList<>();
        Offsets offsets = new Offsets(shown);
        for (Placed placed : place(raw, shown)) {
            found.add(citation(placed.annotation(), placed.ranged()
                    ? Optional.of(new Citation.Range(offsets.codePoints(placed.from()), offsets.codePoints(placed.to()))) : Optional.empty()));
        }
        return found;
    }

    /**
     * The text cut so that each citation stands with the words it belongs to. Of overlapping ranges the first keeps its words and the
     * other stands with them; a citation without a range stands with the last piece.
     */
    List<Piece> pieces(String raw, String shown) {
        List<Placed> ranged = new ArrayList<>();
        List<Citation> loose = new ArrayList<>();
        for (Placed placed : place(raw, shown)) {
            if (placed.ranged()) {
                ranged.add(placed);
            } else {
                loose.add(citation(placed.annotation(), Optional.empty()));
            }
        }
        ranged.sort(Comparator.comparingInt(Placed::from).thenComparingInt(Placed::to));
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        int openFrom = -1;
        for (Placed placed : ranged) {
            if (openFrom < 0 || placed.from() >= at) {
                if (placed.from() > at) {
                    pieces.add(new Piece(shown.substring(at, placed.from()), new ArrayList<>()));
                }
                pieces.add(new Piece(shown.substring(placed.from(), placed.to()), new ArrayList<>()));
                openFrom = placed.from();
                at = placed.to();
            }
            boolean same = placed.from() == openFrom && placed.to() == at;
            String text = pieces.get(pieces.size() - 1).text();
            pieces.get(pieces.size() - 1).citations().add(citation(placed.annotation(),
                    same ? Optional.of(new Citation.Range(0, text.codePointCount(0, text.length()))) : Optional.empty()));
        }
        if (at < shown.length() || pieces.isEmpty()) {
            pieces.add(new Piece(shown.substring(at), new ArrayList<>()));
        }
        pieces.get(pieces.size() - 1).citations().addAll(loose);
        return pieces;
    }

    private static Citation citation(Annotation annotation, Optional<Citation.Range> range) {
        return new Citation(Optional.of(annotation.url), annotation.title, "", range, Optional.of(new Raw(ResponsesWire.NAME, annotation.json)));
    }

    private List<Placed> place(String raw, String shown) {
        List<Placed> placed = new ArrayList<>();
        if (annotations.isEmpty()) {
            return placed;
        }
        Offsets offsets = new Offsets(raw);
        int[] toShown = raw.length() == shown.length() ? new int[0] : Markers.shownOffsets(raw);
        Characters characters = new Characters(shown);
        int claimed = 0;
        for (Annotation annotation : annotations.values()) {
            Optional<int[]> range = range(annotation, offsets, toShown, characters, claimed);
            placed.add(range.map(r -> new Placed(annotation, r[0], r[1], true))
                    .orElseGet(() -> new Placed(annotation, 0, shown.length(), false)));
            claimed = range.map(r -> r[1]).orElse(claimed);
        }
        return placed;
    }

    private static Optional<int[]> range(Annotation annotation, Offsets offsets, int[] toShown, Characters characters, int claimed) {
        if (!annotation.start.canConvertToExactIntegral() || !annotation.end.canConvertToExactIntegral()
                || !annotation.start.isIntegralNumber() || !annotation.end.isIntegralNumber()) {
            return Optional.empty();
        }
        long start = annotation.start.canConvertToInt() ? annotation.start.intValue() : -1;
        long end = annotation.end.canConvertToInt() ? annotation.end.intValue() : -1;
        if (start < 0 || start >= end) {
            return Optional.empty();
        }
        if (end <= offsets.codePoints()) {
            int[] points = shown(offsets.utf16((int) start), offsets.utf16((int) end), toShown);
            if (characters.whole(points[0], points[1])) {
                return Optional.of(points);
            }
            if (toShown.length > 0 && points[0] == points[1]) {
                return characters.before(points[0], claimed);
            }
        }
        if (end <= offsets.length()) {
            int[] units = shown((int) start, (int) end, toShown);
            if (characters.whole(units[0], units[1])) {
                return Optional.of(units);
            }
        }
        return Optional.empty();
    }

    private static int[] shown(int from, int to, int[] toShown) {
        return toShown.length == 0 ? new int[] {from, to} : new int[] {toShown[from], toShown[to]};
    }

    /** Code points and UTF-16 offsets of one text, in both directions, in constant time. */
    private static final class Offsets {
        private final int length;
        private final int codePoints;
        private final int[] starts;
        private final int[] counts;

        private Offsets(String text) {
            length = text.length();
            codePoints = text.codePointCount(0, length);
            boolean same = codePoints == length;
            starts = same ? new int[0] : new int[codePoints + 1];
            counts = same ? new int[0] : new int[length + 1];
            int at = 0;
            for (int i = 0; !same && i <= codePoints; i++) {
                starts[i] = at;
                counts[at] = i;
                if (i < codePoints) {
                    int width = Character.charCount(text.codePointAt(at));
                    if (width == 2) {
                        counts[at + 1] = i;
                    }
                    at += width;
                }
            }
        }

        private int length() {
            return length;
        }

        private int codePoints() {
            return codePoints;
        }

        private int utf16(int codePoint) {
            return starts.length == 0 ? codePoint : starts[codePoint];
        }

        private int codePoints(int utf16) {
            return counts.length == 0 ? utf16 : counts[utf16];
        }
    }

    /** Where a reader sees one character end and the next begin, roughly: enough to cut none in two. */
    private static final class Characters {
        private static final int JOINER = 0x200D;

        private final String text;
        private final BitSet inside = new BitSet();
        private final int[] visible;

        private Characters(String text) {
            this.text = text;
            visible = new int[text.length() + 1];
            int previous = -1;
            boolean flagOpen = false;
            for (int i = 0; i < text.length();) {
                int c = text.codePointAt(i);
                int width = Character.charCount(c);
                boolean flag = c >= 0x1F1E6 && c <= 0x1F1FF;
                if (previous >= 0 && (extendsPrevious(c) || previous == JOINER || flag && flagOpen)) {
                    inside.set(i);
                }
                flagOpen = flag && !flagOpen;
                boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
                visible[i + 1] = visible[i] + (blank ? 0 : 1);
                if (width == 2) {
                    inside.set(i + 1);
                    visible[i + 2] = visible[i + 1];
                }
                previous = c;
                i += width;
            }
        }

        private static boolean extendsPrevious(int c) {
            int kind = Character.getType(c);
            return kind == Character.NON_SPACING_MARK || kind == Character.ENCLOSING_MARK || kind == Character.COMBINING_SPACING_MARK
                    || c == JOINER || c >= 0x1F3FB && c <= 0x1F3FF || c >= 0xE0020 && c <= 0xE007F;
        }

        private boolean whole(int from, int to) {
            return from < to && visible[to] > visible[from] && !inside.get(from) && !inside.get(to);
        }

        /** The words that a mark stands behind: from the mark before it, or the start of the line. */
        private Optional<int[]> before(int mark, int claimed) {
            int from = mark;
            while (from > Math.min(claimed, mark) && text.charAt(from - 1) != '\n') {
                from--;
            }
            while (from < mark && Character.isWhitespace(text.charAt(from))) {
                from++;
            }
            return whole(from, mark) ? Optional.of(new int[] {from, mark}) : Optional.empty();
        }
    }
}
