package io.dragoman.gateway;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/** Body in: {@link LiveReply}. Sends it to the client as it arrives; done when the last byte has left. */
public final class RelayReply extends AsyncProcessorSupport {
    private LiveSettings settings = LiveSettings.DEFAULT;
    private OpenReplies open = new OpenReplies();

    public void setSettings(LiveSettings settings) {
        this.settings = settings;
    }

    public void setOpenReplies(OpenReplies open) {
        this.open = open;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        throw new UnsupportedOperationException(settings + " " + open);
    }
}
