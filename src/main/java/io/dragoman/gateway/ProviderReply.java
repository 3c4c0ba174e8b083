package io.dragoman.gateway;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.http.BodySubscription;
import io.dragoman.http.ProviderResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/** The answer of one call. Asks the provider for a chunk only when somebody asked for the next pieces. */
final class ProviderReply implements LiveReply, Flow.Subscriber<byte[]> {
    private final ProviderResponse response;
    private final ReplyReader reader;
    private Optional<Flow.Subscription> body = Optional.empty();
    private Optional<Consumer<List<Piece>>> asked = Optional.empty();
    private Optional<List<Piece>> ready = Optional.empty();

    ProviderReply(ProviderResponse response, ReplyReader reader) {
        this.response = response;
        this.reader = reader;
        response.body().subscribe(this);
    }

    @Override
    public Map<String, String> headers() {
        return response.headers();
    }

    @Override
    public void next(Consumer<List<Piece>> then) {
        Optional<List<Piece>> now;
        synchronized (this) {
            now = ready;
            ready = Optional.empty();
            if (now.isEmpty()) {
                asked = Optional.of(then);
            }
        }
        now.ifPresentOrElse(then, () -> body.ifPresent(b -> b.request(1)));
    }

    @Override
    public void cancel() {
        body.ifPresent(Flow.Subscription::cancel);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        body = Optional.of(subscription);
    }

    @Override
    public void onNext(byte[] bytes) {
        List<Piece> pieces = reader.feed(bytes);
        if (reader.isOver()) {
            body.ifPresent(BodySubscription::release);
        } else if (pieces.isEmpty()) {
            body.ifPresent(b -> b.request(1));
            return;
        }
        deliver(pieces);
    }

    @Override
    public void onError(Throwable cause) {
        if (!reader.isOver()) {
            deliver(reader.broken(cause instanceof DragomanException known ? known.failure()
                    : Failure.cut("The connection to the provider broke inside the answer.")));
        }
    }

    @Override
    public void onComplete() {
        if (!reader.isOver()) {
            deliver(reader.end());
        }
    }

    private void deliver(List<Piece> pieces) {
        Optional<Consumer<List<Piece>>> waiting;
        synchronized (this) {
            waiting = asked;
            asked = Optional.empty();
            if (waiting.isEmpty()) {
                ready = Optional.of(pieces);
            }
        }
        waiting.ifPresent(then -> then.accept(pieces));
    }
}
