/** The HTTP edges: the inbound consumer's pipeline, the relay of live replies to a client's channel, and the call of a provider. */
@NullMarked
package io.dragoman.http;

import org.jspecify.annotations.NullMarked;
