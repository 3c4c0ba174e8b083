package io.dragoman.gateway;

import io.dragoman.http.ProviderClient;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Counts the tokens of a request without answering it. */
public final class CountTokens implements Processor {
    public CountTokens(Gateway gateway, ProviderClient client) {}

    @Override
    public void process(Exchange exchange) {
        throw new UnsupportedOperationException();
    }
}
