package io.dragoman.gateway;

import io.dragoman.replay.Capture;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Takes the server-tool exchanges out of the conversation and puts them into the header {@link DragomanConstants#REPLAY}. */
public final class CaptureServerTools implements Processor {
    private final Capture capture;
    private final GatewayListener listener;

    public CaptureServerTools(Gateway gateway) {
        listener = gateway.listener();
        capture = new Capture(gateway.carriers(), Wires.readers(), gateway.settings().limits().replayBytes());
    }

    @Override
    public void process(Exchange exchange) {
        Capture.Captured captured = capture.capture(Passages.conversation(exchange));
        Passages.find(exchange).ifPresent(passage -> {
            passage.countReplay(captured.report().counts());
            listener.replay(passage.lane(), captured.report());
        });
        exchange.getMessage().setHeader(DragomanConstants.REPLAY, captured.map());
        exchange.getMessage().setBody(captured.conversation());
    }
}
