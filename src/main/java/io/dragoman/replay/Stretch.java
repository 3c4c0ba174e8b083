package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stood in a series of assistant turns since the last carrier: a carrier tells of it. Texts get back what the provider really
 * wrote, and search items that only showed an exchange of the carrier go away.
 */
final class Stretch {
    private record Item(List<Piece> turn, Piece piece) {}

    private final Map<String, List<Piece>> texts = new LinkedHashMap<>();
    private final Deque<Item> items = new ArrayDeque<>();

    void text(String text, Piece piece) {
        texts.computeIfAbsent(text, t -> new ArrayList<>()).add(piece);
    }

    /** @param turn the pieces of the turn that it stands in */
    void item(List<Piece> turn, Piece piece) {
        items.add(new Item(turn, piece));
    }

    void flush(Openings.Opened opened, Tally tally) {
        Map<String, List<Text>> written = new LinkedHashMap<>();
        opened.of(Text.class).forEach(text -> written.computeIfAbsent(((Text) text).text(), t -> new ArrayList<>()).add((Text) text));
        written.forEach((words, originals) -> match(texts.getOrDefault(words, List.of()), originals, opened.issuer(), tally));
        for (Block block : opened.of(ServerToolCall.class)) {
            String name = ((ServerToolCall) block).name();
            if ((name.equals(Server.WEB_SEARCH) || name.equals(Server.WEB_FETCH)) && !items.isEmpty()) {
                Item shown = items.removeLast();
                shown.turn().remove(shown.piece());
            }
        }
        texts.clear();
        items.clear();
    }

    private static void match(List<Piece> visible, List<Text> originals, String issuer, Tally tally) {
        if (visible.size() != originals.size()) {
            // Which one of equal texts was meant cannot be told.
            tally.add(visible.size() > originals.size() ? "citations:text-repeated" : "citations:text-changed", originals.size());
            return;
        }
        for (int i = 0; i < visible.size(); i++) {
            visible.get(i).original(new Kept.OriginalText(0, 0, originals.get(i), Optional.of(issuer)));
        }
    }
}
