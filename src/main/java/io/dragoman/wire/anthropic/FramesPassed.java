package io.dragoman.wire.anthropic;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.sse.SseFrame;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The gateway's words in a stream of Anthropic's own frames. */
final class FramesPassed implements FrameRelay {
    private boolean any;

    /** Clients see an error only under its own name. */
    @Override
    public boolean passes(SseFrame.Event frame) {
        return frame.name().equals(Names.ERROR) || !frame.data().contains("\"error\"") || !isError(frame.data());
    }

    private static boolean isError(String data) {
        try {
            return JsonScan.reply(data.getBytes(StandardCharsets.UTF_8)).text(Names.TYPE).filter(Names.ERROR::equals).isPresent();
        } catch (DragomanException e) {
            return false;
        }
    }

    @Override
    public void passed(SseFrame.Event frame) {
        any = true;
    }

    @Override
    public void failure(Failure failure, ByteArrayOutputStream out) {
        Frames.error(AnthropicErrors.INSTANCE.body(failure), out);
    }

    @Override
    public void keepAlive(ByteArrayOutputStream out) {
        if (any) {
            Frames.ping(out);
        } else {
            SseWriter.comment(out, "keep-alive");
        }
    }
}
