package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Text;
import io.dragoman.wire.JsonScan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The {@code source} of images and documents. */
final class Sources {
    private static final String MEDIA_TYPE = "media_type";

    private Sources() {}

    /** Empty for a source of a kind that the model does not know. */
    static Optional<Media> read(JsonScan.Value source) {
        source.require(JsonScan.Kind.OBJECT);
        return switch (source.required(Names.TYPE).string()) {
            case "base64" -> Optional.of(new Media.Base64Data(source.required(MEDIA_TYPE).string(), source.required(Names.DATA).string()));
            case "url" -> Optional.of(new Media.Url(source.required("url").string()));
            case "file" -> Optional.of(new Media.FileId(AnthropicWire.NAME, source.required("file_id").string()));
            case "text" -> Optional.of(new Media.PlainText(source.required(Names.DATA).string()));
            case "content" -> Optional.of(blocks(source.required(Names.CONTENT)));
            default -> Optional.empty();
        };
    }

    private static Media blocks(JsonScan.Value content) {
        if (content.is(JsonScan.Kind.STRING)) {
            return new Media.Blocks(List.of(Text.of(content.string())));
        }
        return new Media.Blocks(Blocks.readArray(content));
    }

    static Json base64(Media.Base64Data media) {
        return Fields.typed("base64").put(MEDIA_TYPE, media.mediaType().toLowerCase(Locale.ROOT)).put(Names.DATA, media.data()).json();
    }

    static Json url(Media.Url media) {
        return Fields.typed("url").put("url", media.url()).json();
    }

    static Json file(Media.FileId media) {
        return Fields.typed("file").put("file_id", media.id()).json();
    }

    static Json text(String text) {
        return Fields.typed("text").put(MEDIA_TYPE, "text/plain").put(Names.DATA, text).json();
    }

    static Json blocks(List<Json> blocks) {
        return Fields.typed("content").put(Names.CONTENT, Fields.array(blocks)).json();
    }

    /** True for an address that the provider can fetch. */
    static boolean isWeb(String url) {
        return url.regionMatches(true, 0, "https://", 0, 8) || url.regionMatches(true, 0, "http://", 0, 7);
    }
}
