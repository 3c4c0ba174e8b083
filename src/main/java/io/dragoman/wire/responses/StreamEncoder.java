package io.dragoman.wire.responses;

import io.dragoman.conversation.Event;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;

/** A reply as events. A keep-alive is the same {@code response.in_progress} again: clients refuse or overlook anything else. */
final class StreamEncoder implements ReplyEncoder {
    private final ReplyItems items;

    StreamEncoder(ReplyContext context) {
        items = new ReplyItems(context, ReplyFrames.numbered());
    }

    @Override
    public String contentType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    public void event(Event event, ByteArrayOutputStream out) {
        items.event(event, out);
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        items.keepAlive(out);
    }
}
