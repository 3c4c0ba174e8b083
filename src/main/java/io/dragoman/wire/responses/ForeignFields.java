package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.wire.Losses;
import java.util.Optional;

/** Top-level fields that the model does not hold and this wire has a word for: labels, and servers of tools, which are refused. */
final class ForeignFields {
    private static final String MCP_SERVERS = "mcp_servers";
    private static final int MOST_PAIRS = 16;
    private static final int LONGEST_VALUE = 512;

    private ForeignFields() {}

    /** Tools that another vendor would fetch from a server: without them the model could not do what it is asked. */
    static void refuseToolServers(Conversation conversation) {
        boolean given = conversation.origin().flatMap(origin -> origin.field(MCP_SERVERS)).filter(servers -> !servers.tree().isEmpty()).isPresent();
        if (given) {
            throw Failure.invalid("mcp_servers cannot be reached from this model's provider; leave mcp_servers and its toolsets out.", MCP_SERVERS)
                    .exception();
        }
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
