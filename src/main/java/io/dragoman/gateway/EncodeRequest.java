package io.dragoman.gateway;

import io.dragoman.conversation.Conversation;
import io.dragoman.repair.Repaired;
import io.dragoman.replay.CarrierCodec;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Loss;
import io.dragoman.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Body in: the repaired conversation. Body out: {@link Encoded}, the request for {@link Passage#target()}. */
public final class EncodeRequest implements Processor {
    private final boolean reports;
    private final CarrierCodec carriers;
    private final GatewayListener listener;

    public EncodeRequest(Gateway gateway) {
        reports = gateway.settings().reportHeaders();
        carriers = gateway.carriers();
        listener = gateway.listener();
    }

    private static Conversation toSend(Passage passage, Conversation fitted) {
        Repaired sent = passage.mended().orElseGet(() -> new Repaired(fitted, passage.aliases(), passage.repairs()));
        passage.sent(sent);
        passage.aliases(sent.aliases());
        passage.repairs(sent.report());
        return sent.conversation();
    }

    @Override
    public void process(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Target target = passage.target();
        Conversation conversation = toSend(passage, Passages.conversation(exchange)).withModel(target.model());
        Wire wire = target.provider().wire();
        List<Loss> losses = new ArrayList<>(passage.clientWire() == wire ? List.of() : passage.clientWire().lossesElsewhere(conversation));
        Encoded encoded = wire.encode(conversation, target.provider().rules());
        losses.addAll(encoded.losses());
        passage.losses(losses);
        listener.repaired(passage.lane(), passage.repairs());
        listener.lost(passage.lane(), losses);
        if (reports) {
            Reports.into(passage.replyHeaders(), passage);
        }
        passage.seal(carriers.seal(target.provider().rules().issuer()));
        passage.attemptBegins();
        exchange.getMessage().setBody(encoded);
    }
}
