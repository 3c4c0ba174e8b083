/**
 * The neutral model: what a request and a reply say, whatever wire they came by.
 *
 * <p>A {@link io.dragoman.conversation.Conversation} is a list of {@link io.dragoman.conversation.Turn}s of
 * {@link io.dragoman.conversation.Block}s with tools and settings; a reply is a sequence of
 * {@link io.dragoman.conversation.Event}s. Every block can give back the raw JSON it was read from
 * ({@link io.dragoman.conversation.Raw}); what the model does not know is an {@link io.dragoman.conversation.Opaque} block.
 * All values are immutable. This package imports nothing of ours and knows neither Camel nor any wire.
 */
@NullMarked
package io.dragoman.conversation;

import org.jspecify.annotations.NullMarked;
