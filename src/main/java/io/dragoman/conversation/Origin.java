package io.dragoman.conversation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request as it was read: its wire, all its top-level fields in their order, and the parts that were made of them.
 *
 * @param document the whole request, so that it can go out byte for byte but for the parts that changed
 * @param fields   raw value of every top-level field, known or not; parts of the document
 */
public record Origin(WireName wire, Json document, Map<String, Json> fields, List<Block> system, List<Turn> turns,
        List<Tool> tools, Optional<ToolChoice> toolChoice, Settings settings) {
    public Origin {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        system = List.copyOf(system);
        turns = List.copyOf(turns);
        tools = List.copyOf(tools);
    }

    /** The conversation that these parts make, untouched. */
    public Conversation conversation(String model) {
        return new Conversation(model, system, turns, tools, toolChoice, settings, Optional.of(this));
    }

    public Optional<Json> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }
}
