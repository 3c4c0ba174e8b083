package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Image;
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
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes what somebody said or showed as content parts. A block that was read from a part goes out as that part. */
final class PartWriter implements Block.Cases<List<ObjectNode>> {
    private final Losses losses;

    PartWriter(Losses losses) {
        this.losses = losses;
    }

    List<ObjectNode> write(Block block) {
        Optional<JsonNode> own = block.raw().filter(raw -> raw.isOf(ChatWire.NAME)).map(Raw::json).map(json -> json.tree());
        if (own.isPresent() && own.get() instanceof ObjectNode part && part.has("type")) {
            return List.of(part);
        }
        return block.accept(this);
    }

    static ObjectNode textPart(String text) {
        return part("text").put("text", text);
    }

    private static ObjectNode part(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    @Override
    public List<ObjectNode> text(Text block) {
        return block.text().isEmpty() ? List.of() : List.of(textPart(block.text()));
    }

    @Override
    public List<ObjectNode> image(Image block) {
        return block.media().accept(new Media.Cases<>() {
            @Override
            public List<ObjectNode> base64(Media.Base64Data media) {
                return List.of(imagePart(MediaParts.dataUrl(media)));
            }

            @Override
            public List<ObjectNode> url(Media.Url media) {
                return List.of(imagePart(media.url()));
            }

            @Override
            public List<ObjectNode> file(Media.FileId media) {
                throw foreignFile(media);
            }

            @Override
            public List<ObjectNode> text(Media.PlainText media) {
                return List.of(textPart(media.text()));
            }

            @Override
            public List<ObjectNode> blocks(Media.Blocks media) {
                return all(media.blocks());
            }
        });
    }

    private static ObjectNode imagePart(String url) {
        ObjectNode part = part("image_url");
        part.putObject("image_url").put("url", url);
        return part;
    }

    @Override
    public List<ObjectNode> document(Document block) {
        return block.media().accept(new Media.Cases<>() {
            @Override
            public List<ObjectNode> base64(Media.Base64Data media) {
                ObjectNode part = part("file");
                part.putObject("file").put("filename", fileName(block, media.mediaType())).put("file_data", MediaParts.dataUrl(media));
                return List.of(part);
            }

            @Override
            public List<ObjectNode> url(Media.Url media) {
                losses.coerced("document.url", "A message of the Chat wire takes no file by its address; the address was sent as text.");
                return List.of(textPart("Document" + block.title().map(title -> " \"" + title + "\"").orElse("") + ": " + media.url()));
            }

            @Override
            public List<ObjectNode> file(Media.FileId media) {
                if (!media.wire().equals(ChatWire.NAME)) {
                    throw foreignFile(media);
                }
                ObjectNode part = part("file");
                part.putObject("file").put("file_id", media.id());
                return List.of(part);
            }

            @Override
            public List<ObjectNode> text(Media.PlainText media) {
                return List.of(textPart(titled(block, media.text())));
            }

            @Override
            public List<ObjectNode> blocks(Media.Blocks media) {
                List<ObjectNode> parts = new ArrayList<>();
                block.title().ifPresent(title -> parts.add(textPart("Document \"" + title + "\":")));
                parts.addAll(all(media.blocks()));
                return parts;
            }
        });
    }

    private static String titled(Document document, String text) {
        return document.title().map(title -> "Document \"" + title + "\":\n").orElse("") + text;
    }

    private static String fileName(Document document, String mediaType) {
        return document.title().filter(title -> !title.isBlank()).orElse(mediaType.equals("text/plain") ? "document.txt" : "document.pdf");
    }

    private static RuntimeException foreignFile(Media.FileId media) {
        return Failure.invalid("The file " + media.id() + " lies at another vendor than this model's provider; send its content instead.",
                "messages").exception();
    }

    private List<ObjectNode> all(List<Block> blocks) {
        List<ObjectNode> parts = new ArrayList<>();
        blocks.forEach(block -> parts.addAll(write(block)));
        return parts;
    }

    @Override
    public List<ObjectNode> opaque(Opaque block) {
        losses.dropped("messages[].content[]." + block.type(), "The Chat wire has no slot for it.");
        return List.of();
    }

    @Override
    public List<ObjectNode> thinking(Thinking block) {
        return List.of();
    }

    @Override
    public List<ObjectNode> redactedThinking(RedactedThinking block) {
        return List.of();
    }

    @Override
    public List<ObjectNode> toolCall(ToolCall block) {
        return List.of();
    }

    @Override
    public List<ObjectNode> toolResult(ToolResult block) {
        return List.of();
    }

    @Override
    public List<ObjectNode> serverToolCall(ServerToolCall block) {
        losses.dropped("messages[].content[]." + block.type(), "The Chat wire has no slot for it.");
        return List.of();
    }

    @Override
    public List<ObjectNode> serverToolResult(ServerToolResult block) {
        losses.dropped("messages[].content[]." + block.type(), "The Chat wire has no slot for it.");
        return List.of();
    }

    @Override
    public List<ObjectNode> carried(Carried block) {
        return List.of();
    }
}
