package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ANNOTATIONS;
import static io.dragoman.wire.responses.Names.TYPE;
import static io.dragoman.wire.responses.Names.URL_CITATION;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the content parts of messages and of tool outputs. */
final class Parts {
    private Parts() {}

    /** @param content a string, an array of parts, or null */
    static List<Block> read(Value content) {
        List<Block> blocks = new ArrayList<>();
        if (content.is(Kind.STRING)) {
            blocks.add(Text.of(content.string()));
        } else if (!content.is(Kind.NULL)) {
            for (Value part : content.require(Kind.ARRAY).elements()) {
                blocks.add(part(part));
            }
        }
        return blocks;
    }

    static Block part(Value part) {
        part.require(Kind.OBJECT);
        String type = part.required(TYPE).string();
        Raw raw = new Raw(ResponsesWire.NAME, part.json());
        return switch (type) {
            case Names.INPUT_TEXT, Names.OUTPUT_TEXT, "text" -> text(part, raw);
            case Names.REFUSAL -> new Text(part.required(Names.REFUSAL).string(), List.of(), Optional.of(raw));
            case Names.INPUT_IMAGE -> image(part, raw);
            case Names.INPUT_FILE -> file(part, raw);
            default -> new Opaque(type, raw);
        };
    }

    private static Block text(Value part, Raw raw) {
        List<Citation> citations = new ArrayList<>();
        part.given(ANNOTATIONS).ifPresent(list -> {
            for (Value annotation : list.elements()) {
                if (annotation.text(TYPE).filter(URL_CITATION::equals).isPresent()) {
                    citations.add(citation(annotation));
                }
            }
        });
        return new Text(part.required("text").string(), citations, Optional.of(raw));
    }

    private static Citation citation(Value annotation) {
        return new Citation(annotation.text("url"), annotation.text("title").orElse(""), "", range(annotation),
                Optional.of(new Raw(ResponsesWire.NAME, annotation.json())));
    }

    private static Optional<Citation.Range> range(Value annotation) {
        OptionalLong from = annotation.field("start_index").map(Value::whole).orElseGet(OptionalLong::empty);
        OptionalLong to = annotation.field("end_index").map(Value::whole).orElseGet(OptionalLong::empty);
        if (from.isEmpty() || to.isEmpty() || from.getAsLong() < 0 || to.getAsLong() <= from.getAsLong() || to.getAsLong() > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(new Citation.Range((int) from.getAsLong(), (int) to.getAsLong()));
    }

    private static Block image(Value part, Raw raw) {
        Optional<Media> media = part.text("image_url").map(Parts::address)
                .or(() -> part.text("file_id").map(id -> new Media.FileId(ResponsesWire.NAME, id)));
        return media.<Block>map(m -> new Image(m, Optional.of(raw)))
                .orElseThrow(() -> part.invalid("must have an image_url or a file_id"));
    }

    private static Block file(Value part, Raw raw) {
        Optional<String> name = part.text("filename");
        Optional<Media> media = part.text("file_data").map(data -> data(data, name))
                .or(() -> part.text("file_url").map(Media.Url::new))
                .or(() -> part.text("file_id").map(id -> new Media.FileId(ResponsesWire.NAME, id)));
        return media.<Block>map(m -> new Document(m, name, Optional.of(raw)))
                .orElseThrow(() -> part.invalid("must have file_data, a file_url or a file_id"));
    }

    /** A base64 data: URL becomes its bytes; any other address stays one. */
    private static Media address(String url) {
        return DataUrl.parse(url).<Media>map(d -> new Media.Base64Data(d.mediaType(), d.data())).orElseGet(() -> new Media.Url(url));
    }

    /** Some clients leave the data: prefix away; then the file's name tells its kind. */
    private static Media data(String data, Optional<String> name) {
        return DataUrl.parse(data).<Media>map(d -> new Media.Base64Data(d.mediaType(), d.data()))
                .orElseGet(() -> data.startsWith("data:") ? new Media.Url(data) : new Media.Base64Data(kindOf(name.orElse("")), data));
    }

    private static String kindOf(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return name.endsWith(".txt") || name.endsWith(".md") ? "text/plain" : "application/pdf";
    }
}
