package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.wire.EventSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a decoder told, and the same in short words: one line a block, in the order in which blocks began. */
final class Told implements EventSink {
    final List<Event> events = new ArrayList<>();

    @Override
    public void accept(Event event) {
        events.add(event);
    }

    List<Block> blocks() {
        Map<Integer, Block> whole = new TreeMap<>();
        for (Event event : events) {
            if (event instanceof Event.BlockFinished finished) {
                whole.put(finished.block(), finished.whole());
            }
        }
        return List.copyOf(whole.values());
    }

    /** For example: {@code text Hello, call look_up {}, END}. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        blocks().forEach(block -> lines.add(line(block)));
        lines.add(ending());
        return lines;
    }

    String ending() {
        if (events.isEmpty()) {
            return "nothing";
        }
        Event last = events.get(events.size() - 1);
        return last instanceof Event.Finished finished ? finished.reason().kind().toString()
                : last instanceof Event.Failed failed ? "failed " + failed.failure().kind() : "open";
    }

    StopReason.Kind stop() {
        return ((Event.Finished) events.get(events.size() - 1)).reason().kind();
    }

    Event.Finished finished() {
        return (Event.Finished) events.get(events.size() - 1);
    }

    Failure failure() {
        return ((Event.Failed) events.get(events.size() - 1)).failure();
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (Event event : events) {
            if (event instanceof Event.TextDelta delta) {
                text.append(delta.text());
            }
        }
        return text.toString();
    }

    private static String line(Block block) {
        if (block instanceof Text text) {
            StringBuilder line = new StringBuilder("text ").append(text.text());
            for (Citation citation : text.citations()) {
                line.append(" <").append(citation.url().orElse("")).append(citation.range().map(r -> " " + r.from() + "-" + r.to()).orElse(""))
                        .append('>');
            }
            return line.toString();
        }
        if (block instanceof Thinking thinking) {
            return "thinking " + thinking.text();
        }
        if (block instanceof RedactedThinking redacted) {
            return "redacted " + redacted.data();
        }
        if (block instanceof ToolCall call) {
            return (call.form() == ToolCall.Form.TEXT ? "custom " : "call ") + call.name() + " " + call.arguments();
        }
        if (block instanceof ServerToolCall call) {
            return "search " + call.id() + " " + call.input().text();
        }
        if (block instanceof ServerToolResult result) {
            StringBuilder line = new StringBuilder("found ").append(result.callId());
            if (result.content().tree().isObject()) {
                return line.append(' ').append(result.content().tree().path("error_code").asText()).toString();
            }
            result.content().tree().forEach(hit -> line.append(' ').append(hit.path("url").asText()));
            return line.toString();
        }
        return block.getClass().getSimpleName();
    }
}
