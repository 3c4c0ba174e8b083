package io.dragoman.wire.chat;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;

/** Reads a request. All system and developer messages stay turns, where they stood. */
final class RequestDecoder {
    private RequestDecoder() {}

    static Conversation decode(byte[] body, DecodeLimits limits) {
        Value request = JsonScan.object(body, limits.nesting());
        Value model = request.required("model");
        if (model.string().isBlank()) {
            throw model.invalid("must name a model");
        }
        Value messages = request.required("messages").require(Kind.ARRAY);
        List<Turn> turns = new MessageReader().read(messages);
        if (turns.isEmpty()) {
            throw messages.invalid("must hold at least one message");
        }
        return new Origin(ChatWire.NAME, Json.slice(body, 0, body.length), request.rawFields(), List.of(), turns, ToolReader.tools(request),
                ToolReader.choice(request), SettingsReader.read(request)).conversation(model.string());
    }
}
