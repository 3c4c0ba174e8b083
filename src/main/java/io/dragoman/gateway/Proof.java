package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Lets a reply prove itself: what it says is held back until the first event that a client could see, for a client that wants one
 * document until its end. A failure before that has shown the client nothing, so another attempt is allowed.
 */
final class Proof {
    /** What is held back must stay small; a provider that says so much has surely begun. */
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_FRAMES = 1024;
    private static final int MOST_COMMENTS = 256;

    private final LiveReply reply;
    private final boolean whole;
    private final Consumer<LiveReply> proved;
    private final Consumer<Failure> failed;
    private final List<Piece> held = new ArrayList<>();
    private int heldFrames;
    private long heldBytes;

    private Proof(LiveReply reply, boolean whole, Consumer<LiveReply> proved, Consumer<Failure> failed) {
        this.reply = reply;
        this.whole = whole;
        this.proved = proved;
        this.failed = failed;
    }

    /** @param whole only a finished reply is a reply. One of the two is called once, on the reply's thread */
    static void of(LiveReply reply, boolean whole, Consumer<LiveReply> proved, Consumer<Failure> failed) {
        reply.next(new Proof(reply, whole, proved, failed)::look);
    }

    private void look(List<Piece> pieces) {
        boolean enough = false;
        for (Piece piece : pieces) {
            if (piece.failure().isPresent() && (whole || !(enough || shows(piece)))) {
                failed.accept(piece.failure().get());
                return;
            }
            hold(piece);
            enough |= whole ? piece.isLast() : piece.begun() || piece.isOutput() || heldBytes > MOST_BYTES || heldFrames > MOST_FRAMES;
        }
        if (enough) {
            proved.accept(new Proved(reply, List.copyOf(held)));
        } else {
            reply.next(this::look);
        }
    }

    /** Comments without end are dropped; a client that wants one document gets none of the frames that have no meaning. */
    private void hold(Piece piece) {
        boolean isComment = piece.frame().isEmpty() && piece.events().isEmpty();
        if (whole && piece.events().isEmpty() || isComment && held.size() >= MOST_COMMENTS) {
            return;
        }
        held.add(piece);
        heldFrames += isComment ? 0 : 1;
        heldBytes += piece.raw().length;
    }

    /** True when the piece shows something of the answer before it fails. */
    private static boolean shows(Piece piece) {
        return piece.withEvents(piece.events().subList(0, piece.events().size() - 1)).isOutput();
    }

    /** Gives what was held first. */
    private static final class Proved implements LiveReply {
        private final LiveReply reply;
        private List<Piece> held;

        Proved(LiveReply reply, List<Piece> held) {
            this.reply = reply;
            this.held = held;
        }

        @Override
        public Map<String, String> headers() {
            return reply.headers();
        }

        @Override
        public void next(Consumer<List<Piece>> then) {
            if (held.isEmpty()) {
                reply.next(then);
                return;
            }
            List<Piece> first = held;
            held = List.of();
            then.accept(first);
        }

        @Override
        public void cancel() {
            reply.cancel();
        }

        @Override
        public List<io.dragoman.conversation.Event> soFar() {
            return reply.soFar();
        }
    }
}
