/**
 * The Chat Completions wire: OpenAI's, and that of the many hosts that speak it in their own way.
 *
 * <p>A request is a list of messages. All system and developer messages are turns; a tool message is a user turn of one result. An
 * assistant message is reasoning, text, calls and, last, carriers of the gateway. Requests are read by {@code RequestDecoder}, sent on as they
 * came by {@code SameWireRequest}, written for other clients by {@code RequestEncoder}.
 *
 * <p>An answer is one message, streamed in chunks or whole; {@code ChatReplyDecoder} reads both. {@code ChatReplyEncoder} makes the message
 * of blocks; {@code ChunkOutput} writes it in pieces and {@code DocumentOutput} whole. What the message cannot hold travels in one entry of
 * {@code reasoning_details}, which some clients send back.
 */
@NullMarked
package io.dragoman.wire.chat;

import org.jspecify.annotations.NullMarked;
