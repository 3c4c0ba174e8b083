package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ACTION;
import static io.dragoman.wire.responses.Names.ARGUMENTS;
import static io.dragoman.wire.responses.Names.CALL_ID;
import static io.dragoman.wire.responses.Names.CONTENT;
import static io.dragoman.wire.responses.Names.ENCRYPTED_CONTENT;
import static io.dragoman.wire.responses.Names.ID;
import static io.dragoman.wire.responses.Names.INPUT;
import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.NAMESPACE;
import static io.dragoman.wire.responses.Names.OUTPUT;
import static io.dragoman.wire.responses.Names.ROLE;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads input items: each is a turn of its own, raw JSON kept. A kind that the model does not know is one {@link Opaque} block. */
final class Items {
    private Items() {}

    static Turn read(Value item) {
        item.require(Kind.OBJECT);
        Raw raw = new Raw(ResponsesWire.NAME, item.json());
        String type = type(item);
        if (type.equals(Names.MESSAGE)) {
            Value content = item.field(CONTENT).orElseThrow(() -> item.invalid("must have content"));
            return Turn.read(role(item.required(ROLE)), Parts.read(content), raw);
        }
        Block block = block(type, item, raw);
        return Turn.read(speaker(type, item), List.of(block), raw);
    }

    /** A message may come without a type, and so may a reference. */
    static String type(Value item) {
        Optional<Value> type = item.given(TYPE);
        if (type.isPresent()) {
            return type.get().string();
        }
        if (item.field(ROLE).isPresent()) {
            return Names.MESSAGE;
        }
        if (item.field(ID).isPresent()) {
            return Names.ITEM_REFERENCE;
        }
        return item.required(TYPE).string();
    }

    private static Role role(Value role) {
        return switch (role.string()) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "system" -> Role.SYSTEM;
            case "developer" -> Role.DEVELOPER;
            default -> throw role.invalid("must be user, assistant, system or developer");
        };
    }

    private static Role speaker(String type, Value item) {
        Optional<String> role = item.text(ROLE);
        if (type.equals(Names.ADDITIONAL_TOOLS)) {
            return Role.DEVELOPER;
        }
        if (role.isPresent()) {
            return role(item.required(ROLE));
        }
        return switch (type) {
            case Names.COMPACTION, "compaction_summary", "context_compaction", Names.COMPACTION_TRIGGER, Names.ITEM_REFERENCE,
                    "configuration_update" -> Role.USER;
            default -> type.endsWith("_output") || type.endsWith("_response") ? Role.USER : Role.ASSISTANT;
        };
    }

    private static Block block(String type, Value item, Raw raw) {
        return switch (type) {
            case Names.REASONING -> reasoning(item, raw);
            case Names.FUNCTION_CALL -> call(item, arguments(item.field(ARGUMENTS)), ToolCall.Form.JSON, raw);
            case Names.CUSTOM_TOOL_CALL -> call(item, item.text(INPUT).orElse(""), ToolCall.Form.TEXT, raw);
            case Names.FUNCTION_CALL_OUTPUT, Names.CUSTOM_TOOL_CALL_OUTPUT ->
                    new ToolResult(item.text(CALL_ID).orElse(""), output(item), false, Optional.of(raw));
            case Names.TOOL_SEARCH_CALL -> clientSearch(item)
                    ? new ToolCall(callId(item), Names.TOOL_SEARCH, Optional.empty(), arguments(item.field(ARGUMENTS)), ToolCall.Form.JSON,
                            Optional.of(raw))
                    : new Opaque(type, raw);
            case Names.TOOL_SEARCH_OUTPUT -> clientSearch(item)
                    ? new ToolResult(callId(item), found(item), false, Optional.of(raw))
                    : new Opaque(type, raw);
            case Names.WEB_SEARCH_CALL -> search(item, raw);
            case Names.COMPACTION, "compaction_summary", "context_compaction" -> carrier(item, raw).orElseGet(() -> new Opaque(type, raw));
            default -> new Opaque(type, raw);
        };
    }

    private static Block reasoning(Value item, Raw raw) {
        Optional<Block> carrier = carrier(item, raw);
        if (carrier.isPresent()) {
            return carrier.get();
        }
        String summary = texts(item, "summary");
        return new Thinking(summary.isEmpty() ? texts(item, CONTENT) : summary, item.text(ENCRYPTED_CONTENT), Optional.empty(), Optional.of(raw));
    }

    private static Optional<Block> carrier(Value item, Raw raw) {
        return item.text(ENCRYPTED_CONTENT).filter(Carried::recognises).map(token -> new Carried(token, Optional.of(raw)));
    }

    private static String texts(Value item, String field) {
        return item.given(field).stream().flatMap(list -> list.elements().stream()).flatMap(part -> part.text("text").stream())
                .filter(text -> !text.isEmpty()).collect(Collectors.joining("\n\n"));
    }

    private static ToolCall call(Value item, String arguments, ToolCall.Form form, Raw raw) {
        return new ToolCall(callId(item), item.required(NAME).string(), item.text(NAMESPACE).filter(n -> !n.isEmpty()), arguments, form,
                Optional.of(raw));
    }

    /** Some hosts give an item id only. */
    private static String callId(Value item) {
        return item.text(CALL_ID).or(() -> item.text(ID)).orElseGet(() -> item.required(CALL_ID).string());
    }

    /** A string of JSON; some hosts send the object itself. */
    private static String arguments(Optional<Value> arguments) {
        return arguments.map(value -> switch (value.kind()) {
            case STRING -> value.string();
            case NULL -> "";
            default -> value.json().text();
        }).orElse("");
    }

    private static List<Block> output(Value item) {
        Optional<Value> output = item.given(OUTPUT);
        if (output.isEmpty()) {
            return List.of();
        }
        Value value = output.get();
        return value.is(Kind.STRING) || value.is(Kind.ARRAY) ? Parts.read(value) : List.of(Text.of(value.json().text()));
    }

    /** Tool search that the client runs is a call like any other; the provider's own is not. */
    private static boolean clientSearch(Value item) {
        return item.text("execution").filter("server"::equals).isEmpty() && item.text(CALL_ID).isPresent();
    }

    private static List<Block> found(Value item) {
        return Stream.of(item.given(Names.TOOLS)).flatMap(Optional::stream).map(tools -> (Block) Text.of(tools.json().text())).toList();
    }

    private static Block search(Value item, Raw raw) {
        ObjectNode input = Json.MAPPER.createObjectNode();
        item.given(ACTION).ifPresent(action -> {
            for (String field : List.of("query", "queries", "url", "pattern")) {
                action.given(field).ifPresent(value -> input.set(field, value.json().tree()));
            }
        });
        return new ServerToolCall(item.text(ID).orElse(""), Names.WEB_SEARCH_CALL, Names.WEB_SEARCH, Json.of(input), Optional.of(raw));
    }
}
