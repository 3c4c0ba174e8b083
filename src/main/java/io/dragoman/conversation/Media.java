package io.dragoman.conversation;

import java.util.List;

/** Where the bytes of a picture or document are. */
public sealed interface Media {
    <R> R accept(Cases<R> cases);

    /** One method a kind. */
    interface Cases<R> {
        R base64(Base64Data media);

        R url(Url media);

        R file(FileId media);

        R text(PlainText media);

        R blocks(Blocks media);
    }

    /** @param data base64 without any {@code data:} prefix */
    record Base64Data(String mediaType, String data) implements Media {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.base64(this);
        }
    }

    /** An http or https address. */
    record Url(String url) implements Media {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.url(this);
        }
    }

    /** A file that lies at the vendor of that wire; means nothing to another. */
    record FileId(WireName wire, String id) implements Media {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.file(this);
        }
    }

    /** A document that is plain text. */
    record PlainText(String text) implements Media {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.text(this);
        }
    }

    /** A document made of blocks. */
    record Blocks(List<Block> blocks) implements Media {
        public Blocks {
            blocks = List.copyOf(blocks);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.blocks(this);
        }
    }
}
