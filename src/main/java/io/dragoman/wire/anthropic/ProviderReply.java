package io.dragoman.wire.anthropic;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.StopReason;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a provider's reply. An answer counts only when it is told whole: started once, every block stopped, a stop reason, and
 * {@code message_stop}. Anything else is a failure.
 */
final class ProviderReply implements ReplyDecoder {
    private enum State { WAITING, STREAMING, FINISHED, FAILED }

    private final ReplyEvents events;
    private final UsageFields usage = new UsageFields();
    private final Map<Long, GrowingBlock> blocks = new LinkedHashMap<>();
    private State state = State.WAITING;
    private Optional<StopReason> reason = Optional.empty();
    /** A call that stopped with an input that is not JSON. */
    private Optional<GrowingBlock> broken = Optional.empty();

    ProviderReply(EventSink sink) {
        this.events = new ReplyEvents(sink);
    }

    @Override
    public void frame(SseFrame.Event frame) {
        if (isOver() || frame.data().isBlank() || frame.data().strip().equals("[DONE]")) {
            return;
        }
        try {
            read(frame);
        } catch (DragomanException e) {
            fail(asProtocol(e.failure()));
        }
    }

    @Override
    public void whole(byte[] body) {
        if (isOver()) {
            return;
        }
        if (isStream(body)) {
            SseDecoder decoder = new SseDecoder(Integer.MAX_VALUE, frame -> {
                if (frame instanceof SseFrame.Event event) {
                    frame(event);
                }
            });
            decoder.feed(body, 0, body.length);
            decoder.end();
            end();
            return;
        }
        try {
            document(JsonScan.reply(body).require(Kind.OBJECT));
        } catch (DragomanException e) {
            fail(asProtocol(e.failure()));
        }
    }

    @Override
    public void end() {
        switch (state) {
            case WAITING -> fail(Failure.cut("The provider closed the stream before its first event."));
            case STREAMING -> fail(Failure.cut("The provider closed the stream inside the answer."));
            case FINISHED, FAILED -> { }
        }
    }

    @Override
    public void broken(Failure cause) {
        if (!isOver()) {
            fail(cause);
        }
    }

    private boolean isOver() {
        return state == State.FINISHED || state == State.FAILED;
    }

    private void fail(Failure failure) {
        state = State.FAILED;
        events.failed(failure);
    }

    /** A field that is missing in a reply is the provider's fault, not the client's. */
    private static Failure asProtocol(Failure failure) {
        return failure.kind() == Failure.Kind.INVALID_REQUEST && failure.param().isPresent()
                ? Failure.protocol("The provider's reply is faulty: " + failure.message().replace("The request body", "it"))
                : failure;
    }

    private static boolean isStream(byte[] body) {
        String head = new String(body, 0, Math.min(body.length, 16), StandardCharsets.UTF_8).stripLeading();
        return head.startsWith("event:") || head.startsWith("data:") || head.startsWith(":");
    }

    private void read(SseFrame.Event frame) {
        JsonScan.Value event = JsonScan.reply(frame.data().getBytes(StandardCharsets.UTF_8)).require(Kind.OBJECT);
        String type = event.text(Names.TYPE).orElse(frame.name());
        boolean named = !frame.name().isEmpty() && !frame.name().equals(Names.MESSAGE);
        if (named && !frame.name().equals(type)) {
            throw Failure.protocol("The provider named an event " + frame.name() + " and typed it " + type + ".").exception();
        }
        switch (type) {
            case Names.ERROR -> fail(AnthropicErrors.inStream(event));
            case "message_start" -> start(event.required(Names.MESSAGE).require(Kind.OBJECT));
            case "content_block_start" -> blockStart(event);
            case "content_block_delta" -> growing(event).delta(event.required(Names.DELTA));
            case "content_block_stop" -> blockStop(event);
            case "message_delta" -> ending(event);
            case "message_stop" -> stop();
            default -> orError(event);
        }
    }

    /** Events of other types are left alone, as the vendor asks, unless they tell an error. */
    private void orError(JsonScan.Value event) {
        if (event.given(Names.ERROR).isPresent()) {
            fail(AnthropicErrors.inStream(event));
        }
    }

    private void start(JsonScan.Value message) {
        if (state != State.WAITING) {
            throw Failure.protocol("The provider started its answer twice.").exception();
        }
        usage.add(message.given(Names.USAGE));
        state = State.STREAMING;
        events.started(message.text(Names.ID).orElse(""), message.text(Names.MODEL).orElse(""), usage.usage());
    }

    private void blockStart(JsonScan.Value event) {
        inside("content_block_start");
        if (blocks.containsKey(index(event))) {
            throw Failure.protocol("The provider started block " + index(event) + " twice.").exception();
        }
        blocks.put(index(event), GrowingBlock.open(event.required(Names.CONTENT_BLOCK), events));
    }

    private void inside(String type) {
        if (state != State.STREAMING || reason.isPresent()) {
            throw Failure.protocol("The provider sent a " + type + " outside the answer.").exception();
        }
        if (broken.isPresent()) {
            throw Failure.protocol("The provider sent a tool input that is not a JSON object.").exception();
        }
    }

    private static long index(JsonScan.Value event) {
        OptionalLong index = event.required(Names.INDEX).whole();
        return index.orElseThrow(() -> event.required(Names.INDEX).invalid("must be a whole number"));
    }

    private GrowingBlock growing(JsonScan.Value event) {
        inside("content_block event");
        GrowingBlock block = blocks.get(index(event));
        if (block == null || block.isStopped()) {
            throw Failure.protocol("The provider sent an event for block " + index(event) + ", which is not open.").exception();
        }
        return block;
    }

    private void blockStop(JsonScan.Value event) {
        GrowingBlock block = growing(event);
        if (!block.stop()) {
            broken = Optional.of(block);
        }
    }

    private void ending(JsonScan.Value event) {
        if (state != State.STREAMING) {
            throw Failure.protocol("The provider ended an answer that had not begun.").exception();
        }
        usage.add(event.given(Names.USAGE));
        event.given(Names.DELTA).flatMap(StopReasons::read).ifPresent(told -> reason = Optional.of(told));
        // Where frames pass as they are, the reason must not have passed before the answer turns out to be faulty.
        reason.ifPresent(this::check);
    }

    private void stop() {
        if (state != State.STREAMING || reason.isEmpty()) {
            throw Failure.protocol("The provider stopped its answer without a stop reason.").exception();
        }
        finish(reason.get());
    }

    private void check(StopReason told) {
        if (broken.isPresent() && !StopReasons.isCutShort(told)) {
            throw Failure.protocol("The provider sent a tool input that is not a JSON object.").exception();
        }
        if (blocks.values().stream().anyMatch(block -> !block.isStopped())) {
            throw Failure.protocol("The provider stopped its answer inside a block.").exception();
        }
    }

    private void finish(StopReason told) {
        check(told);
        broken.ifPresent(GrowingBlock::cutShort);
        state = State.FINISHED;
        events.finished(told, usage.usage());
    }

    private void document(JsonScan.Value message) {
        if (message.text(Names.TYPE).filter(Names.ERROR::equals).isPresent() || message.given(Names.ERROR).isPresent()) {
            fail(AnthropicErrors.inStream(message));
            return;
        }
        StopReason told = StopReasons.read(message)
                .orElseThrow(() -> Failure.protocol("The provider's answer has no stop reason.").exception());
        JsonScan.Value content = message.required(Names.CONTENT).require(Kind.ARRAY);
        start(message);
        for (JsonScan.Value block : content.elements()) {
            GrowingBlock.whole(block, events);
        }
        finish(told);
    }
}
