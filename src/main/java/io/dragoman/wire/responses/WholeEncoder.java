package io.dragoman.wire.responses;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.responses.ReplyHead.Standing;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** A reply as one document: what the events of a stream amount to. A failure is the error body. */
final class WholeEncoder implements ReplyEncoder {
    private final ReplyItems items;
    private boolean written;

    WholeEncoder(ReplyContext context) {
        items = new ReplyItems(context, ReplyFrames.none());
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public void event(Event event, ByteArrayOutputStream out) {
        items.event(event, out);
        Optional<Standing> ending = items.ending();
        if (ending.isPresent() && !written) {
            written = true;
            Optional<Failure> failure = ending.get().failure();
            if (failure.isPresent()) {
                out.writeBytes(ResponsesErrors.INSTANCE.body(failure.get()));
            } else {
                JsonOut.object(out, json -> items.head().write(json, ending.get()));
            }
        }
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {}
}
