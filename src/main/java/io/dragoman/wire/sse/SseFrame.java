package io.dragoman.wire.sse;

/** One frame of a stream of server-sent events. */
public sealed interface SseFrame {
    /**
     * @param name value of the {@code event:} line, empty when there was none
     * @param data the {@code data:} lines joined by line feeds
     */
    record Event(String name, String data) implements SseFrame {}

    /** A comment line; providers use it as a keep-alive. */
    record Comment(String text) implements SseFrame {}
}
