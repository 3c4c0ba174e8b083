package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;

/**
 * A request, whatever wire it came by.
 *
 * @param model  as the client named it; per target the upstream's name
 * @param system the system prompt that stands outside the turns; a system message among the turns stays a turn
 * @param turns  in order, one for each message or item
 * @param origin what was read, so that untouched parts can be sent on as they came; empty for a request made here
 */
public record Conversation(String model, List<Block> system, List<Turn> turns, List<Tool> tools, Optional<ToolChoice> toolChoice,
        Settings settings, Optional<Origin> origin) {
    public Conversation {
        system = List.copyOf(system);
        turns = List.copyOf(turns);
        tools = List.copyOf(tools);
    }

    public Conversation withModel(String other) {
        return new Conversation(other, system, turns, tools, toolChoice, settings, origin);
    }

    public Conversation withSystem(List<Block> others) {
        return new Conversation(model, others, turns, tools, toolChoice, settings, origin);
    }

    public Conversation withTurns(List<Turn> others) {
        return new Conversation(model, system, others, tools, toolChoice, settings, origin);
    }

    public Conversation withTools(List<Tool> others, Optional<ToolChoice> choice) {
        return new Conversation(model, system, turns, others, choice, settings, origin);
    }

    public Conversation withSettings(Settings others) {
        return new Conversation(model, system, turns, tools, toolChoice, others, origin);
    }

    /** True when this is the client's own wire: raw JSON of untouched parts may go out as it came in. */
    public boolean cameBy(WireName wire) {
        return origin.filter(o -> o.wire().equals(wire)).isPresent();
    }

    public boolean systemUntouched() {
        return origin.filter(o -> Same.elements(o.system(), system)).isPresent();
    }

    public boolean turnsUntouched() {
        return origin.filter(o -> Same.elements(o.turns(), turns)).isPresent()
                || origin.filter(o -> o.turns().size() == turns.size() && allUntouched(o)).isPresent();
    }

    public boolean toolsUntouched() {
        return origin.filter(o -> Same.elements(o.tools(), tools) && o.toolChoice().equals(toolChoice)).isPresent();
    }

    public boolean settingsUntouched() {
        return origin.filter(o -> o.settings().equals(settings)).isPresent();
    }

    private boolean allUntouched(Origin o) {
        for (int i = 0; i < turns.size(); i++) {
            Turn was = o.turns().get(i);
            Turn is = turns.get(i);
            if (was != is && (was.role() != is.role() || !was.source().equals(is.source()) || !Same.elements(was.blocks(), is.blocks()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "Conversation[" + model + ", " + turns.size() + " turns, " + tools.size() + " tools]";
    }
}
