package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** One chunk of a streamed answer, or a whole answer: both hold the same things. Filled by {@link ChunkReader} alone; absent text is empty. */
final class Chunk {
    String id = "";
    String model = "";
    /** Something here says that the answer failed; the whole text then goes to the error reader. */
    boolean error;
    Optional<JsonNode> usage = Optional.empty();
    /** The first choice, when this chunk has one. */
    Optional<Choice> choice = Optional.empty();
    /** Sources that stand beside the choices: addresses, or objects with one. */
    final List<JsonNode> sources = new ArrayList<>();

    /** What was said, in a piece or whole. */
    static final class Choice {
        int index;
        String finish = "";
        /** A finish reason stands here and is an empty string: some hosts end a turn of tool calls so. */
        boolean emptyFinish;
        String content = "";
        String refusal = "";
        String reasoning = "";
        /** The field that reasoning came in, since it goes back in the same one. */
        String reasoningField = "reasoning_content";
        final List<JsonNode> reasoningDetails = new ArrayList<>();
        final List<JsonNode> annotations = new ArrayList<>();
        final List<CallPiece> calls = new ArrayList<>();

        boolean saysSomething() {
            return !content.isEmpty() || !refusal.isEmpty() || !reasoning.isEmpty() || !calls.isEmpty();
        }
    }

    /** @param arguments JSON text, or plain text for a custom tool */
    record CallPiece(OptionalInt index, String id, String name, String arguments, boolean custom) {}
}
