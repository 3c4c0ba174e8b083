/** Metrics, health checks and MBeans. */
@NullMarked
package io.dragoman.monitor;

import org.jspecify.annotations.NullMarked;
