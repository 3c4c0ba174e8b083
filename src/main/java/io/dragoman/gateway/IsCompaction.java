package io.dragoman.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.gateway.Passage.Compaction;
import io.dragoman.http.ClientRequest;
import io.dragoman.replay.CarrierCodec;
import java.util.Locale;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;

/**
 * Whether the client wants its history summed up: a {@code compaction_trigger} item in the input, the path {@code /v1/responses/compact}, or the
 * header by which Codex says so. Anthropic and Chat clients have no form for it: there it is a request like any other.
 */
public final class IsCompaction implements Predicate {
    static final String TRIGGER = "compaction_trigger";
    private static final String METADATA = "x-codex-turn-metadata";

    private final CarrierCodec carriers;

    public IsCompaction(Gateway gateway) {
        carriers = gateway.carriers();
    }

    @Override
    public boolean matches(Exchange exchange) {
        Passage passage = Passages.of(exchange);
        Optional<Compaction> wanted = passage.clientWire() == Wires.RESPONSES
                ? wanted(Passages.conversation(exchange), Passages.request(exchange)) : Optional.empty();
        wanted.ifPresent(form -> passage.compaction(form, carriers::sealSummary));
        return wanted.isPresent();
    }

    static Optional<Compaction> wanted(Conversation conversation, ClientRequest request) {
        if (request.path().toLowerCase(Locale.ROOT).replaceAll("/+$", "").endsWith("/compact")) {
            return Optional.of(Compaction.DOCUMENT);
        }
        if (conversation.turns().stream().flatMap(turn -> turn.blocks().stream()).anyMatch(IsCompaction::isTrigger)) {
            return Optional.of(Compaction.ITEM);
        }
        return request.header(METADATA).filter(IsCompaction::saysCompaction).map(says -> Compaction.MESSAGE);
    }

    static boolean isTrigger(Block block) {
        return block instanceof Opaque opaque && opaque.type().equals(TRIGGER);
    }

    private static boolean saysCompaction(String metadata) {
        try {
            JsonNode tree = Json.MAPPER.readTree(metadata);
            return tree != null && tree.path("request_kind").asText().equals("compaction");
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
