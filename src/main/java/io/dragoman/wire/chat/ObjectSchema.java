package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The schema of a function's parameters: an object at its root, without alternatives there. */
final class ObjectSchema {
    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf", "allOf");

    private ObjectSchema() {}

    /** The very same schema when it is one already, else one that accepts at least as much. */
    static JsonNode of(JsonNode schema) {
        boolean alternatives = ALTERNATIVES.stream().anyMatch(schema::has);
        if (schema.isObject() && schema.path("type").asText("").equals("object") && !alternatives) {
            return schema;
        }
        ObjectNode made = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        Set<String> required = new LinkedHashSet<>();
        gather(schema, true, properties, required);
        schema.fields().forEachRemaining(field -> {
            if (!field.getKey().equals("type") && !ALTERNATIVES.contains(field.getKey())) {
                made.set(field.getKey(), field.getValue());
            }
        });
        made.set("properties", properties);
        if (!required.isEmpty()) {
            made.remove("required");
            required.forEach(made.putArray("required")::add);
        }
        return made;
    }

    /** @param always false inside an alternative, whose properties may all be missing */
    private static void gather(JsonNode schema, boolean always, ObjectNode properties, Set<String> required) {
        schema.path("properties").fields().forEachRemaining(property -> {
            if (!properties.has(property.getKey())) {
                properties.set(property.getKey(), property.getValue());
            }
        });
        if (always) {
            schema.path("required").forEach(name -> required.add(name.asText()));
        }
        for (String alternatives : ALTERNATIVES) {
            schema.path(alternatives).forEach(one -> gather(one, always && alternatives.equals("allOf"), properties, required));
        }
    }

    /** True when a host that holds an answer to a schema strictly takes it: objects are closed and require all they have. */
    static boolean isStrict(JsonNode schema) {
        boolean fits = true;
        if (schema.path("type").asText("").equals("object")) {
            Set<String> required = new LinkedHashSet<>();
            schema.path("required").forEach(name -> required.add(name.asText()));
            Set<String> names = new LinkedHashSet<>();
            schema.path("properties").fieldNames().forEachRemaining(names::add);
            JsonNode more = schema.path("additionalProperties");
            fits = required.equals(names) && more.isBoolean() && !more.booleanValue();
        }
        for (JsonNode inner : schema) {
            fits &= !inner.isContainerNode() || isStrict(inner);
        }
        return fits;
    }
}
