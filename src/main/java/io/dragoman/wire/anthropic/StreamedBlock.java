package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import java.io.ByteArrayOutputStream;
import java.util.function.IntSupplier;

/**
 * The block of a stream that is being told. Growing blocks start as soon as there is something to tell; what arrives whole is told at
 * its end. A foreign text or thought that stays empty never starts.
 */
final class StreamedBlock {
    private final Block shell;
    private final ClientBlocks blocks;
    private final IntSupplier nextIndex;
    private final boolean own;
    private int index = -1;
    private boolean grew;

    /** @param nextIndex gives out the client's block numbers */
    StreamedBlock(Block shell, ClientBlocks blocks, IntSupplier nextIndex, ByteArrayOutputStream out) {
        this.shell = shell;
        this.blocks = blocks;
        this.nextIndex = nextIndex;
        this.own = ClientBlocks.own(shell).isPresent();
        if (shell instanceof ToolCall call && call.form() == ToolCall.Form.JSON) {
            start(blocks.callStart(call, blocks.id(call)), out);
        } else if (own && isGrowing()) {
            start(ClientBlocks.own(shell).orElseThrow(), out);
        }
    }

    /** True when a call of a client tool was told. */
    boolean isCall() {
        return index >= 0 && shell instanceof ToolCall;
    }

    private boolean isGrowing() {
        return shell instanceof Text || shell instanceof Thinking || isServerCall();
    }

    private boolean isServerCall() {
        return shell instanceof ServerToolCall;
    }

    void text(String text, ByteArrayOutputStream out) {
        if (!text.isEmpty()) {
            startEmpty(Names.TEXT, out);
            delta(Fields.typed("text_delta").put(Names.TEXT, text), out);
        }
    }

    void thinking(String thinking, ByteArrayOutputStream out) {
        if (!thinking.isEmpty()) {
            startEmpty(Names.THINKING, out);
            delta(Fields.typed("thinking_delta").put(Names.THINKING, thinking), out);
        }
    }

    /** Another provider's signature is sealed at the end. */
    void signature(String signature, ByteArrayOutputStream out) {
        if (own) {
            sign(signature, out);
        }
    }

    void arguments(String json, ByteArrayOutputStream out) {
        if (index >= 0) {
            delta(Fields.typed("input_json_delta").put("partial_json", json), out);
        }
    }

    void citation(Citation citation, ByteArrayOutputStream out) {
        Citations.forClient(citation).ifPresent(json -> {
            startEmpty(Names.TEXT, out);
            Frames.delta(index, Fields.typed("citations_delta").put("citation", json), out);
        });
    }

    void finish(Block whole, ByteArrayOutputStream out) {
        if (whole instanceof Text text) {
            finish(text, out);
        } else if (whole instanceof Thinking thinking) {
            finish(thinking, out);
        } else if (index >= 0) {
            finishCall(whole, out);
        } else {
            whole.accept(blocks).ifPresent(json -> tellWhole(whole, json, out));
        }
        if (index >= 0) {
            Frames.blockStop(index, out);
        }
    }

    private void finish(Text whole, ByteArrayOutputStream out) {
        if (!grew) {
            text(whole.text(), out);
        }
    }

    private void finish(Thinking whole, ByteArrayOutputStream out) {
        if (!grew) {
            thinking(whole.text(), out);
        }
        if (own) {
            return;
        }
        if (index >= 0) {
            String signature = blocks.signature(whole);
            if (!signature.isEmpty()) {
                sign(signature, out);
            }
        } else {
            whole.accept(blocks).ifPresent(json -> start(json, out));
        }
    }

    private void finishCall(Block whole, ByteArrayOutputStream out) {
        if (!grew && whole instanceof ToolCall call) {
            arguments(call.arguments().isBlank() ? "" : call.arguments(), out);
        }
    }

    /** Clients take the input of a call from its deltas. */
    private void tellWhole(Block whole, Json json, ByteArrayOutputStream out) {
        if (whole instanceof ToolCall || isServerCall()) {
            Fields fields = Fields.of(json);
            Json input = fields.get(Names.INPUT).orElse(Fields.EMPTY_OBJECT);
            start(fields.put(Names.INPUT, Fields.EMPTY_OBJECT).json(), out);
            arguments(input.text(), out);
        } else {
            start(json, out);
        }
    }

    private void sign(String signature, ByteArrayOutputStream out) {
        Frames.delta(index, Fields.typed("signature_delta").put(Names.SIGNATURE, signature), out);
    }

    private void startEmpty(String type, ByteArrayOutputStream out) {
        if (index < 0) {
            Fields fields = Fields.typed(type).put(type, "");
            start((type.equals(Names.THINKING) ? fields.put(Names.SIGNATURE, "") : fields).json(), out);
        }
    }

    private void start(Json block, ByteArrayOutputStream out) {
        index = nextIndex.getAsInt();
        Frames.blockStart(index, block, out);
    }

    private void delta(Fields delta, ByteArrayOutputStream out) {
        grew = true;
        Frames.delta(index, delta, out);
    }
}
