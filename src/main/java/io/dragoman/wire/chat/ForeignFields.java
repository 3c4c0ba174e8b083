package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.wire.Losses;
import java.util.Map;
import java.util.Set;

/** Fields of a request of another wire that the model does not hold: refused where half the conversation lies at a provider, else a loss. */
final class ForeignFields {
    private static final Set<String> IN_MODEL = Set.of("model", "messages", "input", "system", "instructions", "tools", "tool_choice",
            "max_tokens", "max_output_tokens", "stream", "temperature", "top_p", "top_k", "stop_sequences", "metadata", "thinking",
            "output_config", "output_format", "reasoning", "text", "user", "safety_identifier", "service_tier", "prompt_cache_key",
            "parallel_tool_calls");
    /** Off by themselves, so that leaving them out changes nothing. */
    private static final Set<String> OF_THE_TRANSPORT = Set.of("store", "include", "stream_options", "truncation");
    private static final Map<String, String> REFUSED = Map.of(
            "thread", "send the whole history in messages",
            "mcp_servers", "declare the tools themselves",
            "previous_response_id", "send the whole history in input",
            "conversation", "send the whole history in input",
            "prompt", "send its text in instructions and input",
            "background", "wait for the answer");

    private ForeignFields() {}

    static void check(Conversation conversation, Losses losses) {
        conversation.origin().ifPresent(origin -> origin.fields().forEach((name, value) -> {
            if (!IN_MODEL.contains(name) && !OF_THE_TRANSPORT.contains(name) && isSet(value.tree())) {
                if (REFUSED.containsKey(name)) {
                    throw Failure.invalid(name + " is kept or run by another provider than this model's; leave " + name + " out and "
                            + REFUSED.get(name) + ".", name).exception();
                }
                losses.dropped(name, "The Chat wire has no such field.");
            }
        }));
    }

    private static boolean isSet(JsonNode value) {
        return !value.isNull() && !(value.isBoolean() && !value.booleanValue()) && !(value.isContainerNode() && value.isEmpty());
    }
}
