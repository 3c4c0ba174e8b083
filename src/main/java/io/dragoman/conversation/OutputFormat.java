package io.dragoman.conversation;

import java.util.Optional;

/**
 * Structured output.
 *
 * @param schema empty: any JSON object
 */
public record OutputFormat(Optional<String> name, Optional<String> description, Optional<Json> schema, Optional<Boolean> strict) {}
