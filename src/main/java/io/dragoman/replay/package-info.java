/**
 * Server-tool exchanges: taken out of a request, put back for the provider that made them, carried through clients that cannot hold them.
 *
 * <p>{@link io.dragoman.replay.Capture} then {@link io.dragoman.replay.Replay} is the identity on a history that nobody edited in
 * between; on an edited one a run is put back only where its anchor is unmistakable. Pure functions of their arguments; no server state.
 */
@NullMarked
package io.dragoman.replay;

import org.jspecify.annotations.NullMarked;
