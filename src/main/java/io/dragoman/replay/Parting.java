package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the turns of one request apart, in order: what stays, what leaves, and what carriers in them held. */
final class Parting {
    private static final String SUMMARY = "Summary of the conversation so far:\n\n";

    private final Openings openings;
    private final StoredCalls stored;
    private final MisplacedResults misplaced;
    private final Map<WireName, BlockReader> readers;
    private final Tally tally;
    private Stretch stretch = new Stretch();

    Parting(List<Turn> turns, Openings openings, Map<WireName, BlockReader> readers, Tally tally) {
        this.openings = openings;
        this.readers = readers;
        this.tally = tally;
        stored = StoredCalls.in(turns);
        misplaced = MisplacedResults.in(turns, tally);
    }

    List<Parted> part(List<Turn> turns) {
        List<Parted> done = new ArrayList<>(turns.size());
        for (Turn turn : turns) {
            Parted parted = turn.role() == Role.ASSISTANT ? ofAssistant(turn) : ofOthers(turn);
            if (parted.role() != Role.ASSISTANT && !parted.isGone()) {
                stretch = new Stretch();
            }
            done.add(parted);
        }
        return done;
    }

    private Parted ofAssistant(Turn turn) {
        Optional<Parted> whole = WholeTurn.of(turn, openings, tally);
        if (whole.isPresent()) {
            return whole.get();
        }
        List<Piece> pieces = new ArrayList<>(turn.blocks().size());
        Parted parted = new Parted(turn, summary(turn).isPresent() ? Role.USER : Role.ASSISTANT, pieces, Optional.empty());
        for (Block block : turn.blocks()) {
            block.accept(new Assistant(parted));
        }
        return parted;
    }

    private Parted ofOthers(Turn turn) {
        List<Piece> pieces = new ArrayList<>(turn.blocks().size());
        Optional<String> summary = summary(turn);
        for (Block block : turn.blocks()) {
            block.accept(new Others(pieces));
        }
        return new Parted(turn, summary.isPresent() ? Role.USER : turn.role(), pieces, Optional.empty());
    }

    /** The summary that is all this turn holds. */
    private Optional<String> summary(Turn turn) {
        return turn.blocks().size() == 1 && turn.blocks().get(0) instanceof Carried carrier ? openings.summary(carrier) : Optional.empty();
    }

    private Optional<Piece> summary(Carried carrier) {
        return openings.summary(carrier).map(text -> Piece.visible(Text.of(SUMMARY + text)));
    }

    /** Blocks of an assistant turn. */
    private final class Assistant implements Kinds<Void> {
        private final Parted parted;

        Assistant(Parted parted) {
            this.parted = parted;
        }

        private Void add(Piece piece) {
            parted.pieces().add(piece);
            return null;
        }

        @Override
        public Void any(Block block) {
            return add(Piece.visible(block));
        }

        @Override
        public Void text(Text block) {
            Piece piece = Piece.visible(block);
            stretch.text(block.text(), piece);
            return add(piece);
        }

        @Override
        public Void serverToolCall(ServerToolCall block) {
            if (EmbeddedPair.isItem(block)) {
                return item(block);
            }
            add(Piece.taken(block, Optional.empty()));
            misplaced.answerTo(block).ifPresent(result -> add(Piece.taken(result, Optional.empty())));
            return null;
        }

        @Override
        public Void serverToolResult(ServerToolResult block) {
            return add(Piece.taken(block, Optional.empty()));
        }

        @Override
        public Void toolCall(ToolCall block) {
            if (!Server.hasId(block.id())) {
                return any(block);
            }
            if (openings.hold(block.id())) {
                return null;
            }
            List<Block> pair = stored.pair(block);
            if (pair.isEmpty()) {
                tally.add("dropped:no-payload");
            }
            pair.forEach(one -> add(Piece.taken(one, Optional.empty())));
            return null;
        }

        @Override
        public Void toolResult(ToolResult block) {
            return new Others(parted.pieces()).toolResult(block);
        }

        @Override
        public Void carried(Carried block) {
            summary(block).ifPresent(this::add);
            openings.blocks(block).ifPresent(opened -> {
                if (opened.blocks().stream().anyMatch(one -> !isThinking(one))) {
                    stretch.flush(opened, tally);
                }
                opened.blocks().forEach(one -> one.accept(new FromCarrier(parted.pieces(), opened.issuer())));
            });
            return null;
        }

        private Void item(ServerToolCall item) {
            Optional<List<Block>> pair = EmbeddedPair.in(item, readers);
            String id = pair.map(blocks -> ((ServerToolCall) blocks.get(0)).id()).orElse(item.id());
            if (openings.hold(id) || openings.hold(item.id())) {
                return null;
            }
            List<Piece> pieces = pair.orElse(List.of(item)).stream().map(block -> Piece.taken(block, Optional.empty())).toList();
            parted.pieces().addAll(pieces);
            if (pair.isEmpty()) {
                stretch.item(parted.pieces(), pieces.get(0));
            }
            return null;
        }
    }

    private static boolean isThinking(Block block) {
        return block instanceof Thinking || block instanceof RedactedThinking;
    }

    /** Blocks that a carrier holds for the place where it stands; texts in it tell of those before it, calls of the client only mark places. */
    private record FromCarrier(List<Piece> pieces, String issuer) implements Kinds<Void> {
        @Override
        public Void any(Block block) {
            pieces.add(Piece.taken(block, Optional.of(issuer)));
            return null;
        }

        @Override
        public Void thinking(Thinking block) {
            pieces.add(Piece.visible(block));
            return null;
        }

        @Override
        public Void redactedThinking(RedactedThinking block) {
            pieces.add(Piece.visible(block));
            return null;
        }

        @Override
        public Void text(Text block) {
            return null;
        }

        @Override
        public Void toolCall(ToolCall block) {
            return null;
        }
    }

    /** Blocks of a turn of somebody else, and client results wherever they stand. */
    private final class Others implements Kinds<Void> {
        private final List<Piece> pieces;

        Others(List<Piece> pieces) {
            this.pieces = pieces;
        }

        @Override
        public Void any(Block block) {
            pieces.add(Piece.visible(block));
            return null;
        }

        @Override
        public Void toolResult(ToolResult block) {
            if (!Server.hasId(block.callId())) {
                return any(block);
            }
            if (!stored.hasCall(block.callId()) && !openings.hold(block.callId())) {
                tally.add("dropped:unknown-call");
            }
            return null;
        }

        @Override
        public Void serverToolCall(ServerToolCall block) {
            tally.add("dropped:misplaced");
            return null;
        }

        @Override
        public Void serverToolResult(ServerToolResult block) {
            return null;
        }

        @Override
        public Void carried(Carried block) {
            Optional<Piece> summary = summary(block);
            summary.ifPresent(pieces::add);
            if (summary.isEmpty() && openings.blocks(block).isPresent()) {
                tally.add("ignored:misplaced-carrier");
            }
            return null;
        }
    }
}
