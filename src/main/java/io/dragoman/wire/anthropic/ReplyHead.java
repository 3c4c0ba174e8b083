package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.ReplyContext;

/** The message around the blocks: its id and model, and whether the provider speaks this wire itself. */
final class ReplyHead {
    private final ReplyContext context;
    private Event.Started started = new Event.Started("", "", Usage.NONE);
    private boolean sent;
    private boolean own;

    ReplyHead(ReplyContext context) {
        this.context = context;
    }

    /** Until something was sent, the answer is that of the attempt that began last. */
    void started(Event.Started event) {
        if (!sent) {
            started = event;
            own = event.usage().raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).isPresent();
        }
    }

    void block(Block first) {
        if (!sent) {
            own |= ClientBlocks.own(first).isPresent();
        }
    }

    /** True when the blocks are Anthropic's, and so the words around them. */
    boolean isOwn() {
        return own;
    }

    /**
     * Id and model are the provider's on its own wire. On a translated reply the id is the gateway's and the model the one asked for: Claude Code
     * keeps an answer's thinking in a resumed conversation only when both names are the same, and other vendors answer with a dated one.
     */
    Fields message() {
        sent = true;
        String id = own && !started.id().isEmpty() ? started.id() : "msg_" + context.replyId();
        String model = own && !started.model().isEmpty() ? started.model() : context.request().model();
        return new Fields().put(Names.ID, id).put(Names.TYPE, Names.MESSAGE).put(Names.ROLE, Names.ASSISTANT).put(Names.MODEL, model);
    }

    Usage usage() {
        return started.usage();
    }
}
