package io.dragoman.gateway;

import io.dragoman.http.ProviderClient;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/** Body in: {@link io.dragoman.wire.Encoded} for {@link Passage#target()}. Body out: {@link LiveReply}, once the reply has proved itself. */
public final class CallProvider extends AsyncProcessorSupport {
    private ProviderClient client;
    private LiveSettings settings = LiveSettings.DEFAULT;
    private Breakers breakers = new Breakers();

    public void setClient(ProviderClient client) {
        this.client = client;
    }

    public void setSettings(LiveSettings settings) {
        this.settings = settings;
    }

    public void setBreakers(Breakers breakers) {
        this.breakers = breakers;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        throw new UnsupportedOperationException(client + " " + settings + breakers);
    }
}
