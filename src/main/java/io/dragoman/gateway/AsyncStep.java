package io.dragoman.gateway;

import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncCallbackToCompletableFutureAdapter;
import org.apache.camel.support.PluginHelper;

/**
 * A step that goes on without holding its thread. It is no Camel service on purpose: Camel wraps a step that is none, once for each node that refers to
 * it, and so each node has its own counters; a service would be the node itself, and all its nodes would count as one.
 */
abstract class AsyncStep implements AsyncProcessor {
    @Override
    public abstract boolean process(Exchange exchange, AsyncCallback callback);

    @Override
    public void process(Exchange exchange) throws Exception {
        PluginHelper.getAsyncProcessorAwaitManager(exchange.getContext()).process(this, exchange);
    }

    @Override
    public CompletableFuture<Exchange> processAsync(Exchange exchange) {
        AsyncCallbackToCompletableFutureAdapter<Exchange> adapter = new AsyncCallbackToCompletableFutureAdapter<>(exchange);
        process(exchange, adapter);
        return adapter.getFuture();
    }
}
