package io.dragoman.gateway;

/** A provider's answer that has proved itself and is still arriving. Body of the exchange between the call and the relay. */
interface LiveReply {}
