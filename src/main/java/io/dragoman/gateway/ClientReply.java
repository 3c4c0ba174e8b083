package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ClientConnection;
import io.dragoman.http.ReplyHeaders;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The streamed reply of one exchange toward its client, over all attempts: the words that go out, the head before the first of them,
 * keep-alives between them. The error step asks it first: where a head has been sent already, the failure must be told inside the reply.
 *
 * <p>Pieces come on a provider's thread, keep-alives on a clock's, so everything that writes holds this object's lock.
 */
public final class ClientReply {
    private static final int FIRST_BYTES = 512;
    private static final int MOST_KEPT_BYTES = 64 << 10;
    private static final String EVENTS = "text/event-stream; charset=utf-8";

    private final Passage passage;
    private final ClientConnection connection;
    private final LiveSettings settings;
    private final OpenReplies open;
    private final GatewayListener listener;
    private final ReplyContext context;
    private ByteArrayOutputStream out = new ByteArrayOutputStream(FIRST_BYTES);
    private Optional<ReplyEncoder> encoder = Optional.empty();
    private Optional<FrameRelay> frames = Optional.empty();
    private Map<String, String> providerHeaders = Map.of();
    private Optional<Consumer<Failure>> running = Optional.empty();
    private int lastTarget = -1;
    private long writtenNanos;
    private boolean accepted;
    private boolean committed;
    private boolean ended;
    private boolean writing;

    ClientReply(Passage passage, ClientConnection connection, LiveSettings settings, OpenReplies open, GatewayListener listener) {
        this.passage = passage;
        this.connection = connection;
        this.settings = settings;
        this.open = open;
        this.listener = listener;
        this.context = context(passage, passage.compaction().isEmpty() ? passage.clientWire().remember(passage.request()) : passage.request());
        connection.onGone(() -> breakOff(gone()));
    }

    /** For a reply that is made of a proved answer at once. */
    static ReplyContext context(Passage passage) {
        return context(passage, passage.request());
    }

    private static ReplyContext context(Passage passage, Conversation request) {
        String id = passage.requestId().startsWith("req_") ? passage.requestId().substring(4) : passage.requestId();
        return new ReplyContext(request, id, System.currentTimeMillis() / 1000,
                () -> new ReplyContext.Answering(passage.aliases(), passage.seal()));
    }

    static Failure gone() {
        return Failure.of(Failure.Kind.CLIENT_GONE, 499, "The client closed the connection.");
    }

    boolean isOpened() {
        return connection.isOpened();
    }

    /** An attempt begins. @return why it is made, told by the target of the one before */
    synchronized GatewayListener.Reason attempt(int target) {
        GatewayListener.Reason reason = lastTarget < 0 ? GatewayListener.Reason.FIRST
                : lastTarget == target ? GatewayListener.Reason.RETRY : GatewayListener.Reason.FAILOVER;
        lastTarget = target;
        return reason;
    }

    /**
     * Says who is to be told when the client leaves or the gateway stops. Replaces whoever was told before.
     *
     * @return false when the client has left already; nothing is kept then
     */
    synchronized boolean run(Consumer<Failure> stopper) {
        if (connection.isGone()) {
            return false;
        }
        running = Optional.of(stopper);
        return true;
    }

    /** Stops whatever is running for this reply. */
    void breakOff(Failure why) {
        Optional<Consumer<Failure>> told;
        synchronized (this) {
            told = running;
            running = Optional.empty();
        }
        told.ifPresent(stopper -> stopper.accept(why));
    }

    /** The provider of this attempt has sent a good head: from now on silence toward the client is filled. */
    synchronized void accepted(Map<String, String> headers) {
        providerHeaders = headers;
        if (!accepted) {
            accepted = true;
            writtenNanos = System.nanoTime();
            open.add(this);
        }
    }

    synchronized void keepAlive(long nowNanos) {
        if (!accepted || ended || writing || nowNanos - writtenNanos < TimeUnit.MILLISECONDS.toNanos(settings.keepAliveMillis())) {
            return;
        }
        if (isVerbatim()) {
            frames().keepAlive(out);
        } else {
            encoder().keepAlive(out);
        }
        writtenNanos = nowNanos;
        flush(() -> {});
    }

    /** The provider's frames pass as they are: same wire, no name to map back, and nothing of the gateway's own said yet. */
    private boolean isVerbatim() {
        return encoder.isEmpty() && passage.framesMayPass() && passage.clientWire().name().equals(passage.target().provider().wire().name())
                && passage.aliases().tools().isEmpty();
    }

