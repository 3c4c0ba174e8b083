package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a Responses request may leave at the provider instead of sending it. It means something only to the provider that holds it. */
final class ServerState {
    private static final List<String> IN_PLACE_OF_INPUT = List.of("previous_response_id", "conversation", "prompt");
    private static final Map<String, String> ADVICE = Map.of(
            "previous_response_id", "send the whole history in input and leave previous_response_id out",
            "conversation", "send the whole history in input and leave conversation out",
            "prompt", "send the prompt's text in instructions and input and leave prompt out",
            "background", "leave background out and wait for the answer");

    private ServerState() {}

    /** Where the history or the prompt lies at the provider, the request needs no input of its own. */
    static boolean mayReplaceInput(Value root) {
        return IN_PLACE_OF_INPUT.stream().anyMatch(field -> root.given(field).isPresent());
    }

    /**
     * Why a request of this wire cannot go to a provider of another wire: half of the conversation would be missing there.
     *
     * @return empty when all is in the request, or when it came by another wire
     */
    static Optional<Failure> refuseOff(Conversation conversation) {
        return conversation.origin().filter(origin -> origin.wire().equals(ResponsesWire.NAME))
                .flatMap(origin -> field(origin).or(() -> reference(conversation)));
    }

    private static Optional<Failure> field(Origin origin) {
        for (String field : List.of("previous_response_id", "conversation", "prompt", "background")) {
            Optional<Json> value = origin.field(field).filter(json -> !json.text().equals("null") && !json.text().equals("false"));
            if (value.isPresent()) {
                return Optional.of(Failure.invalid(field + " is kept by the provider that made it, and this model is served by another kind of"
                        + " provider; " + ADVICE.get(field) + ".", field));
            }
        }
        return Optional.empty();
    }

    private static Optional<Failure> reference(Conversation conversation) {
        for (Turn turn : conversation.turns()) {
            for (Block block : turn.blocks()) {
                if (block instanceof Opaque opaque && opaque.type().equals(Names.ITEM_REFERENCE)) {
                    return Optional.of(Failure.invalid("item_reference points to an item that another provider keeps; send the item itself"
                            + " in input.", "input"));
                }
            }
        }
        return Optional.empty();
    }
}
