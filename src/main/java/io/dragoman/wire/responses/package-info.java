/** The OpenAI Responses wire. */
@NullMarked
package io.dragoman.wire.responses;

import org.jspecify.annotations.NullMarked;
