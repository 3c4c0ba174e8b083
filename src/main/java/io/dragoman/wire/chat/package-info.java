/** The OpenAI Chat Completions wire. */
@NullMarked
package io.dragoman.wire.chat;

import org.jspecify.annotations.NullMarked;
