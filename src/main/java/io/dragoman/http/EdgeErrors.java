package io.dragoman.http;

import io.dragoman.wire.ErrorEnvelope;

/** Finds the words for errors that the edge must answer by itself, before any route sees the request. */
@FunctionalInterface
public interface EdgeErrors {
    /** @param path of the request, without its query; may be anything a client sends */
    ErrorEnvelope forPath(String path);
}
