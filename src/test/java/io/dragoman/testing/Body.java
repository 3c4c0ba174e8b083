package io.dragoman.testing;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Flow;

/** Reads a publisher of bytes by hand. Happenings: {@code chunk TEXT}, {@code complete}, {@code error MESSAGE}. */
public final class Body implements Flow.Subscriber<byte[]> {
    private final Happenings happenings = new Happenings();
    private final boolean greedy;
    private Optional<Flow.Subscription> subscription = Optional.empty();
    private Optional<Throwable> error = Optional.empty();

    private Body(boolean greedy) {
        this.greedy = greedy;
    }

    /** Asks for every chunk as soon as the last one came. */
    public static Body of(Flow.Publisher<byte[]> publisher) {
        Body body = new Body(true);
        publisher.subscribe(body);
        body.ask();
        return body;
    }

    /** Asks only when told to. */
    public static Body onDemand(Flow.Publisher<byte[]> publisher) {
        Body body = new Body(false);
        publisher.subscribe(body);
        return body;
    }

    public Happenings happenings() {
        return happenings;
    }

    public void ask() {
        subscription.orElseThrow().request(1);
    }

    public Flow.Subscription subscription() {
        return subscription.orElseThrow();
    }

    public synchronized Optional<Throwable> error() {
        return error;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = Optional.of(given);
    }

    @Override
    public void onNext(byte[] chunk) {
        happenings.tell("chunk " + new String(chunk, StandardCharsets.UTF_8));
        if (greedy) {
            ask();
        }
    }

    @Override
    public void onError(Throwable cause) {
        synchronized (this) {
            error = Optional.of(cause);
        }
        happenings.tell("error");
    }

    @Override
    public void onComplete() {
        happenings.tell("complete");
    }
}
