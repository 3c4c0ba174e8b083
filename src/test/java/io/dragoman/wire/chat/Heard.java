package io.dragoman.wire.chat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a decoder told about one reply. */
final class Heard {
    final List<Event> events = new ArrayList<>();
    final ReplyDecoder decoder = new ChatWire().replyDecoder(ReplyQuery.NONE, events::add);

    /** Each argument is the data of one frame; then the bytes end. */
    static Heard stream(String... data) {
        Heard heard = new Heard().feed(data);
        heard.decoder.end();
        return heard;
    }

    static Heard whole(String body) {
        Heard heard = new Heard();
        heard.decoder.whole(body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return heard;
    }

    Heard feed(String... data) {
        for (String one : data) {
            decoder.frame(new SseFrame.Event("", one));
        }
        return this;
    }

    /** A chunk with this delta and finish reason; JSON text, or null for none. */
    static String chunk(String delta, String finish) {
        return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"finish_reason\":" + (finish == null ? "null" : "\"" + finish + "\"") + "}]}";
    }

    static String say(String text) {
        return chunk("{\"content\":" + JsonText.string(text).text() + "}", null);
    }

    static String call(String entry) {
        return chunk("{\"tool_calls\":[" + entry + "]}", null);
    }

    List<Block> blocks() {
        return events.stream().filter(Event.BlockFinished.class::isInstance).map(event -> ((Event.BlockFinished) event).whole()).toList();
    }

    /** Kinds and contents in one line: {@code think(a) text(b) call(name,{"q":1})}. */
    String told() {
        return blocks().stream().map(Heard::told).collect(Collectors.joining(" "));
    }

    private static String told(Block block) {
        if (block instanceof Text text) {
            return "text(" + text.text() + ")";
        }
        if (block instanceof Thinking thinking) {
            return "think(" + thinking.text() + ")";
        }
        ToolCall call = (ToolCall) block;
        return "call(" + call.name() + "," + call.arguments() + ")";
    }

    List<ToolCall> calls() {
        return blocks().stream().filter(ToolCall.class::isInstance).map(ToolCall.class::cast).toList();
    }

    Event.Finished finished() {
        return (Event.Finished) events.get(events.size() - 1);
    }

    Optional<Failure> failure() {
        return events.isEmpty() || !(events.get(events.size() - 1) instanceof Event.Failed failed) ? Optional.empty()
                : Optional.of(failed.failure());
    }

    static Json json(String text) {
        return Json.text(text);
    }
}
