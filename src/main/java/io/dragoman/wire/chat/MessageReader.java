package io.dragoman.wire.chat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads messages into turns, one for each. Remembers calls of the old {@code function_call} form, whose answers go by name alone. */
final class MessageReader {
    private final Map<String, String> functionCalls = new HashMap<>();
    private int functionCallCount;

    List<Turn> read(Value messages) {
        List<Turn> turns = new ArrayList<>();
        for (Value message : messages.elements()) {
            turns.add(turn(message.require(Kind.OBJECT)));
        }
        return turns;
    }

    private Turn turn(Value message) {
        Value role = message.required("role");
        return switch (role.string()) {
            case "system" -> turn(Role.SYSTEM, content(message), message);
            case "developer" -> turn(Role.DEVELOPER, content(message), message);
            case "user" -> turn(Role.USER, content(message), message);
            case "assistant" -> turn(Role.ASSISTANT, assistant(message), message);
            case "tool" -> turn(Role.USER, List.of(result(message.required("tool_call_id").string(), message)), message);
            case "function" -> turn(Role.USER, List.of(functionResult(message)), message);
            default -> throw role.invalid("must be system, developer, user, assistant or tool");
        };
    }

    private static Turn turn(Role role, List<Block> blocks, Value message) {
        return Turn.read(role, blocks, ChatBlocks.raw(message));
    }

    /** Text without a character is no block: other wires refuse it. */
    private static List<Block> content(Value message) {
        List<Block> blocks = new ArrayList<>();
        message.given("content").ifPresent(content -> {
            if (content.is(Kind.ARRAY)) {
                content.elements().forEach(part -> blocks.add(ChatBlocks.part(part.require(Kind.OBJECT))));
            } else if (content.is(Kind.STRING)) {
                blocks.add(ChatBlocks.part(content));
            } else {
                throw content.invalid("must be a string or an array of content parts");
            }
        });
        blocks.removeIf(block -> block instanceof Text text && text.text().isEmpty());
        return blocks;
    }

    private List<Block> assistant(Value message) {
        List<Block> reasoning = ChatBlocks.reasoning(message);
        int shown = reasoning.isEmpty() || reasoning.get(0) instanceof Carried ? 0 : 1;
        List<Block> blocks = new ArrayList<>(reasoning.subList(0, shown));
        blocks.addAll(content(message));
        message.text("refusal").filter(refusal -> !refusal.isEmpty()).ifPresent(refusal -> blocks.add(ChatBlocks.refusal(refusal)));
        message.given("audio").ifPresent(audio -> blocks.add(new Opaque("audio", ChatBlocks.raw(audio))));
        message.given("tool_calls").ifPresent(calls -> calls.require(Kind.ARRAY).elements()
                .forEach(call -> blocks.add(ChatBlocks.call(call))));
        message.given("function_call").ifPresent(call -> blocks.add(functionCall(call.require(Kind.OBJECT))));
        blocks.addAll(reasoning.subList(shown, reasoning.size()));
        return blocks;
    }

    private ToolCall functionCall(Value call) {
        String name = call.required("name").string();
        String id = "call_function_" + functionCallCount++ + "_" + name.replaceAll("[^a-zA-Z0-9_-]", "_");
        functionCalls.put(name, id);
        return ToolCall.of(id, name, call.text("arguments").orElse(""));
    }

    private static ToolResult result(String callId, Value message) {
        return new ToolResult(callId, content(message), false, Optional.of(ChatBlocks.raw(message)));
    }

    private ToolResult functionResult(Value message) {
        String name = message.required("name").string();
        return result(functionCalls.getOrDefault(name, "call_function_" + name), message);
    }
}
