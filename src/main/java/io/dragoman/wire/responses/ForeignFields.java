package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.wire.Losses;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Top-level fields of another wire that the model does not hold: refused where leaving them out would change what is asked, else a loss. */
final class ForeignFields {
    /** Fields that the model holds, by the names they have on one wire or another. */
    private static final Set<String> IN_MODEL = Set.of("model", "messages", "system", "tools", "tool_choice", "max_tokens",
            "max_completion_tokens", "stream", "stream_options", "temperature", "top_p", "top_k", "stop", "stop_sequences", "metadata", "thinking",
            "output_config", "output_format", "response_format", "reasoning_effort", "reasoning", "verbosity", "user", "safety_identifier",
            "service_tier", "prompt_cache_key", "parallel_tool_calls", "web_search_options", "functions", "function_call");
    private static final Map<String, String> REFUSED = Map.of(
            "mcp_servers", "mcp_servers cannot be reached from this model's provider; leave mcp_servers and its toolsets out",
            "thread", "thread is kept by the provider that made it, and this model is served by another; send the whole history in messages"
                    + " and leave thread out");
    private static final int MOST_PAIRS = 16;
    private static final int LONGEST_VALUE = 512;

    private ForeignFields() {}

    static void check(Conversation conversation, Losses losses) {
        conversation.origin().ifPresent(origin -> origin.fields().forEach((name, value) -> {
            JsonNode tree = IN_MODEL.contains(name) ? Json.MAPPER.missingNode() : value.tree();
            if (tree.isMissingNode() || tree.isNull()) {
                return;
            }
            if (REFUSED.containsKey(name) && !(tree.isArray() && tree.isEmpty())) {
                throw Failure.invalid(REFUSED.get(name) + ".", name).exception();
            }
            if (name.equals("n") && tree.asInt(1) != 1) {
                throw Failure.invalid("n must be 1: this model's provider gives one choice.", name).exception();
            }
            if (!name.equals("n")) {
                losses.dropped(name, "The Responses wire has no such field.");
            }
        }));
    }

    /** The client's own labels; who asks is told elsewhere. */
    static Optional<Json> metadata(Conversation conversation, Losses losses) {
        Optional<JsonNode> given = conversation.origin().flatMap(origin -> field(origin)).filter(JsonNode::isObject);
        ObjectNode labels = Json.MAPPER.createObjectNode();
        given.ifPresent(object -> object.fields().forEachRemaining(label -> {
            boolean caller = conversation.settings().user().filter(label.getValue().asText()::equals).isPresent();
            if (label.getValue().isTextual() && label.getValue().textValue().length() <= LONGEST_VALUE && labels.size() < MOST_PAIRS && !caller) {
                labels.set(label.getKey(), label.getValue());
            } else if (!caller) {
                losses.dropped("metadata", "The Responses wire takes 16 labels of at most 512 characters.");
            }
        }));
        return labels.isEmpty() ? Optional.empty() : Optional.of(Json.of(labels));
    }

    private static Optional<JsonNode> field(Origin origin) {
        return origin.field("metadata").map(Json::tree);
    }
}
