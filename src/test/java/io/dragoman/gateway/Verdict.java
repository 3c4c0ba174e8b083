package io.dragoman.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.wire.Wire;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a client makes of a reply. */
enum Verdict {
    WHOLE, FAILED,
    /** Neither whole nor failed, or both. */
    UNCLEAR;

    static Verdict of(Wire client, boolean stream, InMemoryLane.Seen seen) {
        if (seen.out().isEmpty() || !stream) {
            return seen.failure().isPresent() == seen.out().isEmpty() ? seen.failure().isPresent() ? FAILED : WHOLE : UNCLEAR;
        }
        List<String> frames = frames(seen.out()).toList();
        String last = frames.get(frames.size() - 1);
        boolean failed = client == Wires.ANTHROPIC ? last.startsWith("{\"type\":\"error\"")
                : client == Wires.RESPONSES ? last.contains("\"type\":\"response.failed\"") : last.contains("\"error\":");
        boolean whole = client == Wires.ANTHROPIC ? last.contains("\"type\":\"message_stop\"")
                : client == Wires.RESPONSES ? last.contains("\"type\":\"response.completed\"") : last.equals("[DONE]");
        boolean claims = frames.subList(0, frames.size() - 1).stream().anyMatch(frame -> frame.contains("\"message_stop\"")
                || frame.contains("\"type\":\"response.completed\"") || frame.contains("\"response.incomplete\"") || frame.equals("[DONE]")
                || frame.startsWith("{\"error\""));
        if (!seen.ended() || claims || failed == whole || failed != seen.failure().isPresent()) {
            return UNCLEAR;
        }
        return failed ? FAILED : WHOLE;
    }

    /** Calls of client tools that are complete in these bytes of a stream, so that a client runs them. */
    static int callsToRun(Wire wire, String stream) {
        if (wire == Wires.CHAT) {
            return frames(stream).anyMatch(frame -> frame.contains("\"finish_reason\":\"tool_calls\"")) ? 1 : 0;
        }
        Set<Integer> open = new HashSet<>();
        return (int) frames(stream).filter(frame -> frame.contains("tool_use\"") || frame.contains("content_block_stop")
                || frame.contains("_call\"")).map(Verdict::tree).filter(event -> switch (event.path("type").asText()) {
                    case "content_block_start" -> event.path("content_block").path("type").asText().equals("tool_use")
                            && open.add(event.path("index").asInt()) && false;
                    case "content_block_stop" -> open.contains(event.path("index").asInt());
                    case "response.output_item.done" -> Set.of("function_call", "custom_tool_call").contains(event.path("item").path("type").asText());
                    default -> false;
                }).count();
    }

    private static Stream<String> frames(String stream) {
        return stream.lines().filter(line -> line.startsWith("data: ")).map(line -> line.substring(6));
    }

    private static JsonNode tree(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            return Json.MAPPER.missingNode();
        }
    }
}
