package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Loss;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Set;

/** What only this wire can do: said before a request of it goes to a provider of another. */
final class Elsewhere {
    private static final Set<String> IN_MODEL = Set.of("model", "messages", "tools", "tool_choice", "functions", "function_call",
            "max_tokens", "max_completion_tokens", "temperature", "top_p", "top_k", "stop", "stream", "stream_options", "parallel_tool_calls",
            "reasoning_effort", "response_format", "verbosity", "user", "safety_identifier", "service_tier", "prompt_cache_key",
            "web_search_options", "n", "store");

    private Elsewhere() {}

    static List<Loss> losses(Conversation conversation) {
        Losses losses = new Losses();
        conversation.origin().filter(origin -> origin.wire().equals(ChatWire.NAME)).ifPresent(origin -> check(origin, conversation, losses));
        return losses.list();
    }

    private static void check(Origin origin, Conversation conversation, Losses losses) {
        if (origin.field("n").map(Json::tree).filter(n -> n.isNumber() && n.asInt() != 1).isPresent()) {
            throw Failure.invalid("n must be 1: this model's provider gives one choice.", "n").exception();
        }
        if (origin.field("modalities").map(Json::text).filter(kinds -> kinds.contains("\"audio\"")).isPresent()) {
            throw Failure.invalid("modalities: this model's provider does not answer in audio.", "modalities").exception();
        }
        origin.fields().forEach((name, value) -> {
            if (!IN_MODEL.contains(name) && !name.equals("modalities") && isSet(value.tree())) {
                losses.dropped(name, "Only the Chat wire has this field.");
            }
        });
        for (int i = 0; i < conversation.turns().size(); i++) {
            Turn turn = conversation.turns().get(i);
            for (Block block : turn.blocks()) {
                block(block, "messages." + i + ".content", losses);
            }
        }
    }

    private static boolean isSet(JsonNode value) {
        return !value.isNull() && !(value.isBoolean() && !value.booleanValue()) && !(value.isContainerNode() && value.isEmpty());
    }

    /** A question about something that does not arrive is answered wrongly; so what the model shall look at is refused rather than lost. */
    private static void block(Block block, String path, Losses losses) {
        if (block instanceof ToolResult result) {
            result.content().forEach(inner -> block(inner, path, losses));
        } else if (block instanceof Opaque opaque && ForeignParts.isOwn(opaque)) {
            throw Failure.invalid(path + ": " + opaque.type() + " cannot be sent to this model's provider, or is not well formed.", path).exception();
        } else if (block instanceof Document document && document.media() instanceof Media.FileId) {
            throw Failure.invalid(path + ": a file_id lies at another vendor than this model's provider; send file_data instead.", path)
                    .exception();
        }
    }
}
