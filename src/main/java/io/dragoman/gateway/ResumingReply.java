package io.dragoman.gateway;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A reply that asks on by itself when its turn was paused, so that a client which cannot do that gets the whole turn as one reply. A turn that
 * pauses once too often ends as paused: it is never told as complete.
 */
final class ResumingReply implements LiveReply {
    /** Sends a request to the same provider. */
    interface Sender {
        Runnable send(byte[] body, Consumer<LiveReply> answered, Consumer<io.dragoman.conversation.Failure> failed);
    }

    private final PausedTurn turn;
    private final Sender sender;
    private final List<Piece> unsure = new ArrayList<>();
    private LiveReply current;
    private int left;
    private boolean resumed;
    private Optional<Usage> pausedAt = Optional.empty();
    private volatile boolean cancelled;
    private volatile Runnable cancelCall = () -> {};

    /** @param times how often the turn may be resumed */
    ResumingReply(LiveReply first, PausedTurn turn, int times, Sender sender) {
        this.current = first;
        this.turn = turn;
        this.left = times;
        this.sender = sender;
    }

    @Override
    public Map<String, String> headers() {
        return current.headers();
    }

    @Override
    public List<Event> soFar() {
        return resumed ? turn.told() : List.of();
    }

    @Override
    public void cancel() {
        cancelled = true;
        cancelCall.run();
        current.cancel();
    }

    @Override
    public void next(Consumer<List<Piece>> then) {
        if (pausedAt.isPresent()) {
            resume(pausedAt.get(), then);
        } else {
            current.next(pieces -> take(pieces, then));
        }
    }

    private void take(List<Piece> pieces, Consumer<List<Piece>> then) {
        List<Piece> passing = new ArrayList<>();
        for (Piece piece : pieces) {
            take(piece, passing);
        }
        if (passing.isEmpty()) {
            next(then);
        } else {
            then.accept(passing);
        }
    }

    private void take(Piece piece, List<Piece> passing) {
        // Between two blocks a frame without meaning of its own may be the stop reason: it must not pass when the turn goes on.
        if (piece.form() == Piece.Form.FRAME && !resumed && piece.events().isEmpty() && turn.isBetweenBlocks()) {
            unsure.add(piece);
            return;
        }
        List<Event> counted = new ArrayList<>();
        for (Event event : piece.events()) {
            turn.take(event).ifPresent(counted::add);
        }
        Optional<Event.Finished> end = counted.isEmpty() ? Optional.empty() : finished(counted.get(counted.size() - 1));
        if (end.isPresent() && end.get().reason().kind() == StopReason.Kind.PAUSE && left > 0 && turn.canGoOn()) {
            pausedAt = Optional.of(end.get().usage());
            unsure.clear();
            counted.remove(counted.size() - 1);
            if (!counted.isEmpty()) {
                passing.add(Piece.meaning(counted));
            }
            return;
        }
        passing.addAll(unsure);
        unsure.clear();
        if (!resumed) {
            passing.add(piece.withEvents(counted));
        } else if (!counted.isEmpty()) {
            passing.add(Piece.meaning(counted));
        }
    }

    private static Optional<Event.Finished> finished(Event event) {
        return event instanceof Event.Finished end ? Optional.of(end) : Optional.empty();
    }

    private void resume(Usage soFar, Consumer<List<Piece>> then) {
        pausedAt = Optional.empty();
        resumed = true;
        left--;
        cancelCall = sender.send(turn.continuation(soFar), reply -> {
            current = reply;
            if (cancelled) {
                reply.cancel();
            } else {
                next(then);
            }
        }, failure -> then.accept(List.of(Piece.failed(failure))));
        if (cancelled) {
            cancelCall.run();
        }
    }
}
