package io.dragoman.wire.chat;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Losses;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a request that came by another wire, or was made here. */
final class RequestEncoder {
    private RequestEncoder() {}

    static Encoded encode(Conversation conversation, TargetRules rules) {
        Losses losses = new Losses();
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("model", JsonText.string(conversation.model()));
        fields.put("messages", JsonText.array(new MessageWriter(rules, losses).system(conversation.system()).write(conversation.turns())));
        fields.putAll(ToolWriter.write(conversation, rules, losses));
        fields.putAll(SettingsWriter.write(conversation.settings(), losses));
        return new Encoded(JsonText.object(fields).toBytes(), conversation.settings().stream(), losses.list());
    }
}
