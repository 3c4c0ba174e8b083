/**
 * What all wires share. A {@link io.dragoman.wire.Wire} reads and writes requests and replies of one protocol; wires are peers and
 * never know one another, so that every lane is two of them and the model between.
 *
 * <p>Reading keeps everything: known parts as model values, the rest as raw JSON. Writing may leave out what the wire has no slot
 * for, and records a {@link io.dragoman.wire.Loss} in the very branch that leaves it out. Codecs neither repair nor reorder.
 */
@NullMarked
package io.dragoman.wire;

import org.jspecify.annotations.NullMarked;
