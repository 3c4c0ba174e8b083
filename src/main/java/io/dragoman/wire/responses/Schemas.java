package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import java.util.HashSet;
import java.util.Set;

/** What the provider asks of JSON schemas. */
final class Schemas {
    private static final Set<String> STRICT_KEYWORDS = Set.of("type", "properties", "required", "additionalProperties", "items", "enum", "const",
            "description", "title", "anyOf", "$defs", "$ref", "$schema", "pattern", "format", "multipleOf", "minimum", "maximum", "exclusiveMinimum",
            "exclusiveMaximum", "minItems", "maxItems");

    private Schemas() {}

    /** Parameters must say that they are an object; all else stays as it was declared. */
    static JsonNode objectSchema(JsonNode schema) {
        if (!schema.isObject()) {
            return Tools.NO_PARAMETERS.tree();
        }
        if (schema.path(TYPE).asText("").equals("object") && schema.has("properties")) {
            return schema;
        }
        ObjectNode copy = Json.MAPPER.createObjectNode();
        if (!schema.path(TYPE).asText("").equals("object")) {
            copy.put(TYPE, "object");
        }
        schema.fields().forEachRemaining(field -> {
            if (!field.getKey().equals(TYPE) || field.getValue().asText().equals("object")) {
                copy.set(field.getKey(), field.getValue());
            }
        });
        if (!copy.has("properties")) {
            copy.putObject("properties");
        }
        return copy;
    }

    /** True when strict mode takes the schema: every object is closed and requires all of its properties. */
    static boolean isStrict(JsonNode schema) {
        return schema.path(TYPE).asText("").equals("object") && strictPart(schema);
    }

    private static boolean strictPart(JsonNode schema) {
        if (!schema.isObject()) {
            return false;
        }
        Set<String> keywords = new HashSet<>();
        schema.fieldNames().forEachRemaining(keywords::add);
        if (!STRICT_KEYWORDS.containsAll(keywords)) {
            return false;
        }
        if ((schema.has("properties") || schema.path(TYPE).asText("").equals("object")) && !closed(schema)) {
            return false;
        }
        boolean all = !schema.has("items") || strictPart(schema.get("items"));
        for (JsonNode property : schema.path("properties")) {
            all &= strictPart(property);
        }
        for (JsonNode choice : schema.path("anyOf")) {
            all &= strictPart(choice);
        }
        for (JsonNode definition : schema.path("$defs")) {
            all &= strictPart(definition);
        }
        return all;
    }

    private static boolean closed(JsonNode object) {
        Set<String> required = new HashSet<>();
        object.path("required").forEach(name -> required.add(name.asText()));
        Set<String> properties = new HashSet<>();
        object.path("properties").fieldNames().forEachRemaining(properties::add);
        JsonNode more = object.path("additionalProperties");
        return more.isBoolean() && !more.booleanValue() && required.equals(properties);
    }
}
