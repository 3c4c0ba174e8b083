package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ANNOTATIONS;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes content parts of messages and tool outputs. Parts that were read from this wire go out as they came. */
final class PartWriter {
    private final Losses losses;

    PartWriter(Losses losses) {
        this.losses = losses;
    }

    /** @return empty for an empty text, which the wire does not take */
    Optional<Json> input(Text text) {
        return own(text).map(GatewayMarks::withoutIn).or(() -> {
            citations(text);
            return text.text().isEmpty() ? Optional.empty() : Optional.of(inputText(text.text()));
        });
    }

    /** @return empty for an empty text */
    Optional<Json> output(Text text) {
        return own(text).map(GatewayMarks::withoutIn).or(() -> {
            citations(text);
            if (text.text().isEmpty()) {
                return Optional.empty();
            }
            ObjectNode part = Json.MAPPER.createObjectNode();
            part.put(TYPE, Names.OUTPUT_TEXT).put("text", text.text()).putArray(ANNOTATIONS);
            return Optional.of(Json.of(part));
        });
    }

    private void citations(Text text) {
        if (!text.citations().isEmpty()) {
            losses.dropped("citations", "The Responses wire has no slot for the citations of an earlier answer.");
        }
    }

    static Json inputText(String text) {
        return Json.of(Json.MAPPER.createObjectNode().put(TYPE, Names.INPUT_TEXT).put("text", text));
    }

    /** The part as it came in, when this wire gave it. */
    static Optional<Json> own(Block block) {
        return block.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
    }

    List<Json> image(Image image) {
        return own(image).map(List::of).orElseGet(() -> image.media().accept(new Media.Cases<List<Json>>() {
            @Override
            public List<Json> base64(Media.Base64Data media) {
                return List.of(picture("image_url", new DataUrl(media.mediaType(), media.data()).text()));
            }

            @Override
            public List<Json> url(Media.Url media) {
                return List.of(picture("image_url", media.url()));
            }

            @Override
            public List<Json> file(Media.FileId media) {
                return List.of(picture("file_id", ownFile(media)));
            }

            @Override
            public List<Json> text(Media.PlainText media) {
                return List.of(inputText(media.text()));
            }

            @Override
            public List<Json> blocks(Media.Blocks media) {
                return nested(media.blocks());
            }
        }));
    }

    List<Json> document(Document document) {
        return own(document).map(List::of).orElseGet(() -> document.media().accept(new Media.Cases<List<Json>>() {
            @Override
            public List<Json> base64(Media.Base64Data media) {
                ObjectNode part = Json.MAPPER.createObjectNode().put(TYPE, Names.INPUT_FILE).put("filename", fileName(document, media.mediaType()));
                return List.of(Json.of(part.put("file_data", new DataUrl(media.mediaType(), media.data()).text())));
            }

            @Override
            public List<Json> url(Media.Url media) {
                return List.of(Json.of(Json.MAPPER.createObjectNode().put(TYPE, Names.INPUT_FILE).put("file_url", media.url())));
            }

            @Override
            public List<Json> file(Media.FileId media) {
                return List.of(Json.of(Json.MAPPER.createObjectNode().put(TYPE, Names.INPUT_FILE).put("file_id", ownFile(media))));
            }

            @Override
            public List<Json> text(Media.PlainText media) {
                losses.coerced("document", "The Responses wire takes a text document as plain text.");
                return List.of(inputText(heading(document) + media.text()));
            }

            @Override
            public List<Json> blocks(Media.Blocks media) {
                losses.coerced("document", "The Responses wire takes a text document as plain text.");
                List<Json> parts = new ArrayList<>();
                document.title().filter(title -> !title.isEmpty()).ifPresent(title -> parts.add(inputText("[" + title + "]")));
                parts.addAll(nested(media.blocks()));
                return parts;
            }
        }));
    }

    private List<Json> nested(List<Block> blocks) {
        List<Json> parts = new ArrayList<>();
        ResultParts inner = new ResultParts(this, losses);
        blocks.forEach(block -> parts.addAll(block.accept(inner)));
        return parts;
    }

    private static Json picture(String field, String value) {
        return Json.of(Json.MAPPER.createObjectNode().put(TYPE, Names.INPUT_IMAGE).put(field, value).put("detail", "auto"));
    }

    private static String ownFile(Media.FileId media) {
        if (!media.wire().equals(ResponsesWire.NAME)) {
            throw Failure.invalid("The file " + media.id() + " lies at another vendor, which this model's provider cannot read; send the"
                    + " file's content instead of its file_id.", "file_id").exception();
        }
        return media.id();
    }

    private static String heading(Document document) {
        return document.title().filter(title -> !title.isEmpty()).map(title -> "[" + title + "]\n\n").orElse("");
    }

    private static String fileName(Document document, String mediaType) {
        return document.title().filter(title -> !title.isEmpty()).orElse(mediaType.equals("application/pdf") ? "document.pdf" : "document.txt");
    }
}
