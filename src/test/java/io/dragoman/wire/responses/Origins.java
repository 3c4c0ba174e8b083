package io.dragoman.wire.responses;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.JsonScan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Requests that came by another wire, with the top-level fields they had there. */
final class Origins {
    private Origins() {}

    static Conversation of(String json) {
        JsonScan.Value root = JsonScan.object(json.getBytes(StandardCharsets.UTF_8), 200);
        List<Turn> turns = List.of(Requests.user("hej"));
        return new Origin(Requests.OTHER, root.document(), root.rawFields(), List.of(), turns, List.of(), Optional.empty(), Settings.DEFAULT).conversation("m");
    }
}
