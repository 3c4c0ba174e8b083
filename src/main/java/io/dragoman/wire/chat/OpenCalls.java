package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.ReplyEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The tool calls of one answer. Finds the call that a piece belongs to, however its host numbers calls: not at all, from one, all alike
 * with different ids. No call is closed before the answer ends, since a client runs a closed call at once. A piece whose call is in doubt is a failure.
 */
final class OpenCalls {
    private final ReplyEvents events;
    private final List<Call> calls = new ArrayList<>();
    private final Map<Integer, Call> byIndex = new HashMap<>();
    private final Set<String> ids = new HashSet<>();

    OpenCalls(ReplyEvents events) {
        this.events = events;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** @throws io.dragoman.conversation.DragomanException when no call can be told */
    void take(Chunk.CallPiece piece) {
        ownerOf(piece).take(piece);
    }

    private Call ownerOf(Chunk.CallPiece piece) {
        Optional<Call> known = piece.index().isPresent() ? Optional.ofNullable(byIndex.get(piece.index().getAsInt())) : unnumbered(piece);
        if (known.isPresent() && !known.get().contradicts(piece)) {
            return known.get();
        }
        if (piece.index().isEmpty() && piece.id().isEmpty() && piece.name().isEmpty()) {
            throw Failure.protocol("The provider sent arguments of a tool call without saying of which call.").exception();
        }
        Call opened = new Call(piece.custom());
        calls.add(opened);
        piece.index().ifPresent(index -> byIndex.put(index, opened));
        return opened;
    }

    private Optional<Call> unnumbered(Chunk.CallPiece piece) {
        if (!piece.id().isEmpty()) {
            return calls.stream().filter(call -> call.providerId.equals(piece.id())).findFirst();
        }
        if (calls.size() == 1 && piece.name().isEmpty()) {
            return Optional.of(calls.get(0));
        }
        List<Call> unfinished = calls.stream().filter(call -> !call.isComplete()).toList();
        return unfinished.size() == 1 ? Optional.of(unfinished.get(0)) : Optional.empty();
    }

    /** Every call has arguments that make one object. */
    boolean areComplete() {
        return calls.stream().allMatch(Call::isComplete);
    }

    /**
     * Closes all calls.
     *
     * @param cutByLimit the token limit ended the answer: a call that it cut is given up
     * @throws io.dragoman.conversation.DragomanException when one has no name or no arguments that can be used
     */
    void finish(boolean cutByLimit) {
        if (!cutByLimit) {
            calls.forEach(Call::check);
        }
        calls.forEach(call -> call.finish(cutByLimit));
    }

    private final class Call {
        private final boolean custom;
        private final StringBuilder early = new StringBuilder();
        private String providerId = "";
        private String id = "";
        private String name = "";
        private Optional<ReplyEvents.OpenBlock> block = Optional.empty();
        /** The last piece ended inside a character, so that its end has not been told on. */
        private boolean endsInside;

        private Call(boolean custom) {
            this.custom = custom;
        }

        /** Another id at the same number begins another call, and so does another name; both are often repeated. */
        private boolean contradicts(Chunk.CallPiece piece) {
            boolean otherId = !piece.id().isEmpty() && !providerId.isEmpty() && !piece.id().equals(providerId);
            boolean otherName = !piece.name().isEmpty() && !name.isEmpty() && (!piece.name().equals(name) || isAgain(piece));
            return otherId || otherName;
        }

        /** A whole call to the same tool once more, from a host that gives neither ids nor numbers. */
        private boolean isAgain(Chunk.CallPiece piece) {
            return piece.id().isEmpty() && !piece.arguments().isBlank() && ToolArguments.isObject(content());
        }

        private void take(Chunk.CallPiece piece) {
            if (providerId.isEmpty()) {
                providerId = piece.id();
            }
            if (name.isEmpty() && !piece.name().isEmpty()) {
                name = piece.name();
                open();
            }
            if (!piece.arguments().isEmpty()) {
                endsInside = Character.isHighSurrogate(piece.arguments().charAt(piece.arguments().length() - 1));
            }
            if (block.isPresent() && !piece.arguments().isEmpty()) {
                block.get().arguments(piece.arguments());
            } else {
                early.append(piece.arguments());
            }
        }

        private void open() {
            id = providerId.isEmpty() || !ids.add(providerId) ? "call_" + UUID.randomUUID().toString().replace("-", "") : providerId;
            block = Optional.of(events.open(call("", Optional.empty())));
            if (!early.isEmpty()) {
                block.get().arguments(early.toString());
                early.setLength(0);
            }
        }

        private String content() {
            return block.map(ReplyEvents.OpenBlock::content).orElseGet(early::toString);
        }

        private boolean isComplete() {
            return !name.isEmpty() && (custom || ToolArguments.isObject(content()));
        }

        private void check() {
            if (name.isEmpty()) {
                throw Failure.protocol("The provider called a tool without naming it.").exception();
            }
            if (!custom && (endsInside || !isComplete() && !content().isBlank())) {
                throw Failure.protocol("The provider called a tool with arguments that are no JSON object.").exception();
            }
        }

        private void finish(boolean cutByLimit) {
            if (cutByLimit && !isComplete()) {
                block.ifPresent(ReplyEvents.OpenBlock::drop);
                return;
            }
            ReplyEvents.OpenBlock open = block.orElseThrow();
            if (!custom && open.content().isBlank()) {
                open.arguments(ToolArguments.NONE);
            }
            open.finish(arguments -> call(arguments, Optional.of(new Raw(ChatWire.NAME, raw(arguments)))));
        }

        private ToolCall call(String arguments, Optional<Raw> raw) {
            return new ToolCall(id, name, Optional.empty(), arguments, custom ? ToolCall.Form.TEXT : ToolCall.Form.JSON, raw);
        }

        private Json raw(String arguments) {
            ObjectNode call = JsonNodeFactory.instance.objectNode().put("id", id).put("type", custom ? "custom" : "function");
            call.putObject(custom ? "custom" : "function").put("name", name).put(custom ? "input" : "arguments", arguments);
            return Json.of(call);
        }
    }
}
