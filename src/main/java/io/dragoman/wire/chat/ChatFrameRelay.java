package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.sse.SseFrame;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A stream of this wire says that it failed by a chunk with an error, and by nothing after it. */
final class ChatFrameRelay implements FrameRelay {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private final ChatErrors errors = new ChatErrors();
    private boolean ended;

    /** Clients look for {@code error.message}; an error of another form, or one that only the event's name tells, would pass for an odd chunk. */
    @Override
    public boolean tells(SseFrame.Event frame, Failure failure) {
        return isError(frame);
    }

    @Override
    public void passed(SseFrame.Event frame) {
        ended |= isDone(frame) || isError(frame);
    }

    @Override
    public void failure(Failure failure, ByteArrayOutputStream out) {
        if (!ended) {
            ended = true;
            SseWriter.data(out, errors.body(failure));
        }
    }

    /** An answer counts as whole before its {@code [DONE]}, which some hosts forget. */
    @Override
    public void finished(ByteArrayOutputStream out) {
        if (!ended) {
            ended = true;
            SseWriter.data(out, DONE);
        }
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        if (!ended) {
            SseWriter.comment(out, "keep-alive");
        }
    }

    private static boolean isDone(SseFrame.Event frame) {
        return frame.data().strip().equals("[DONE]");
    }

    private static boolean isError(SseFrame.Event frame) {
        return frame.data().contains("\"error\"") && error(frame).path("message").isTextual();
    }

    private static JsonNode error(SseFrame.Event frame) {
        try {
            return Json.MAPPER.readTree(frame.data()).path("error");
        } catch (JsonProcessingException e) {
            return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
        }
    }
}
