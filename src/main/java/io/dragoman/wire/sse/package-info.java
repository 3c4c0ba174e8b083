/** Server-sent events: bytes to frames and back, for all wires. */
@NullMarked
package io.dragoman.wire.sse;

import org.jspecify.annotations.NullMarked;
