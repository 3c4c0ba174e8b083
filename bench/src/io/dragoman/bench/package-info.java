/**
 * What a client sees of the gateway, side by side with a direct call and with a bare Netty reverse proxy. Provider, proxy, gateway and
 * load run as separate JVMs on one machine; rounds are interleaved and the table shows ratios, since absolute figures say little about another machine.
 */
@NullMarked
package io.dragoman.bench;

import org.jspecify.annotations.NullMarked;
