package io.dragoman.wire.chat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dragoman.conversation.Json;
import java.io.IOException;

/** The text in which arguments of a call travel on this wire. */
final class ToolArguments {
    static final String NONE = "{}";
    /** A tool that takes free text is shown to a provider as a function with this one string. */
    static final String FREE_TEXT = "input";

    private ToolArguments() {}

    /** True for the text of exactly one JSON object. */
    static boolean isObject(String text) {
        if (!text.stripTrailing().endsWith("}")) {
            return false;
        }
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Arguments that stand for free text. */
    static String ofFreeText(String text) {
        return Json.of(JsonNodeFactory.instance.objectNode().put(FREE_TEXT, text)).text();
    }

    /** The free text that these arguments stand for; whatever else the model wrote is taken as it is. */
    static String freeText(String arguments) {
        try {
            JsonNode tree = Json.MAPPER.readTree(arguments);
            if (tree.isObject() && tree.size() == 1 && tree.elements().next().isTextual()) {
                return tree.elements().next().textValue();
            }
            return tree.path(FREE_TEXT).isTextual() ? tree.path(FREE_TEXT).textValue() : arguments;
        } catch (IOException e) {
            return arguments;
        }
    }
}
