package io.dragoman.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts exchanges and request bytes of all connections against their limits. */
public final class Intake {
    private final EdgeLimits limits;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong heldBytes = new AtomicLong();

    public Intake(EdgeLimits limits) {
        this.limits = limits;
    }

    public EdgeLimits limits() {
        return limits;
    }

    public int inFlight() {
        return inFlight.get();
    }

    public long heldBytes() {
        return heldBytes.get();
    }

    boolean enter() {
        if (inFlight.incrementAndGet() > limits.inFlight()) {
            inFlight.decrementAndGet();
            return false;
        }
        return true;
    }

    void leave() {
        inFlight.decrementAndGet();
    }

    boolean hold(long bytes) {
        if (heldBytes.addAndGet(bytes) > limits.bodiesBytes()) {
            heldBytes.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(long bytes) {
        heldBytes.addAndGet(-bytes);
    }

    /** What one exchange takes of the whole; giving back twice is harmless. */
    final class Share {
        private final AtomicLong held = new AtomicLong();
        private final AtomicInteger entered = new AtomicInteger();

        EdgeLimits limits() {
            return limits;
        }

        boolean enter() {
            if (!Intake.this.enter()) {
                return false;
            }
            entered.set(1);
            return true;
        }

        boolean hold(long bytes) {
            if (!Intake.this.hold(bytes)) {
                return false;
            }
            held.addAndGet(bytes);
            return true;
        }

        void releaseBytes() {
            release(held.getAndSet(0));
        }

        void leave() {
            releaseBytes();
            if (entered.getAndSet(0) == 1) {
                Intake.this.leave();
            }
        }
    }
}
