package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Thinking;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.ReplyEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A block of a reply between its start and its stop. What it becomes is the start block with the deltas folded in: key order and
 * unknown fields stay.
 */
final class GrowingBlock {
    private final String type;
    private final Fields start;
    private final ReplyEvents.OpenBlock open;
    private final List<Json> citations = new ArrayList<>();
    private boolean stopped;

    private GrowingBlock(String type, Fields start, ReplyEvents.OpenBlock open) {
        this.type = type;
        this.start = start;
        this.open = open;
    }

    /** Opens the block. What its start already holds of a text or an input is told as the first delta. */
    static GrowingBlock open(JsonScan.Value block, ReplyEvents events) {
        String type = block.require(Kind.OBJECT).required(Names.TYPE).string();
        Fields start = Fields.of(block);
        Optional<String> field = growingField(type);
        Optional<JsonScan.Value> early = field.flatMap(block::given).filter(value -> !isBlank(value));
        field.ifPresent(name -> start.put(name, type.endsWith("tool_use") ? Fields.EMPTY_OBJECT : Fields.EMPTY_TEXT));
        List<JsonScan.Value> cited = block.given(Names.CITATIONS).filter(c -> type.equals(Names.TEXT)).map(JsonScan.Value::elements)
                .orElse(List.of());
        if (!cited.isEmpty()) {
            start.put(Names.CITATIONS, Fields.EMPTY_ARRAY);
        }
        Optional<JsonScan.Value> signed = block.given(Names.SIGNATURE).filter(value -> type.equals(Names.THINKING) && !isBlank(value));
        signed.ifPresent(value -> start.put(Names.SIGNATURE, Fields.EMPTY_TEXT));
        GrowingBlock growing = new GrowingBlock(type, start, events.open(read(start)));
        cited.forEach(growing::cite);
        early.ifPresent(growing::append);
        signed.ifPresent(growing::sign);
        return growing;
    }

    /** The field that deltas append to. */
    private static Optional<String> growingField(String type) {
        return switch (type) {
            case Names.TEXT -> Optional.of(Names.TEXT);
            case Names.THINKING -> Optional.of(Names.THINKING);
            case Names.TOOL_USE, Names.SERVER_TOOL_USE, Names.MCP_TOOL_USE -> Optional.of(Names.INPUT);
            default -> Optional.empty();
        };
    }

    private static boolean isBlank(JsonScan.Value value) {
        return value.is(Kind.OBJECT) ? value.fields().isEmpty() : value.is(Kind.STRING) && value.string().isEmpty();
    }

    private void append(JsonScan.Value early) {
        switch (type) {
            case Names.TEXT -> open.text(early.string());
            case Names.THINKING -> open.thinking(early.string());
            default -> open.arguments(early.json().text());
        }
    }

    /** A block that was told whole: it is the JSON it came as. */
    static void whole(JsonScan.Value block, ReplyEvents events) {
        open(block, events).open.finish(content -> read(block.json()));
    }

    boolean isStopped() {
        return stopped;
    }

    void delta(JsonScan.Value delta) {
        String kind = delta.require(Kind.OBJECT).required(Names.TYPE).string();
        switch (kind) {
            case "text_delta" -> {
                in(Names.TEXT, kind);
                open.text(delta.required(Names.TEXT).string());
            }
            case "thinking_delta" -> {
                in(Names.THINKING, kind);
                open.thinking(delta.required(Names.THINKING).string());
            }
            case "signature_delta" -> {
                in(Names.THINKING, kind);
                sign(delta.required(Names.SIGNATURE));
            }
            case "citations_delta" -> {
                in(Names.TEXT, kind);
                cite(delta.required("citation"));
            }
            case "input_json_delta" -> {
                if (!growingField(type).equals(Optional.of(Names.INPUT))) {
                    throw misplaced(kind);
                }
                open.arguments(delta.required("partial_json").string());
            }
            default -> assign(delta);
        }
    }

    private void sign(JsonScan.Value signature) {
        open.signature(signature.string());
        start.put(Names.SIGNATURE, signature.json());
    }

    private void in(String expected, String kind) {
        if (!type.equals(expected)) {
            throw misplaced(kind);
        }
    }

    private DragomanException misplaced(String kind) {
        return Failure.protocol("The provider sent a " + kind + " for a " + type + " block.").exception();
    }

    private void cite(JsonScan.Value citation) {
        citations.add(citation.json());
        open.citation(Citations.read(citation));
    }

    /** A delta of a kind that is not known gives fields of a block of a kind that is not known. */
    private void assign(JsonScan.Value delta) {
        if (growingField(type).isEmpty()) {
            delta.fields().forEach((name, value) -> {
                if (!name.equals(Names.TYPE)) {
                    start.put(name, value.json());
                }
            });
        }
    }

    /**
     * The provider ends the block.
     *
     * @return false when its input is not JSON: only an answer that was cut short may end so
     */
    boolean stop() {
        stopped = true;
        if (growingField(type).equals(Optional.of(Names.INPUT)) && !input().isBlank() && !BlockWriter.isObject(input())) {
            return false;
        }
        open.finish(content -> whole());
        return true;
    }

    /** Gives up a call whose input was cut short: nobody may take it for whole. */
    void cutShort() {
        open.drop();
    }

    private String input() {
        return open.content().strip();
    }

    private Block whole() {
        if (!citations.isEmpty()) {
            start.put(Names.CITATIONS, Fields.array(citations));
        }
        growingField(type).ifPresent(name -> {
            if (!name.equals(Names.INPUT)) {
                start.put(name, open.content());
            } else if (!input().isEmpty()) {
                start.put(name, Json.text(input()));
            }
        });
        return read(start);
    }

    /** Reads a block of a reply: its signatures are the provider's, never carriers, and empty ones say nothing. */
    private static Block read(Fields fields) {
        return read(fields.json());
    }

    private static Block read(Json json) {
        JsonScan.Value block = JsonScan.reply(json.toBytes());
        Optional<Raw> raw = Optional.of(Blocks.raw(json));
        if (block.text(Names.TYPE).filter(Names.THINKING::equals).isPresent()) {
            return new Thinking(block.required(Names.THINKING).string(), block.text(Names.SIGNATURE).filter(s -> !s.isEmpty()),
                    Optional.empty(), raw);
        }
        return Blocks.read(block);
    }
}
