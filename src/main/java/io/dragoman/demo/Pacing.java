package io.dragoman.demo;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Hands pieces to one subscriber, one at a time and with a pause between them, as far as they are asked for. Works on its clock's thread alone
 *  but for the beginning. */
final class Pacing implements Flow.Subscription {
    private final ScheduledExecutorService clock;
    private final long pauseMillis;
    private final Iterator<byte[]> pieces;
    private final Flow.Subscriber<? super byte[]> subscriber;
    private long wanted;
    private boolean waiting;
    private boolean over;

    Pacing(ScheduledExecutorService clock, long pauseMillis, List<byte[]> pieces, Flow.Subscriber<? super byte[]> subscriber) {
        this.clock = clock;
        this.pauseMillis = pauseMillis;
        this.pieces = pieces.iterator();
        this.subscriber = subscriber;
    }

    void begin() {
        subscriber.onSubscribe(this);
    }

    @Override
    public void request(long more) {
        clock.execute(() -> {
            wanted = wanted + more < 0 ? Long.MAX_VALUE : wanted + more;
            next();
        });
    }

    @Override
    public void cancel() {
        clock.execute(() -> over = true);
    }

    private void next() {
        if (over || waiting) {
            return;
        }
        if (!pieces.hasNext()) {
            over = true;
            subscriber.onComplete();
        } else if (wanted > 0) {
            wanted--;
            waiting = true;
            subscriber.onNext(pieces.next());
            clock.schedule(() -> {
                waiting = false;
                next();
            }, pauseMillis, TimeUnit.MILLISECONDS);
        }
    }
}