    /**
     * Sends what these pieces mean.
     *
     * @param sent called when more can be sent; not after the last piece
     * @return how the reply ended: finished, or the failure that was told; empty while it goes on
     */
    Optional<Ending> send(LiveReply reply, List<Piece> pieces, Runnable sent) {
        boolean nothing;
        synchronized (this) {
            for (Piece piece : pieces) {
                write(reply, piece);
                Optional<Ending> ending = ending(piece);
                if (ending.isPresent()) {
                    if (ending.get().failure().isEmpty() && isVerbatim() && piece.form() == Piece.Form.FRAME) {
                        frames().finished(out);
                    }
                    flush(() -> {});
                    end();
                    return ending;
                }
            }
            nothing = out.size() == 0;
            if (!nothing) {
                writing = true;
                flush(() -> {
                    synchronized (this) {
                        writing = false;
                        writtenNanos = System.nanoTime();
                    }
                    sent.run();
                });
            }
        }
        if (nothing) {
            sent.run();
        }
        return Optional.empty();
    }

    /** @param failure empty: finished */
    record Ending(Optional<Failure> failure) {}

    private Optional<Ending> ending(Piece piece) {
        return piece.finished().map(finished -> new Ending(Optional.empty()))
                .or(() -> piece.failure().map(failure -> new Ending(Optional.of(failure))));
    }

    private void write(LiveReply reply, Piece piece) {
        if (!committed && piece.isOutput()) {
            committed = true;
            passage.firstOutput();
            connection.requestReleased();
            listener.streamCommitted();
        }
        piece.finished().ifPresent(finished -> {
            passage.usage(finished.usage());
            passage.stopReason(finished.reason());
        });
        if (isVerbatim() && piece.form() == Piece.Form.FRAME) {
            verbatim(piece);
            return;
        }
        if (encoder.isEmpty()) {
            takeOver(reply.soFar());
        }
        for (Event event : piece.events()) {
            encoder().event(event instanceof Event.Failed failed ? new Event.Failed(clean(failed.failure())) : event, out);
        }
    }

    private void verbatim(Piece piece) {
        if (piece.failure().isPresent() && !tells(piece, piece.failure().get())) {
            frames().failure(clean(piece.failure().get()), out);
            return;
        }
        out.writeBytes(piece.raw());
        piece.frame().ifPresent(frames()::passed);
        if (piece.isLast() && piece.raw().length > 0 && piece.raw()[piece.raw().length - 1] == '\r') {
            out.write('\n');
        }
    }

    /** The provider's own frame tells the failure, and no secret. */
    private boolean tells(Piece piece, Failure failure) {
        boolean isWhole = piece.raw().length > 0 && piece.events().size() == 1;
        return isWhole && piece.frame().filter(frame -> frames().tells(frame, failure) && !passage.target().provider().credential().get()
                .filter(secret -> secret.length() >= 4 && frame.data().contains(secret)).isPresent()).isPresent();
    }

    /** An encoder goes on where verbatim frames have stopped: it is told what the client has got already, and its words for that are dropped. */
    private void takeOver(List<Event> soFar) {
        ByteArrayOutputStream dropped = new ByteArrayOutputStream();
        ReplyEncoder next = encoder();
        soFar.forEach(event -> next.event(event, dropped));
    }

    /** Tells the failure inside an opened reply and ends it. @return false when nothing was sent yet, so that an ordinary error reply can be made */
    public boolean fail(Failure failure) {
        synchronized (this) {
            if (!connection.isOpened()) {
                end();
                return false;
            }
            if (!ended) {
                if (isVerbatim()) {
                    frames().failure(clean(failure), out);
                } else {
                    encoder().event(new Event.Failed(clean(failure)), out);
                }
                flush(() -> {});
                end();
            }
            return true;
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            open.remove(this);
            if (connection.isOpened()) {
                connection.end();
                listener.streamClosed(connection.isGone());
            }
        }
    }

    private void flush(Runnable written) {
        if (out.size() == 0 || ended) {
            out.reset();
            return;
        }
        if (!connection.isOpened()) {
            connection.open(200, headers());
            listener.streamOpened();
        }
        byte[] bytes = out.toByteArray();
        if (bytes.length > MOST_KEPT_BYTES) {
            out = new ByteArrayOutputStream(FIRST_BYTES);
        }
        out.reset();
        connection.write(bytes, written);
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>(headers(passage, providerHeaders));
        headers.put("content-type", encoder.map(ReplyEncoder::contentType).orElse(EVENTS));
        headers.put("cache-control", "no-cache");
        return headers;
    }

    /** What a client gets of the provider's headers, and the gateway's own. */
    static Map<String, String> headers(Passage passage, Map<String, String> ofProvider) {
        Map<String, String> headers = new LinkedHashMap<>(passage.replyHeaders());
        boolean sameWire = passage.clientWire().name().equals(passage.target().provider().wire().name());
        ReplyHeaders.ofProvider(ofProvider).forEach((name, value) -> {
            if (sameWire) {
                headers.put(name, value);
            }
        });
        return headers;
    }

    private Failure clean(Failure failure) {
        return Failures.withoutSecret(failure, passage.target().provider().credential().get());
    }

    private ReplyEncoder encoder() {
        if (encoder.isEmpty()) {
            encoder = Optional.of(passage.replyEncoder(context));
        }
        return encoder.get();
    }

    private FrameRelay frames() {
        if (frames.isEmpty()) {
            frames = Optional.of(passage.clientWire().frameRelay(context));
        }
        return frames.get();
    }
}
