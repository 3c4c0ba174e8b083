package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A text: one part of a message. A text that stays empty is none. */
final class TextOut extends BlockOut {
    private final ReplyItems items;
    private final Carrier carrier;
    private final boolean refusal;
    private final StringBuilder text = new StringBuilder();
    private Optional<MessageOut> message = Optional.empty();
    private int content;

    TextOut(ReplyItems items, Text shell, Carrier carrier) {
        this.items = items;
        this.carrier = carrier;
        refusal = shell.raw().filter(TextOut::isRefusal).isPresent();
    }

    private static boolean isRefusal(Raw raw) {
        return raw.isOf(ResponsesWire.NAME) && raw.json().tree().path("type").asText().equals(Names.REFUSAL);
    }

    @Override
    void text(String delta) {
        if (delta.isEmpty()) {
            return;
        }
        text.append(delta);
        MessageOut target = open();
        items.send(refusal ? "response.refusal.delta" : "response.output_text.delta", json -> {
            at(json, target).text("delta", delta);
            if (!refusal) {
                json.list("logprobs", List.of());
            }
        });
    }

    private MessageOut open() {
        if (message.isEmpty()) {
            MessageOut target = items.message();
            content = target.add(part("", List.of()));
            message = Optional.of(target);
            if (refusal) {
                items.refused();
            }
        }
        return message.get();
    }

    private JsonOut at(JsonOut json, MessageOut target) throws java.io.IOException {
        return json.text("item_id", target.id()).number("output_index", target.index()).number("content_index", content);
    }

    @Override
    void finish(Block block) {
        Text whole = (Text) block;
        if (text.length() == 0) {
            text(whole.text());
        }
        close(whole);
        carrier.cited(whole);
    }

    @Override
    void giveUp() {
        close(Text.of(text.toString()));
    }

    private void close(Text whole) {
        if (message.isEmpty()) {
            return;
        }
        MessageOut target = message.get();
        Optional<Json> own = whole.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json).filter(this::isThisText);
        List<byte[]> annotations = own.map(TextOut::annotations).orElseGet(() -> annotations(whole.citations()));
        for (int i = 0; i < annotations.size(); i++) {
            int number = i;
            items.send("response.output_text.annotation.added", json -> at(json, target).number("annotation_index", number)
                    .raw("annotation", annotations.get(number)));
        }
        items.send(refusal ? "response.refusal.done" : "response.output_text.done", json -> {
            at(json, target).text(refusal ? "refusal" : "text", text.toString());
            if (!refusal) {
                json.list("logprobs", List.of());
            }
        });
        target.whole(content, own.map(Json::toBytes).orElseGet(() -> part(text.toString(), annotations)));
    }

    private boolean isThisText(Json part) {
        return part.tree().path(refusal ? "refusal" : "text").asText("").contentEquals(text);
    }

    private static List<byte[]> annotations(Json part) {
        List<byte[]> found = new ArrayList<>();
        for (JsonNode annotation : part.tree().path("annotations")) {
            found.add(Json.of(annotation).toBytes());
        }
        return found;
    }

    /** A citation without a range stands for the whole text. Sources without an address have no slot here. */
    private List<byte[]> annotations(List<Citation> citations) {
        List<byte[]> found = new ArrayList<>();
        int length = citations.isEmpty() ? 0 : text.codePointCount(0, text.length());
        for (Citation citation : citations) {
            if (citation.url().isPresent()) {
                Citation.Range range = citation.range().filter(r -> r.to() <= length).orElse(new Citation.Range(0, length));
                found.add(JsonOut.object(json -> json.text("type", Names.URL_CITATION).number("start_index", range.from())
                        .number("end_index", range.to()).text("url", citation.url().get()).text("title", citation.title())));
            }
        }
        return found;
    }

    private byte[] part(String value, List<byte[]> annotations) {
        if (refusal) {
            return JsonOut.object(json -> json.text("type", Names.REFUSAL).text("refusal", value));
        }
        return JsonOut.object(json -> json.text("type", Names.OUTPUT_TEXT).text("text", value).list("annotations", annotations)
                .list("logprobs", List.of()));
    }
}
