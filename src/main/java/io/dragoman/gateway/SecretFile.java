package io.dragoman.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The content of a file that holds a secret, read again when the file changes. While it cannot be read, the last content stays. */
final class SecretFile implements Supplier<Optional<String>> {
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

    private final Path file;
    private volatile Content content;

    /** Reads the file once. @throws IOException when it cannot be read */
    SecretFile(Path file) throws IOException {
        this.file = file;
        this.content = read();
    }

    @Override
    public Optional<String> get() {
        try {
            Content known = content;
            if (!Files.getLastModifiedTime(file).equals(known.modified)) {
                content = read();
            }
        } catch (IOException e) {
            LOG.warn("The secret file {} cannot be read any more; its last content stays in use.", file);
        }
        return Optional.of(content.text).filter(text -> !text.isEmpty());
    }

    private Content read() throws IOException {
        return new Content(Files.getLastModifiedTime(file), Files.readString(file).strip());
    }

    private record Content(FileTime modified, String text) {
        @Override
        public String toString() {
            return "Content[" + modified + "]";
        }
    }
}
