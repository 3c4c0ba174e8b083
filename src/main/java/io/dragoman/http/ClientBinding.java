package io.dragoman.http;

import org.apache.camel.component.netty.http.DefaultNettyHttpBinding;

/** Bean for {@code nettyHttpBinding}. */
public final class ClientBinding extends DefaultNettyHttpBinding {}
