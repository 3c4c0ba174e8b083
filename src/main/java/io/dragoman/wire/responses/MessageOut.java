package io.dragoman.wire.responses;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One message of the reply and its parts. It is done when no more parts can come and all are whole. */
final class MessageOut {
    private static final byte[] NOT_YET = {};

    private final ReplyItems items;
    private final int index;
    private final String id;
    private final List<byte[]> parts = new ArrayList<>();
    private int openParts;
    private String status = "";

    MessageOut(ReplyItems items, int index) {
        this.items = items;
        this.index = index;
        id = items.id("msg_", index, Optional.empty());
        items.added(index, item("in_progress"));
    }

    int index() {
        return index;
    }

    String id() {
        return id;
    }

    /** Adds a part. @return its content index */
    int add(byte[] empty) {
        int content = parts.size();
        parts.add(NOT_YET);
        openParts++;
        items.send("response.content_part.added", json -> json.text("item_id", id).number("output_index", index)
                .number("content_index", content).raw("part", empty));
        return content;
    }

    void whole(int content, byte[] part) {
        items.send("response.content_part.done", json -> json.text("item_id", id).number("output_index", index)
                .number("content_index", content).raw("part", part));
        parts.set(content, part);
        openParts--;
        close();
    }

    void seal() {
        seal("completed");
    }

    /** No more parts. @param finalStatus what the finished item says */
    void seal(String finalStatus) {
        status = finalStatus;
        close();
    }

    private void close() {
        if (!status.isEmpty() && openParts == 0) {
            items.done(index, item(status));
        }
    }

    private byte[] item(String said) {
        return JsonOut.object(json -> json.text("id", id).text("type", "message").text("status", said).text("role", "assistant")
                .list("content", parts));
    }
}
