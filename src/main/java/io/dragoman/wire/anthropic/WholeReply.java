package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes a reply as one message. */
final class WholeReply implements ReplyEncoder {
    private final ReplyHead head;
    private final ClientBlocks blocks;
    /** In the order in which the blocks began; empty until a block is finished, or when a client has no form for it. */
    private final List<Optional<Json>> content = new ArrayList<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    private boolean ended;

    WholeReply(ReplyContext context) {
        this.head = new ReplyHead(context);
        this.blocks = new ClientBlocks(context);
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public void event(Event event, ByteArrayOutputStream out) {
        if (!ended) {
            event.accept(new Writing(out));
        }
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        // A document has no place for one.
    }

    private final class Writing extends EventsOfBlocks {
        private final ByteArrayOutputStream out;

        Writing(ByteArrayOutputStream out) {
            this.out = out;
        }

        @Override
        public Void started(Event.Started event) {
            head.started(event);
            return null;
        }

        @Override
        public Void blockStarted(Event.BlockStarted event) {
            if (content.isEmpty()) {
                head.block(event.shell());
            }
            places.put(event.block(), content.size());
            content.add(Optional.empty());
            return null;
        }

        @Override
        public Void blockFinished(Event.BlockFinished event) {
            content.set(places.get(event.block()), event.whole().accept(blocks));
            return null;
        }

        @Override
        public Void finished(Event.Finished event) {
            ended = true;
            List<Json> written = content.stream().flatMap(Optional::stream).toList();
            Fields message = head.message().put(Names.CONTENT, Fields.array(written));
            boolean calls = written.stream().anyMatch(block -> Names.TOOL_USE.equals(block.tree().path(Names.TYPE).textValue()));
            if (StopReasons.write(event.reason(), head.isOwn(), calls, message)) {
                out.writeBytes(message.put(Names.USAGE, UsageFields.write(event.usage())).toBytes());
            } else {
                out.writeBytes(AnthropicErrors.INSTANCE.body(AnthropicErrors.unknownEnd(event.reason())));
            }
            return null;
        }

        @Override
        public Void failed(Event.Failed event) {
            ended = true;
            Failure failure = event.failure();
            out.writeBytes(AnthropicErrors.INSTANCE.body(failure));
            return null;
        }
    }
}
