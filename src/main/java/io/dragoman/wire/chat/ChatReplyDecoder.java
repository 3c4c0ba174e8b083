package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Usage;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Reads an answer, streamed or whole. The end is told in two steps on this wire: a finish reason, and later the end of the stream; in
 * between come the token numbers, on some hosts even more content. So an answer ends at {@code [DONE]} or at the end of the bytes, and it
 * succeeds only when a finish reason was seen.
 */
final class ChatReplyDecoder implements ReplyDecoder {
    private enum State { WAITING, STREAMING, FINISHING, ENDED }

    private enum Voice { NONE, TEXT, REFUSAL, THINKING }

    private final ReplyEvents events;
    private final OpenCalls calls;
    private final Citations citations = new Citations();
    private final ReasoningTrail trail = new ReasoningTrail();
    private final StringBuilder content = new StringBuilder();
    private State state = State.WAITING;
    private Voice voice = Voice.NONE;
    private Optional<ReplyEvents.OpenBlock> speaking = Optional.empty();
    private String reasoningField = "reasoning_content";
    private String finish = "";
    private boolean emptyFinish;
    private boolean refused;
    private Usage usage = Usage.NONE;

    ChatReplyDecoder(EventSink sink) {
        events = new ReplyEvents(sink);
        calls = new OpenCalls(events);
    }

    @Override
    public void frame(SseFrame.Event frame) {
        if (state == State.ENDED || frame.data().isBlank()) {
            return;
        }
        if (frame.data().strip().equals("[DONE]")) {
            done();
            return;
        }
        try {
            Chunk chunk = ChunkReader.read(frame.data());
            if (chunk.error || frame.name().equals("error")) {
                fail(ChatErrors.inAnswer(frame.data().getBytes(StandardCharsets.UTF_8)));
            } else {
                chunk(chunk);
            }
        } catch (IOException e) {
            fail(Failure.protocol("The provider sent an event that is no JSON object."));
        } catch (DragomanException e) {
            fail(e.failure());
        }
    }

    @Override
    public void whole(byte[] body) {
        if (state == State.ENDED) {
            return;
        }
        try {
            Chunk answer = ChunkReader.read(body);
            if (answer.error) {
                fail(ChatErrors.inAnswer(body));
            } else if (answer.choice.isEmpty()) {
                fail(Failure.protocol("The provider's answer holds no choice."));
            } else {
                chunk(answer);
                done();
            }
        } catch (IOException e) {
            fail(Failure.protocol("The provider's answer is no JSON object."));
        } catch (DragomanException e) {
            fail(e.failure());
        }
    }

    /** The provider says that this was all. It must have said why, at whatever place. */
    private void done() {
        if (state == State.STREAMING && (!finish.isEmpty() || emptyFinish && !calls.isEmpty() && calls.areComplete())) {
            state = State.FINISHING;
        }
        end();
    }

    @Override
    public void end() {
        switch (state) {
            case WAITING -> fail(Failure.cut("The provider closed the stream before its first event."));
            case STREAMING -> fail(Failure.cut("The provider closed the stream inside the answer."));
            case FINISHING -> finish();
            case ENDED -> { }
        }
    }

    @Override
    public void broken(Failure cause) {
        if (state == State.FINISHING) {
            finish();
        } else {
            fail(cause);
        }
    }

    private void chunk(Chunk chunk) {
        chunk.usage.ifPresent(told -> usage = UsageFields.read(told));
        citations.named(chunk.sources);
        if (chunk.choice.isPresent()) {
            if (!events.isStarted()) {
                events.started(chunk.id, chunk.model, usage);
                state = State.STREAMING;
            }
            choice(chunk.choice.get());
        }
    }

    private void choice(Chunk.Choice choice) {
        think(choice);
        speak(Voice.TEXT, choice.content);
        if (!choice.refusal.isEmpty()) {
            refused = true;
            speak(Voice.REFUSAL, choice.refusal);
        }
        citations.named(choice.annotations);
        if (!choice.calls.isEmpty()) {
            silence();
            choice.calls.forEach(calls::take);
        }
        emptyFinish |= choice.emptyFinish;
        if (choice.finish.equals("error")) {
            throw Failure.of(Failure.Kind.SERVER_ERROR, 502, "The provider ended the answer with an error.").exception();
        }
        if (!choice.finish.isEmpty()) {
            finish = StopReasons.stronger(finish, choice.finish);
            state = State.FINISHING;
        } else if (choice.saysSomething()) {
            // On hosts that go on after a finish reason it was not the end: a cut from here on is a cut.
            state = State.STREAMING;
        }
    }

    private void think(Chunk.Choice choice) {
        String shown = choice.reasoning.isEmpty() ? ReasoningTrail.shown(choice.reasoningDetails) : choice.reasoning;
        if (!shown.isEmpty()) {
            voice(Voice.THINKING).thinking(shown);
            reasoningField = choice.reasoning.isEmpty() ? "reasoning" : choice.reasoningField;
        }
        trail.add(choice.reasoningDetails);
    }

    private void speak(Voice kind, String delta) {
        if (!delta.isEmpty()) {
            voice(kind).text(delta);
        }
    }

    private ReplyEvents.OpenBlock voice(Voice kind) {
        if (voice != kind) {
            silence();
            voice = kind;
            speaking = Optional.of(events.open(switch (kind) {
                case THINKING -> new Thinking("", Optional.empty(), Optional.empty(), Optional.empty());
                case REFUSAL -> ChatBlocks.refusal("");
                case TEXT, NONE -> Text.of("");
            }));
        }
        return speaking.orElseThrow();
    }

    /** Ends the text or the reasoning that is open. Details that came without any shown reasoning make a stretch of their own. */
    private void silence() {
        switch (voice) {
            case NONE -> { }
            case TEXT -> finishText(speaking.orElseThrow());
            case REFUSAL -> speaking.orElseThrow().finish(ChatBlocks::refusal);
            case THINKING -> speaking.orElseThrow().finish(text -> trail.finish(text, reasoningField));
        }
        voice = Voice.NONE;
        speaking = Optional.empty();
        if (!trail.isEmpty()) {
            events.whole(trail.finish("", reasoningField));
        }
    }

    private void finishText(ReplyEvents.OpenBlock block) {
        List<Citation> cited = citations.take(content, block.content());
        cited.forEach(block::citation);
        content.append(block.content());
        block.finish(text -> new Text(text, cited, Optional.of(rawText(text, cited))));
    }

    private static Raw rawText(String text, List<Citation> cited) {
        ObjectNode raw = JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
        if (!cited.isEmpty()) {
            ArrayNode annotations = raw.putArray("annotations");
            cited.forEach(citation -> annotations.add(citation.raw().orElseThrow().json().tree()));
        }
        return new Raw(ChatWire.NAME, Json.of(raw));
    }

    private void finish() {
        try {
            silence();
            StopReason reason = StopReasons.read(finish, !calls.isEmpty(), refused);
            calls.finish(reason.kind() == StopReason.Kind.MAX_TOKENS);
            state = State.ENDED;
            events.finished(reason, usage);
        } catch (DragomanException e) {
            fail(e.failure());
        }
    }

    private void fail(Failure failure) {
        state = State.ENDED;
        events.failed(failure);
    }
}
