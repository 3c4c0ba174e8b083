package io.dragoman.repair;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Tool;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Which results of server tools the vendor would take back: it asks for the ciphertext of every hit, and for every tool that was found. */
final class ServerResults {
    private final Set<String> declared = new HashSet<>();
    private final boolean toolsAreKnown;

    ServerResults(Conversation conversation) {
        conversation.tools().forEach(tool -> declared.add(tool.name()));
        boolean changedOnTheWay = conversation.turns().stream().filter(SystemTurns::isSystem)
                .anyMatch(turn -> turn.blocks().stream().anyMatch(Opaque.class::isInstance));
        toolsAreKnown = !changedOnTheWay && conversation.tools().stream().noneMatch(ServerResults::bringsTools);
    }

    private static boolean bringsTools(Tool tool) {
        String type = tool instanceof Tool.HostedTool hosted ? hosted.type() : tool instanceof Tool.OpaqueTool opaque ? opaque.type() : "";
        return type.endsWith("toolset") || type.contains("toolset_");
    }

    boolean isSound(ServerToolResult result) {
        if (result.type().equals("web_search_tool_result")) {
            return everyHitHasItsCiphertext(result.content());
        }
        return !result.type().startsWith("tool_search_tool") || everyToolIsDeclared(result.content().tree());
    }

    private boolean everyToolIsDeclared(JsonNode content) {
        if (toolsAreKnown) {
            for (JsonNode reference : content.path("tool_references")) {
                if (!declared.contains(reference.path("tool_name").asText())) {
                    return false;
                }
            }
        }
        return true;
    }

    // Read as a stream: hits are most of a long history, and nobody needs their tree.
    private static boolean everyHitHasItsCiphertext(Json content) {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(content.toBytes())) {
            boolean sound = true;
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                while (sound && parser.nextToken() == JsonToken.START_OBJECT) {
                    sound = hasCiphertext(parser);
                }
            }
            return sound;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasCiphertext(JsonParser parser) throws IOException {
        boolean found = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean field = parser.currentName().equals("encrypted_content");
            JsonToken value = parser.nextToken();
            found |= field && value == JsonToken.VALUE_STRING && !parser.getText().isEmpty();
            parser.skipChildren();
        }
        return found;
    }
}
