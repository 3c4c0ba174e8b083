package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads content blocks, those of requests and those of replies alike. Every block keeps the JSON it was read from. */
final class Blocks {
    private Blocks() {}

    static List<Block> readArray(JsonScan.Value array) {
        List<Block> blocks = new ArrayList<>();
        for (JsonScan.Value element : array.require(Kind.ARRAY).elements()) {
            blocks.add(read(element));
        }
        return blocks;
    }

    /** @throws io.dragoman.conversation.DragomanException with status 400 that names the field, when a known kind lacks what it needs */
    static Block read(JsonScan.Value block) {
        String type = block.require(Kind.OBJECT).required(Names.TYPE).string();
        return switch (type) {
            case Names.TEXT -> text(block);
            case Names.IMAGE -> image(block);
            case Names.DOCUMENT -> document(block);
            case Names.SEARCH_RESULT -> searchResult(block);
            case Names.THINKING -> thinking(block);
            case Names.REDACTED_THINKING -> redactedThinking(block);
            case Names.TOOL_USE -> toolUse(block);
            case Names.TOOL_RESULT -> toolResult(block);
            default -> Names.isServerToolUse(type) ? serverToolUse(block, type)
                    : Names.isServerToolResult(type) ? serverToolResult(block, type) : new Opaque(type, raw(block.json()));
        };
    }

    static Raw raw(Json json) {
        return new Raw(AnthropicWire.NAME, json);
    }

    private static Optional<Raw> rawOf(JsonScan.Value block) {
        return Optional.of(raw(block.json()));
    }

    private static Block text(JsonScan.Value block) {
        return new Text(block.required(Names.TEXT).string(), citations(block), rawOf(block));
    }

    static List<Citation> citations(JsonScan.Value block) {
        List<Citation> citations = new ArrayList<>();
        block.given(Names.CITATIONS).ifPresent(given -> given.elements().forEach(c -> citations.add(Citations.read(c))));
        return citations;
    }

    private static Block image(JsonScan.Value block) {
        Optional<Media> media = Sources.read(block.required("source"));
        return media.isPresent() ? new Image(media.get(), rawOf(block)) : new Opaque(Names.IMAGE, raw(block.json()));
    }

    private static Block document(JsonScan.Value block) {
        Optional<Media> media = Sources.read(block.required("source"));
        return media.isPresent() ? new Document(media.get(), block.text(Names.TITLE), rawOf(block))
                : new Opaque(Names.DOCUMENT, raw(block.json()));
    }

    /** On other wires there is one place for a name: the address goes with the title. */
    private static Block searchResult(JsonScan.Value block) {
        String title = block.text(Names.TITLE).orElse("");
        String source = block.text("source").orElse("");
        Media media = new Media.Blocks(readArray(block.required(Names.CONTENT)));
        return new Document(media, Optional.of(title.isEmpty() ? source : title + " (" + source + ")"), rawOf(block));
    }

    private static Block thinking(JsonScan.Value block) {
        Optional<String> signature = block.text(Names.SIGNATURE).filter(s -> !s.isEmpty());
        if (signature.filter(Carried::recognises).isPresent()) {
            return new Carried(signature.get(), rawOf(block));
        }
        return new Thinking(block.required(Names.THINKING).string(), signature, Optional.empty(), rawOf(block));
    }

    private static Block redactedThinking(JsonScan.Value block) {
        String data = block.required(Names.DATA).string();
        return Carried.recognises(data) ? new Carried(data, rawOf(block)) : new RedactedThinking(data, Optional.empty(), rawOf(block));
    }

    private static Block toolUse(JsonScan.Value block) {
        String input = block.given(Names.INPUT).map(value -> value.require(Kind.OBJECT).json().text()).orElse("{}");
        return new ToolCall(block.required(Names.ID).string(), block.required(Names.NAME).string(), Optional.empty(), input,
                ToolCall.Form.JSON, rawOf(block));
    }

    private static Block toolResult(JsonScan.Value block) {
        boolean error = block.given("is_error").map(JsonScan.Value::bool).orElse(false);
        return new ToolResult(block.required(Names.TOOL_USE_ID).string(),
                block.given(Names.CONTENT).map(Blocks::resultContent).orElse(List.of()), error, rawOf(block));
    }

    private static List<Block> resultContent(JsonScan.Value content) {
        if (content.is(Kind.STRING)) {
            String text = content.string();
            return text.isEmpty() ? List.of() : List.of(Text.of(text));
        }
        return readArray(content);
    }

    private static Block serverToolUse(JsonScan.Value block, String type) {
        return new ServerToolCall(block.required(Names.ID).string(), type, block.required(Names.NAME).string(),
                block.given(Names.INPUT).map(JsonScan.Value::json).orElse(Fields.EMPTY_OBJECT), rawOf(block));
    }

    private static Block serverToolResult(JsonScan.Value block, String type) {
        return new ServerToolResult(block.required(Names.TOOL_USE_ID).string(), type,
                block.field(Names.CONTENT).map(JsonScan.Value::json).orElse(Fields.NULL), rawOf(block));
    }
}
