package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Failure;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.sse.SseFrame;
import io.dragoman.wire.sse.SseWriter;
import java.io.ByteArrayOutputStream;

/** The gateway's words in a stream of Anthropic's own frames. */
final class FramesPassed implements FrameRelay {
    private boolean any;

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
