package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.INPUT;
import static io.dragoman.wire.responses.Names.TOOLS;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a request of any wire for a Responses provider. It always asks for a stream: some providers serve nothing else. */
final class RequestEncoder {
    private RequestEncoder() {}

    static Encoded encode(Conversation conversation, TargetRules rules) {
        return conversation.cameBy(ResponsesWire.NAME) ? SameWire.encode(conversation, rules) : translate(conversation, rules);
    }

    private static Encoded translate(Conversation conversation, TargetRules rules) {
        Losses losses = new Losses();
        ForeignFields.refuseToolServers(conversation);
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("model", SettingsWriter.string(conversation.model()));
        SystemWriter.instructions(conversation.system(), losses).ifPresent(text -> fields.put("instructions", SettingsWriter.string(text)));
        fields.put(INPUT, JsonText.array(InputWriter.write(conversation, rules, losses).stream().map(Item::json).toList()));
        ToolWriter.Written tools = ToolWriter.write(conversation, rules, losses);
        if (!tools.tools().isEmpty()) {
            fields.put(TOOLS, JsonText.array(tools.tools()));
            conversation.settings().parallelTools().ifPresent(parallel -> fields.put("parallel_tool_calls", Json.text(parallel.toString())));
        }
        tools.choice().ifPresent(choice -> fields.put("tool_choice", choice));
        tools.maxCalls().ifPresent(limit -> fields.put("max_tool_calls", Json.text(Long.toString(limit))));
        fields.putAll(SettingsWriter.write(conversation.settings(), losses));
        List<Json> include = include(conversation, tools.search());
        if (!include.isEmpty()) {
            fields.put("include", JsonText.array(include));
        }
        ForeignFields.metadata(conversation, losses).ifPresent(labels -> fields.put("metadata", labels));
        fields.put("store", Json.text("false"));
        fields.put("stream", Json.text("true"));
        return new Encoded(JsonText.object(fields).toBytes(), true, losses.list());
    }

    /** Reasoning is asked for only where the client asked to think: models that do not reason refuse it. */
    private static List<Json> include(Conversation conversation, boolean search) {
        List<Json> include = new ArrayList<>();
        if (conversation.settings().reasoning().filter(reasoning -> reasoning.mode() != Reasoning.Mode.DISABLED).isPresent()) {
            include.add(SettingsWriter.string("reasoning.encrypted_content"));
        }
        if (search) {
            include.add(SettingsWriter.string("web_search_call.action.sources"));
        }
        return include;
    }
}
