package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.ANNOTATIONS;
import static io.dragoman.wire.responses.Names.CONTENT;
import static io.dragoman.wire.responses.Names.ID;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Takes out of an item what the gateway itself put there for its clients. Fields and annotations of ours begin with {@link #PREFIX}; a
 * provider would refuse them. All else stays, known or not.
 */
final class GatewayMarks {
    static final String PREFIX = "anthropic_";
    private static final String FOREIGN_ID = "srvtoolu_";

    private GatewayMarks() {}

    /** True for ids of server tools that only Anthropic makes. */
    static boolean isForeign(String id) {
        return id.startsWith(FOREIGN_ID);
    }

    /** @return the very same value when nothing of ours is in it */
    static Json withoutIn(Json json) {
        String text = json.text();
        if (!text.contains(PREFIX) && !text.contains(FOREIGN_ID)) {
            return json;
        }
        if (!json.tree().isObject()) {
            return json;
        }
        ObjectNode copy = json.tree().deepCopy();
        boolean changed = clean(copy);
        for (JsonNode part : copy.path(CONTENT)) {
            changed |= part instanceof ObjectNode object && clean(object);
        }
        return changed ? Json.of(copy) : json;
    }

    private static boolean clean(ObjectNode object) {
        boolean changed = removeFields(object);
        if (object.path(TYPE).asText("").equals(Names.WEB_SEARCH_CALL) && isForeign(object.path(ID).asText(""))) {
            object.put(ID, Ids.search(object.path(ID).textValue()));
            changed = true;
        }
        Iterator<JsonNode> annotations = object.path(ANNOTATIONS).elements();
        while (annotations.hasNext()) {
            JsonNode annotation = annotations.next();
            if (annotation.path(TYPE).asText("").startsWith(PREFIX)) {
                annotations.remove();
                changed = true;
            } else if (annotation instanceof ObjectNode fields) {
                changed |= removeFields(fields);
            }
        }
        return changed;
    }

    private static boolean removeFields(ObjectNode object) {
        List<String> ours = new ArrayList<>();
        object.fieldNames().forEachRemaining(ours::add);
        ours.removeIf(name -> !name.startsWith(PREFIX));
        object.remove(ours);
        return !ours.isEmpty();
    }
}
