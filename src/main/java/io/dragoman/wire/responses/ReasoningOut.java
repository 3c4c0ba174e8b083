package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Thinking;
import java.util.List;
import java.util.Optional;

/** Thinking: a reasoning item. What another provider signed comes back to it out of the item's opaque field. */
final class ReasoningOut extends BlockOut {
    private static final String PREFIX = "rs_";

    private final ReplyItems items;
    private final int index;
    private final String id;
    private final StringBuilder summary = new StringBuilder();

    ReasoningOut(ReplyItems items, Optional<Raw> raw) {
        items.beforeVisible();
        this.items = items;
        index = items.nextIndex();
        id = items.id(PREFIX, index, raw);
        items.added(index, item(Optional.empty()));
    }

    /** An item that only carries. */
    static void sealed(ReplyItems items, String token) {
        int index = items.nextIndex();
        String id = items.id(PREFIX, index, Optional.empty());
        items.added(index, item(id, "", Optional.empty()));
        items.done(index, item(id, "", Optional.of(token)));
    }

    @Override
    void thinking(String delta) {
        if (delta.isEmpty()) {
            return;
        }
        if (summary.length() == 0) {
            items.send("response.reasoning_summary_part.added", json -> at(json).raw("part", part("")));
        }
        summary.append(delta);
        items.send("response.reasoning_summary_text.delta", json -> at(json).text("delta", delta));
    }

    private JsonOut at(JsonOut json) throws java.io.IOException {
        return json.text("item_id", id).number("output_index", index).number("summary_index", 0);
    }

    @Override
    void finish(Block block) {
        if (summary.length() == 0 && block instanceof Thinking thinking) {
            thinking(thinking.text());
        }
        endSummary();
        Optional<Json> own = block.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
        items.done(index, own.map(this::underThisId).orElseGet(() -> item(token(block))));
    }

    @Override
    void giveUp() {
        endSummary();
        items.done(index, item(Optional.empty()));
    }

    private void endSummary() {
        if (summary.length() > 0) {
            items.send("response.reasoning_summary_text.done", json -> at(json).text("text", summary.toString()));
            items.send("response.reasoning_summary_part.done", json -> at(json).raw("part", part(summary.toString())));
        }
    }

    /** Thinking that nobody signed needs no way back. */
    private Optional<String> token(Block block) {
        boolean signed = block instanceof RedactedThinking || block instanceof Thinking thinking && thinking.signature().isPresent();
        return signed || Carrier.isForeign(block) ? Optional.of(items.seal(List.of(block))) : Optional.empty();
    }

    private byte[] underThisId(Json item) {
        if (item.tree().path("id").asText().equals(id)) {
            return item.toBytes();
        }
        ObjectNode copy = item.tree().deepCopy();
        return Json.of(copy.put("id", id)).toBytes();
    }

    private byte[] item(Optional<String> token) {
        return item(id, summary.toString(), token);
    }

    private static byte[] item(String id, String summary, Optional<String> token) {
        return JsonOut.object(json -> {
            json.text("id", id).text("type", "reasoning").list("summary", summary.isEmpty() ? List.of() : List.of(part(summary)));
            if (token.isPresent()) {
                json.text("encrypted_content", token.get());
            }
        });
    }

    private static byte[] part(String text) {
        return JsonOut.object(json -> json.text("type", "summary_text").text("text", text));
    }
}
