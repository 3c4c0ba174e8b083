package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Writes a reply as a stream. Its blocks stand one after the other and are numbered without gaps, since clients append them as they
 * start: of blocks that grow side by side the later one waits.
 */
final class StreamReply implements ReplyEncoder {
    private final ReplyHead head;
    private final ClientBlocks blocks;
    private final Map<Integer, List<Event>> waiting = new TreeMap<>();
    private Optional<StreamedBlock> current = Optional.empty();
    private int currentNumber;
    private int nextIndex;
    private boolean calls;
    private boolean started;
    private boolean ended;

    StreamReply(ReplyContext context) {
        this.head = new ReplyHead(context);
        this.blocks = new ClientBlocks(context);
    }

    @Override
    public String contentType() {
        return "text/event-stream";
    }

    @Override
    public void event(Event event, ByteArrayOutputStream out) {
        if (!ended) {
            event.accept(new Writing(out));
        }
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        if (!ended) {
            Frames.ping(out);
        }
    }

    private void begin(ByteArrayOutputStream out) {
        if (!started) {
            started = true;
            Fields message = head.message().put(Names.CONTENT, Fields.EMPTY_ARRAY).put(Names.STOP_REASON, Fields.NULL)
                    .put(Names.STOP_SEQUENCE, Fields.NULL).put(Names.USAGE, UsageFields.write(head.usage()));
            Frames.messageStart(message, out);
        }
    }

    private final class Writing implements Event.Cases<Void> {
        private final ByteArrayOutputStream out;

        Writing(ByteArrayOutputStream out) {
            this.out = out;
        }

        /** Told with the first block: until then another attempt may take over. */
        @Override
        public Void started(Event.Started event) {
            head.started(event);
            return null;
        }

        @Override
        public Void blockStarted(Event.BlockStarted event) {
            if (current.isPresent()) {
                waiting.put(event.block(), new ArrayList<>(List.of(event)));
                return null;
            }
            head.block(event.shell());
            begin(out);
            currentNumber = event.block();
            current = Optional.of(new StreamedBlock(event.shell(), blocks, () -> nextIndex++, out));
            return null;
        }

        @Override
        public Void textDelta(Event.TextDelta event) {
            return tell(event.block(), event, block -> block.text(event.text(), out));
        }

        @Override
        public Void thinkingDelta(Event.ThinkingDelta event) {
            return tell(event.block(), event, block -> block.thinking(event.text(), out));
        }

        @Override
        public Void signatureDelta(Event.SignatureDelta event) {
            return tell(event.block(), event, block -> block.signature(event.signature(), out));
        }

        @Override
        public Void argumentsDelta(Event.ArgumentsDelta event) {
            return tell(event.block(), event, block -> block.arguments(event.json(), out));
        }

        @Override
        public Void citationAdded(Event.CitationAdded event) {
            return tell(event.block(), event, block -> block.citation(event.citation(), out));
        }

        @Override
        public Void blockFinished(Event.BlockFinished event) {
            return tell(event.block(), event, block -> {
                block.finish(event.whole(), out);
                calls |= block.isCall();
                current = Optional.empty();
                next();
            });
        }

        private Void tell(int number, Event event, Consumer<StreamedBlock> told) {
            if (current.isPresent() && currentNumber == number) {
                told.accept(current.get());
            } else if (waiting.containsKey(number)) {
                waiting.get(number).add(event);
            }
            return null;
        }

        private void next() {
            if (!waiting.isEmpty()) {
                List<Event> held = waiting.remove(waiting.keySet().iterator().next());
                held.forEach(event -> event.accept(this));
            }
        }

        /** A call that the token limit cut must not be closed, since clients run it as soon as it is; nor may a message end around it. */
        @Override
        public Void finished(Event.Finished event) {
            if (current.isPresent()) {
                return failed(new Event.Failed(Failure.cut("The answer reached its token limit inside a tool call.")));
            }
            ended = true;
            begin(out);
            Fields delta = new Fields();
            if (StopReasons.write(event.reason(), head.isOwn(), calls, delta)) {
                Json usage = UsageFields.write(event.usage());
                Frames.messageDelta(delta, usage, out);
                Frames.messageStop(out);
            } else {
                Frames.error(AnthropicErrors.INSTANCE.body(AnthropicErrors.unknownEnd(event.reason())), out);
            }
            return null;
        }

        @Override
        public Void failed(Event.Failed event) {
            ended = true;
            Frames.error(AnthropicErrors.INSTANCE.body(event.failure()), out);
            return null;
        }
    }
}
