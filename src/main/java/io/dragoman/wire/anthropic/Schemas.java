package io.dragoman.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Makes the object schema that Anthropic demands at the root of a tool's input. A schema that is one stays byte for byte. */
final class Schemas {
    private static final List<String> UNIONS = List.of("allOf", "anyOf", "oneOf");
    private static final String PROPERTIES = "properties";
    private static final String REQUIRED = "required";

    private Schemas() {}

    static Json objectSchema(Json schema) {
        JsonNode tree = schema.tree();
        if (isObjectSchema(tree)) {
            return schema;
        }
        ObjectNode made = Json.MAPPER.createObjectNode().put(Names.TYPE, "object");
        ObjectNode properties = Json.MAPPER.createObjectNode();
        Set<String> required = new LinkedHashSet<>();
        gather(tree, properties, required, true);
        made.set(PROPERTIES, properties);
        if (!required.isEmpty()) {
            ArrayNode names = made.putArray(REQUIRED);
            required.forEach(names::add);
        }
        tree.properties().forEach(field -> {
            if (!UNIONS.contains(field.getKey()) && !made.has(field.getKey())) {
                made.set(field.getKey(), field.getValue());
            }
        });
        return Json.of(made);
    }

    static boolean isObjectSchema(JsonNode tree) {
        return tree.isObject() && "object".equals(tree.path(Names.TYPE).textValue()) && UNIONS.stream().noneMatch(tree::has);
    }

    /** Properties of all branches; what is required only of those that always hold. */
    private static void gather(JsonNode tree, ObjectNode properties, Set<String> required, boolean always) {
        tree.path(PROPERTIES).properties().forEach(field -> {
            if (!properties.has(field.getKey())) {
                properties.set(field.getKey(), field.getValue());
            }
        });
        if (always) {
            tree.path(REQUIRED).forEach(name -> required.add(name.asText()));
        }
        for (String union : UNIONS) {
            tree.path(union).forEach(branch -> gather(branch, properties, required, always && union.equals("allOf")));
        }
    }
}
