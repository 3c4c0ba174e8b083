package io.dragoman.gateway;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.http.ClientRequest;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/**
 * Body in: a live reply. Sends it to the client as it arrives, one portion at a time: the next is asked for when the last has left, so a
 * slow client slows its provider down. Done when the last byte has been handed over. A whole reply, and any reply for which there is no
 * client connection, becomes the message body instead.
 */
public final class RelayReply extends AsyncStep {
    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            LiveReply reply = Objects.requireNonNull(exchange.getMessage().getBody(LiveReply.class), "A step before must call the provider.");
            Passage passage = Objects.requireNonNull(exchange.getProperty(DragomanConstants.PASSAGE, Passage.class));
            exchange.getMessage().setBody(null);
            if (passage.request().settings().stream() && passage.reply().isPresent()) {
                letGo(exchange, passage);
                new Streaming(exchange, callback, reply, passage.reply().get()).begin();
            } else {
                new Collecting(exchange, callback, reply, passage).ask();
            }
            return false;
        } catch (RuntimeException e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }

    /** The answer has proved itself: nobody will send the request again, and a stream may stay open for long. */
    private static void letGo(Exchange exchange, Passage passage) {
        if (passage.compaction().isEmpty()) {
            passage.request(passage.clientWire().remember(passage.request()));
        }
        exchange.getMessage().removeHeader(DragomanConstants.REPLAY);
        Optional.ofNullable(exchange.getProperty(ClientRequest.PROPERTY, ClientRequest.class))
                .ifPresent(request -> exchange.setProperty(ClientRequest.PROPERTY, request.withoutBody()));
    }

    private static final class Streaming {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private final LiveReply reply;
        private final ClientReply client;
        private final AtomicBoolean over = new AtomicBoolean();

        Streaming(Exchange exchange, AsyncCallback callback, LiveReply reply, ClientReply client) {
            this.exchange = exchange;
            this.callback = callback;
            this.reply = reply;
            this.client = client;
        }

        void begin() {
            if (client.run(this::stop)) {
                ask();
            } else {
                stop(ClientReply.gone());
            }
        }

        private void ask() {
            if (!over.get()) {
                reply.next(this::send);
            }
        }

        private void send(List<Piece> pieces) {
            if (over.get()) {
                return;
            }
            try {
                client.send(reply, pieces, this::ask).ifPresent(ending -> finish(ending.failure()));
            } catch (RuntimeException e) {
                stop(Failures.fault(e));
            }
        }

        /** The client left, or the gateway stops. */
        private void stop(Failure why) {
            if (over.compareAndSet(false, true)) {
                reply.cancel();
                tell(why);
                done(Optional.of(why));
            }
        }

        /** Where even this cannot be said, the reply is cut: no client takes that for an end. */
        private void tell(Failure why) {
            try {
                client.fail(why);
            } catch (RuntimeException e) {
                Failures.fault(e);
            }
        }

        private void finish(Optional<Failure> failure) {
            if (over.compareAndSet(false, true)) {
                done(failure);
            }
        }

        private void done(Optional<Failure> failure) {
            failure.ifPresent(why -> exchange.setException(new DragomanException(why)));
            callback.done(false);
        }
    }

    /** Makes one body of a reply. */
    private static final class Collecting {
        private final Exchange exchange;
        private final AsyncCallback callback;
        private final LiveReply reply;
        private final Passage passage;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ReplyEncoder encoder;
        private final List<Event> made = new ArrayList<>();
        private final Optional<EventSink> summary;
        private final boolean sameWire;

        Collecting(Exchange exchange, AsyncCallback callback, LiveReply reply, Passage passage) {
            this.exchange = exchange;
            this.callback = callback;
            this.reply = reply;
            this.passage = passage;
            ReplyContext context = ClientReply.context(passage);
            this.encoder = passage.replyEncoder(context);
            this.summary = passage.summary(context, made::add);
            this.sameWire = passage.framesMayPass() && passage.clientWire().name().equals(passage.target().provider().wire().name())
                    && passage.aliases().tools().isEmpty() && !passage.request().settings().stream();
        }

        void ask() {
            reply.next(pieces -> {
                try {
                    collect(pieces);
                } catch (RuntimeException e) {
                    fail(Failures.fault(e));
                }
            });
        }

        private void fail(Failure failure) {
            reply.cancel();
            exchange.setException(new DragomanException(failure));
            callback.done(false);
        }

        private void collect(List<Piece> pieces) {
            for (Piece piece : pieces) {
                Optional<Failure> failure = piece.failure().filter(why -> !passage.isStream()).or(() -> add(piece));
                if (failure.isPresent()) {
                    fail(failure.get());
                    return;
                }
                if (piece.isLast()) {
                    finish();
                    return;
                }
            }
            ask();
        }

        /** @return why there is no summary, where one was wanted */
        private Optional<Failure> add(Piece piece) {
            piece.finished().ifPresent(finished -> {
                passage.firstOutput();
                passage.usage(finished.usage());
                passage.stopReason(finished.reason());
            });
            if (sameWire && piece.form() == Piece.Form.WHOLE) {
                out.writeBytes(piece.raw());
                return Optional.empty();
            }
            made.clear();
            piece.events().forEach(summary.orElse(made::add)::accept);
            for (Event event : made) {
                if (summary.isPresent() && event instanceof Event.Failed failed) {
                    return Optional.of(failed.failure());
                }
                encoder.event(event, out);
            }
            return Optional.empty();
        }

        private void finish() {
            ClientReply.headers(passage, reply.headers()).forEach(exchange.getMessage()::setHeader);
            exchange.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, 200);
            exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, encoder.contentType());
            exchange.getMessage().setBody(out.toByteArray());
            callback.done(false);
        }
    }
}
