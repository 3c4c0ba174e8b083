package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.Loss;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Optional;

/** What a request of this wire says that no other wire has a slot for. */
final class Elsewhere {
    private static final String COMPACTION = "compaction";

    private Elsewhere() {}

    static List<Loss> losses(Conversation conversation) {
        Losses losses = new Losses();
        conversation.origin().filter(o -> o.wire().equals(AnthropicWire.NAME)).ifPresent(origin -> fields(origin, losses));
        conversation.tools().forEach(tool -> tool(tool, losses));
        conversation.turns().forEach(turn -> turn(turn, losses));
        return losses.list();
    }

    private static void fields(Origin origin, Losses losses) {
        RequestEncoder.refuseThread(origin);
        if (origin.field(COMPACTION).isPresent()) {
            throw Failure.invalid("compaction: only Anthropic answers with a compaction block. Ask for a summary in a message instead.",
                    COMPACTION).exception();
        }
        origin.fields().keySet().stream().filter(name -> !Names.MODELLED.contains(name))
                .forEach(name -> losses.dropped(name, "Only Anthropic has this field."));
    }

    /** From 2026 on a search runs inside code unless the request says that the model itself searches. */
    private static void tool(Tool tool, Losses losses) {
        Optional<Json> raw = tool.raw().filter(r -> r.isOf(AnthropicWire.NAME)).map(Raw::json);
        if (raw.isEmpty()) {
            return;
        }
        JsonScan.Value fields = JsonScan.reply(raw.get().toBytes());
        if (fields.given(Names.CACHE_CONTROL).isPresent()) {
            losses.dropped("tools[].cache_control", "Cache marks are Anthropic's.");
        }
        if (tool instanceof Tool.WebSearchTool search && search.type().startsWith("web_search_2026")
                && !Tools.domains(fields, "allowed_callers").equals(List.of("direct"))) {
            losses.coerced("tools[].allowed_callers", "The model searches itself; no code filters what it finds.");
        }
    }

    private static void turn(Turn turn, Losses losses) {
        turn.source().filter(source -> source.raw().isOf(AnthropicWire.NAME)).ifPresent(source -> {
            JsonScan.Value message = JsonScan.reply(source.raw().json().toBytes());
            if (message.given(Names.OUTPUT_CONFIG).isPresent()) {
                losses.dropped("messages[].output_config", "Only Anthropic takes settings between messages.");
            }
        });
    }
}
