package io.dragoman.http;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.http.ProviderRequest.Timeouts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.compression.DecompressionException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClientResponse;

/**
 * One call: the head as a future, then the body as a publisher, under one watch for all timeouts. Signals to the body's subscriber are
 * given under this object's lock, since a timeout may come beside a chunk; asking and cancelling never take it.
 */
final class ProviderCall implements CoreSubscriber<ByteBuf>, Flow.Publisher<byte[]>, BodySubscription {
    private static final int MOST_TAIL_BYTES = 64 << 10;
    private static final long TAIL_MILLIS = 250;

    private final Timeouts limits;
    private final CompletableFuture<ProviderResponse> head = new CompletableFuture<>();
    private final Disposable.Swap watch = Disposables.swap();
    private final AtomicBoolean subscribed = new AtomicBoolean();
    private final AtomicLong wanted = new AtomicLong();
    private final long startedNanos = System.nanoTime();
    private volatile long activeNanos = startedNanos;
    private volatile boolean cancelled;
    private volatile boolean released;
    private int tailBytes;
    private volatile Optional<Subscription> upstream = Optional.empty();
    private Optional<Flow.Subscriber<? super byte[]>> reader = Optional.empty();
    private Optional<Runnable> ending = Optional.empty();
    private boolean ended;

    ProviderCall(Timeouts limits) {
        this.limits = limits;
        head.whenComplete((response, failure) -> {
            if (head.isCancelled()) {
                cancel();
            }
        });
        watch();
    }

    CompletableFuture<ProviderResponse> head() {
        return head;
    }

    void headCame(HttpClientResponse response) {
        Map<String, String> headers = new LinkedHashMap<>();
        response.responseHeaders().forEach(header ->
                headers.merge(header.getKey().toLowerCase(Locale.ROOT), header.getValue(), (a, b) -> a + ", " + b));
        activeNanos = System.nanoTime();
        head.complete(new ProviderResponse(response.status().code(), headers, this));
    }

    void fail(Failure failure) {
        finish(reader -> reader.onError(failure.exception()), failure);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = Optional.of(subscription);
        if (cancelled) {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(ByteBuf chunk) {
        if (released) {
            tailBytes += chunk.readableBytes();
            if (tailBytes > MOST_TAIL_BYTES) {
                cancel();
            }
            return;
        }
        byte[] bytes = ByteBufUtil.getBytes(chunk);
        activeNanos = System.nanoTime();
        wanted.decrementAndGet();
        synchronized (this) {
            if (!ended && !cancelled) {
                reader.ifPresent(r -> r.onNext(bytes));
            }
        }
    }

    @Override
    public void onError(Throwable cause) {
        fail(head.isDone() ? insideBody(cause) : beforeHead(cause));
    }

    @Override
    public void onComplete() {
        finish(Flow.Subscriber::onComplete, Failure.of(Kind.UNREACHABLE, 502, "The provider closed the connection without an answer."));
    }

    private void finish(java.util.function.Consumer<Flow.Subscriber<? super byte[]>> signal, Failure withoutHead) {
        watch.dispose();
        if (head.completeExceptionally(withoutHead.exception())) {
            return;
        }
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            if (reader.isEmpty()) {
                ending = Optional.of(() -> reader.ifPresent(signal));
            } else if (!cancelled && !released) {
                reader.ifPresent(signal);
            }
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super byte[]> subscriber) {
        if (!subscribed.compareAndSet(false, true)) {
            throw new IllegalStateException("A body has one subscriber.");
        }
        synchronized (this) {
            reader = Optional.of(subscriber);
            subscriber.onSubscribe(this);
            if (!cancelled) {
                ending.ifPresent(Runnable::run);
            }
        }
    }

    @Override
    public void request(long n) {
        activeNanos = System.nanoTime();
        wanted.addAndGet(n);
        upstream.ifPresent(u -> u.request(n));
    }

    @Override
    public void cancel() {
        cancelled = true;
        watch.dispose();
        upstream.ifPresent(Subscription::cancel);
    }

    @Override
    public void release() {
        released = true;
        watch.replace(Schedulers.parallel().schedule(this::cancel, TAIL_MILLIS, TimeUnit.MILLISECONDS));
        upstream.ifPresent(u -> u.request(Long.MAX_VALUE));
    }

    /** Looks again when the earliest limit could be passed: one task a call, however many chunks come. */
    private void watch() {
        long now = System.nanoTime();
        long left = millisLeft(startedNanos, limits.totalMillis(), now);
        String which = "dragoman.timeout.total.ms";
        if (!head.isDone() && limits.firstEventMillis() > 0) {
            long first = millisLeft(startedNanos, limits.firstEventMillis(), now);
            if (first < left) {
                left = first;
                which = "dragoman.timeout.first-event.ms";
            }
        } else if (head.isDone()) {
            // A client that does not read is no silence of the provider.
            long idle = wanted.get() > 0 ? millisLeft(activeNanos, limits.idleMillis(), now) : limits.idleMillis();
            if (idle < left) {
                left = idle;
                which = "dragoman.timeout.idle.ms";
            }
        }
        if (left > 0) {
            watch.replace(Schedulers.parallel().schedule(this::watch, left, TimeUnit.MILLISECONDS));
            return;
        }
        upstream.ifPresent(Subscription::cancel);
        fail(Failure.of(Kind.TIMEOUT, 504, "The provider was silent for too long (" + which + ")."));
    }

    private static long millisLeft(long sinceNanos, long limitMillis, long nowNanos) {
        return limitMillis - TimeUnit.NANOSECONDS.toMillis(nowNanos - sinceNanos);
    }

    private static Failure beforeHead(Throwable cause) {
        Throwable root = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        if (root instanceof DragomanException known) {
            return known.failure();
        }
        String why = root instanceof UnknownHostException ? "its host name is not known"
                : root instanceof io.netty.channel.ConnectTimeoutException ? "connecting took too long"
                : root instanceof ConnectException ? "it refuses connections"
                : root instanceof SSLException ? "TLS failed: " + root.getMessage()
                : root instanceof io.netty.handler.proxy.ProxyConnectException ? "the proxy did not connect"
                : "the connection broke before an answer";
        return Failure.of(Kind.UNREACHABLE, 502, "The provider cannot be reached: " + why + ".");
    }

    private static Failure insideBody(Throwable cause) {
        if (cause instanceof DecompressionException) {
            return Failure.protocol("The provider's answer is not validly compressed.");
        }
        return Failure.cut("The connection to the provider broke inside the answer.");
    }
}
