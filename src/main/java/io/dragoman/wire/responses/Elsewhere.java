package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.CONTENT;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Value;
import io.dragoman.wire.Loss;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a request of this wire says that no other wire has a slot for. */
final class Elsewhere {
    private static final String ONLY_HERE = "Only the Responses wire has this field.";
    /** Fields that the model holds, and those that say how the request travels, not what it asks. */
    private static final Set<String> IN_MODEL = Set.of("model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls", "reasoning",
            "text", "max_output_tokens", "max_tool_calls", "temperature", "top_p", "safety_identifier", "user", "service_tier", "prompt_cache_key",
            "metadata", "stream", "stream_options", "store", "include", "truncation", "background", "previous_response_id", "conversation", "prompt");
    private static final Set<String> IN_REASONING = Set.of("effort", "summary", "generate_summary");
    private static final Set<String> IN_TOOL = Set.of("type", "name", "description", "parameters", "strict", "defer_loading", "format", "filters",
            "user_location", "external_web_access", "execution", "tools");

    private Elsewhere() {}

    /** @throws DragomanException with status 400 when half of the conversation lies at a provider */
    static List<Loss> losses(Conversation conversation) {
        ServerState.refuseOff(conversation).ifPresent(failure -> {
            throw failure.exception();
        });
        Losses losses = new Losses();
        conversation.origin().filter(origin -> origin.wire().equals(ResponsesWire.NAME)).ifPresent(origin -> {
            origin.fields().forEach((name, value) -> {
                if (!IN_MODEL.contains(name) && isSet(value)) {
                    losses.dropped(name, ONLY_HERE);
                }
            });
            origin.field("reasoning").ifPresent(reasoning -> extra(reasoning, IN_REASONING, "reasoning.", losses));
            conversation.tools().forEach(tool -> tool(tool, losses));
            conversation.turns().forEach(turn -> turn(turn, losses));
        });
        return losses.list();
    }

    private static boolean isSet(Json value) {
        return !Set.of("null", "false", "[]", "{}").contains(value.length() <= 5 ? value.text() : "");
    }

    private static void tool(Tool tool, Losses losses) {
        own(tool.raw()).ifPresent(raw -> extra(raw, IN_TOOL, "tools[].", losses));
    }

    private static void extra(Json object, Set<String> known, String path, Losses losses) {
        JsonScan.reply(object.toBytes()).rawFields().forEach((name, value) -> {
            if (!known.contains(name) && isSet(value)) {
                losses.dropped(path + name, ONLY_HERE);
            }
        });
    }

    private static void turn(Turn turn, Losses losses) {
        own(turn.source().map(Turn.Source::raw)).ifPresent(raw -> {
            Value item = JsonScan.reply(raw.toBytes());
            if (item.given("phase").isPresent()) {
                losses.dropped("input[].phase", ONLY_HERE);
            }
            boolean detailed = item.given(CONTENT).stream().flatMap(content -> content.elements().stream())
                    .anyMatch(part -> part.text("detail").filter(detail -> !detail.equals("auto")).isPresent());
            if (detailed) {
                losses.dropped("input[].content[].detail", "The other wire has no such detail of a picture.");
            }
        });
    }

    private static Optional<Json> own(Optional<Raw> raw) {
        return raw.filter(r -> r.isOf(ResponsesWire.NAME)).map(Raw::json);
    }
}
