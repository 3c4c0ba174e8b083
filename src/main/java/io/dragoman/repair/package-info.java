/**
 * Makes a history acceptable to one target: {@link io.dragoman.repair.Sanitise} for ids, names and shapes, {@link io.dragoman.repair.Prune}
 * for calls without results and results without calls. Pure functions of (conversation, target rules); the identity on a sound history.
 */
@NullMarked
package io.dragoman.repair;

import org.jspecify.annotations.NullMarked;
