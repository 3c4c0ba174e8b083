package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits parted turns into the conversation that everybody may see and what is kept beside it, with its places and anchors. */
final class Stripping {
    private final List<Turn> bare = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();
    private final Tally tally;
    /** Where in {@link #kept} the runs of this stretch stand that have no anchor yet. */
    private final List<Integer> waiting = new ArrayList<>();
    private Optional<Block> previous = Optional.empty();
    private int stretch;

    Stripping(Tally tally) {
        this.tally = tally;
    }

    ReplayMap strip(List<Parted> turns, long budgetBytes) {
        turns.forEach(this::strip);
        return new ReplayMap(bare, withinBudget(budgetBytes));
    }

    private void strip(Parted parted) {
        if (parted.isGone()) {
            return;
        }
        boolean asRead = parted.isAsRead();
        List<Block> visible = parted.visible();
        if (visible.isEmpty() && !parted.pieces().isEmpty()) {
            runs(parted, Optional.of(asRead ? parted.turn() : Turn.made(parted.role())));
            return;
        }
        if (parted.role() != Role.ASSISTANT) {
            endStretch();
        }
        parted.original().ifPresent(original -> keep(new Kept.OriginalTurn(bare.size(), original.blocks(), original.issuer())));
        runs(parted, Optional.empty());
        boolean untouched = asRead && visible.size() == parted.pieces().size();
        bare.add(untouched ? parted.turn() : parted.with(visible));
    }

    private void runs(Parted parted, Optional<Turn> own) {
        List<Block> run = new ArrayList<>();
        Optional<String> issuer = Optional.empty();
        int block = 0;
        for (Piece piece : parted.pieces()) {
            if (!run.isEmpty() && (!piece.isTaken() || !piece.issuer().equals(issuer))) {
                keep(block, own, run, issuer);
                run.clear();
            }
            if (piece.isTaken()) {
                run.add(piece.block());
                issuer = piece.issuer();
            } else {
                visible(piece, block++, parted.role());
            }
        }
        if (!run.isEmpty()) {
            keep(block, own, run, issuer);
        }
    }

    private void visible(Piece piece, int block, Role role) {
        piece.original().ifPresent(original -> keep(new Kept.OriginalText(bare.size(), block, original.text(), original.issuer())));
        boolean empty = piece.block() instanceof Text text && text.text().isEmpty();
        if (role == Role.ASSISTANT && !empty) {
            waiting.forEach(i -> kept.set(i, ((Kept.Run) kept.get(i)).before(piece.block())));
            waiting.clear();
            previous = Optional.of(piece.block());
        }
    }

    private void keep(int block, Optional<Turn> own, List<Block> run, Optional<String> issuer) {
        waiting.add(kept.size());
        keep(new Kept.Run(bare.size(), block, own, run, issuer, stretch, Optional.empty(), previous));
    }

    private void keep(Kept one) {
        kept.add(one);
        tally.add("captured", one.runs());
        tally.add("carried", one.issuer().isPresent() ? one.runs() : 0);
    }

    private void endStretch() {
        waiting.clear();
        previous = Optional.empty();
        stretch++;
    }

    /** The newest that fit. */
    private List<Kept> withinBudget(long budgetBytes) {
        long bytes = kept.stream().mapToLong(Kept::bytes).sum();
        int first = 0;
        while (bytes > budgetBytes) {
            bytes -= kept.get(first).bytes();
            tally.add("dropped:budget", kept.get(first).runs());
            tally.add("citations:budget", kept.get(first).runs() == 0 ? 1 : 0);
            first++;
        }
        return kept.subList(first, kept.size());
    }
}
