/** The Anthropic Messages wire. */
@NullMarked
package io.dragoman.wire.anthropic;

import org.jspecify.annotations.NullMarked;
