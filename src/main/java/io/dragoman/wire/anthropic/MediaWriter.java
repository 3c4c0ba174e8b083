package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.wire.Losses;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Writes images and documents. What the client put into the request and Anthropic cannot see at all is refused, not left out. */
final class MediaWriter {
    private static final String PDF = "application/pdf";

    private final Losses losses;
    private final BlockWriter blocks;

    MediaWriter(Losses losses, BlockWriter blocks) {
        this.losses = losses;
        this.blocks = blocks;
    }

    Optional<Json> image(Media media) {
        return media.accept(new Media.Cases<Optional<Json>>() {
            @Override
            public Optional<Json> base64(Media.Base64Data data) {
                return image(Sources.base64(data));
            }

            @Override
            public Optional<Json> url(Media.Url url) {
                return image(Sources.url(web(url)));
            }

            @Override
            public Optional<Json> file(Media.FileId file) {
                return image(Sources.file(ours(file)));
            }

            @Override
            public Optional<Json> text(Media.PlainText text) {
                return unseen();
            }

            @Override
            public Optional<Json> blocks(Media.Blocks inner) {
                return unseen();
            }

            private Optional<Json> image(Json source) {
                return Optional.of(Fields.typed(Names.IMAGE).put("source", source).json());
            }

            private Optional<Json> unseen() {
                losses.dropped("messages[].content[].image", "The image is neither data nor an address.");
                return Optional.empty();
            }
        });
    }

    Optional<Json> document(Media media, Optional<String> title) {
        return media.accept(new Media.Cases<Optional<Json>>() {
            @Override
            public Optional<Json> base64(Media.Base64Data data) {
                if (data.mediaType().startsWith("text/")) {
                    return document(Sources.text(decoded(data)));
                }
                if (!data.mediaType().equalsIgnoreCase(PDF)) {
                    throw Failure.invalid("Anthropic reads PDF and text documents, not " + data.mediaType() + ".", Names.MESSAGES)
                            .exception();
                }
                return document(Sources.base64(data));
            }

            @Override
            public Optional<Json> url(Media.Url url) {
                return document(Sources.url(web(url)));
            }

            @Override
            public Optional<Json> file(Media.FileId file) {
                return document(Sources.file(ours(file)));
            }

            @Override
            public Optional<Json> text(Media.PlainText text) {
                return document(Sources.text(text.text()));
            }

            @Override
            public Optional<Json> blocks(Media.Blocks inner) {
                List<Json> written = blocks.write(inner.blocks());
                return written.isEmpty() ? Optional.empty() : document(Sources.blocks(written));
            }

            private Optional<Json> document(Json source) {
                Fields fields = Fields.typed(Names.DOCUMENT).put("source", source);
                title.filter(name -> !name.isBlank()).ifPresent(name -> fields.put(Names.TITLE, name));
                return Optional.of(fields.json());
            }
        });
    }

    private static String decoded(Media.Base64Data data) {
        try {
            return new String(Base64.getMimeDecoder().decode(data.data()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Failure.invalid("A document's data is not base64.", Names.MESSAGES).exception();
        }
    }

    private static Media.Url web(Media.Url media) {
        if (!Sources.isWeb(media.url())) {
            throw Failure.invalid("Anthropic takes media as base64 data or by an http or https address.", Names.MESSAGES).exception();
        }
        return media;
    }

    private static Media.FileId ours(Media.FileId file) {
        if (!file.wire().equals(AnthropicWire.NAME)) {
            throw Failure.invalid("File " + file.id() + " lies at another vendor. Send its content instead.", Names.MESSAGES).exception();
        }
        return file;
    }
}
