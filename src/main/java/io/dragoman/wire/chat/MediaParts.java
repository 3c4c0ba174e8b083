package io.dragoman.wire.chat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.Locale;
import java.util.Optional;

/** Pictures and files of a message. What cannot be understood stays as it is, for providers of this wire alone. */
final class MediaParts {
    private static final String DATA = "data:";
    private static final String BASE64 = ";base64";

    private MediaParts() {}

    /** The address stands in an object, with some clients by itself. */
    static Block image(Value part) {
        Value image = part.required("image_url");
        String url = (image.is(Kind.STRING) ? image : image.require(Kind.OBJECT).required("url")).string();
        Optional<Media> media = isAddress(url) ? Optional.of(new Media.Url(url)) : base64(url).map(data -> data);
        return media.<Block>map(known -> new Image(known, Optional.of(ChatBlocks.raw(part))))
                .orElseGet(() -> new Opaque("image_url", ChatBlocks.raw(part)));
    }

    static Block file(Value part) {
        Value file = part.required("file").require(Kind.OBJECT);
        Optional<String> name = file.text("filename");
        Optional<Media> media = file.text("file_data").map(data -> contents(data, name))
                .or(() -> file.text("file_id").map(id -> new Media.FileId(ChatWire.NAME, id)));
        return media.<Block>map(known -> new Document(known, name, Optional.of(ChatBlocks.raw(part))))
                .orElseGet(() -> new Opaque("file", ChatBlocks.raw(part)));
    }

    private static Media contents(String data, Optional<String> name) {
        if (isAddress(data)) {
            return new Media.Url(data);
        }
        boolean text = name.filter(n -> n.toLowerCase(Locale.ROOT).endsWith(".txt")).isPresent();
        return base64(data).orElseGet(() -> new Media.Base64Data(text ? "text/plain" : "application/pdf", data));
    }

    private static boolean isAddress(String url) {
        return url.regionMatches(true, 0, "http://", 0, 7) || url.regionMatches(true, 0, "https://", 0, 8);
    }

    private static Optional<Media.Base64Data> base64(String url) {
        int comma = url.indexOf(',');
        if (!url.regionMatches(true, 0, DATA, 0, DATA.length()) || comma < 0) {
            return Optional.empty();
        }
        String head = url.substring(DATA.length(), comma).toLowerCase(Locale.ROOT);
        if (!head.endsWith(BASE64)) {
            return Optional.empty();
        }
        String type = head.substring(0, head.length() - BASE64.length());
        int parameters = type.indexOf(';');
        return Optional.of(new Media.Base64Data(parameters < 0 ? type : type.substring(0, parameters), url.substring(comma + 1)));
    }

    /** The same bytes in the form of this wire. */
    static String dataUrl(Media.Base64Data media) {
        return DATA + media.mediaType() + BASE64 + "," + media.data();
    }
}
