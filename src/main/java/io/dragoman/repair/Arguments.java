package io.dragoman.repair;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.ToolCall;
import java.io.IOException;
import java.util.Optional;

/**
 * Arguments of a call that are no JSON object, as when an answer was cut inside them. Anthropic takes nothing else, and other hosts
 * parse them too. What can be read is kept under {@code value}, what cannot as text under {@code input}.
 */
final class Arguments {
    private Arguments() {}

    static Conversation settle(Conversation conversation, Demands demands, Changes changes) {
        if (demands.sameWire() && !demands.anthropic()) {
            return conversation;
        }
        return Walk.blocks(conversation, (block, turn, number) -> {
            if (!(block instanceof ToolCall call) || call.form() != ToolCall.Form.JSON || isSound(call, demands)) {
                return Optional.of(block);
            }
            changes.add("arguments-wrapped", turn, number);
            return Optional.of(new ToolCall(call.id(), call.name(), call.namespace(), object(call.arguments()), call.form(), Optional.empty()));
        });
    }

    /** What Anthropic's own wire carried as an object was parsed once already. */
    private static boolean isSound(ToolCall call, Demands demands) {
        boolean object = call.arguments().stripLeading().startsWith("{");
        return object && (demands.anthropic() && call.raw().filter(raw -> raw.isOf(demands.name())).isPresent() || isObject(call.arguments()));
    }

    private static boolean isObject(String json) {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
            return parser.nextToken() == JsonToken.START_OBJECT && parser.skipChildren() != null && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    private static String object(String arguments) {
        if (arguments.isBlank()) {
            return "{}";
        }
        try {
            JsonNode tree = Json.MAPPER.readTree(arguments);
            if (tree.isTextual() && isObject(tree.textValue())) {
                return tree.textValue();
            }
            return tree.isNull() ? "{}" : Json.of(Json.MAPPER.createObjectNode().set("value", tree)).text();
        } catch (IOException e) {
            return Json.of(Json.MAPPER.createObjectNode().put("input", arguments)).text();
        }
    }
}
