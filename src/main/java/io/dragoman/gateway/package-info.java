/** Camel processors and beans of the routes: settings, the model directory, retry and failover, client auth, error replies. */
@NullMarked
package io.dragoman.gateway;

import org.jspecify.annotations.NullMarked;
