package io.dragoman.gateway;

import io.dragoman.replay.Replay;
import io.dragoman.replay.ReplayMap;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Puts the server-tool exchanges back that this target is entitled to. Stands only in the routes of such providers; without the header it does nothing. */
public final class ReplayServerTools implements Processor {
    private final Replay replay = new Replay();
    private final GatewayListener listener;

    public ReplayServerTools(Gateway gateway) {
        listener = gateway.listener();
    }

    @Override
    public void process(Exchange exchange) {
        ReplayMap map = Optional.ofNullable(exchange.getMessage().getHeader(DragomanConstants.REPLAY, ReplayMap.class)).orElse(ReplayMap.EMPTY);
        Passage passage = Passages.of(exchange);
        Replay.Replayed replayed = replay.replay(Passages.conversation(exchange), map, passage.target().provider().rules());
        passage.countReplay(replayed.report().counts());
        listener.replay(passage.lane(), replayed.report());
        exchange.getMessage().setBody(replayed.conversation());
    }
}
