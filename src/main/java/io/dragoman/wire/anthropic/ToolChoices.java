package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Optional;

/** The {@code tool_choice} field, which on this wire also says whether calls may run side by side. */
final class ToolChoices {
    static final String DISABLE_PARALLEL = "disable_parallel_tool_use";
    private static final String AUTO = "auto";
    private static final String TOOL = "tool";

    private ToolChoices() {}

    /** Empty for a choice of a kind that the model does not know: its own wire sends it on as it came. */
    static Optional<ToolChoice> read(JsonScan.Value choice, List<Tool> tools) {
        String type = choice.require(Kind.OBJECT).required(Names.TYPE).string();
        return switch (type) {
            case AUTO -> Optional.of(ToolChoice.of(ToolChoice.Mode.AUTO));
            case "any" -> Optional.of(ToolChoice.of(ToolChoice.Mode.REQUIRED));
            case "none" -> Optional.of(ToolChoice.of(ToolChoice.Mode.NONE));
            case TOOL -> Optional.of(named(choice.required(Names.NAME).string(), tools));
            default -> Optional.empty();
        };
    }

    private static ToolChoice named(String name, List<Tool> tools) {
        boolean search = tools.stream().anyMatch(tool -> tool instanceof Tool.WebSearchTool && tool.name().equals(name));
        return search ? ToolChoice.of(ToolChoice.Mode.WEB_SEARCH) : new ToolChoice(ToolChoice.Mode.NAMED, List.of(name));
    }

    /** True when the model must call a tool. */
    static boolean isForced(Optional<ToolChoice> choice) {
        return choice.filter(c -> switch (c.mode()) {
            case REQUIRED, NAMED, WEB_SEARCH -> true;
            case AUTO, NONE -> false;
        }).isPresent();
    }

    /**
     * The field for a provider; empty when there is nothing to say.
     *
     * @param forcing what becomes of a choice that forces a call
     */
    static Optional<Fields> write(Optional<ToolChoice> choice, Optional<Boolean> parallel, Forcing forcing, Losses losses) {
        boolean serial = parallel.filter(allowed -> !allowed).isPresent();
        if (choice.isEmpty() && !serial) {
            return Optional.empty();
        }
        Fields fields = choice.map(c -> fields(c, forcing, losses)).orElseGet(() -> Fields.typed(AUTO));
        boolean none = choice.filter(c -> c.mode() == ToolChoice.Mode.NONE).isPresent();
        if (serial && !none) {
            fields.put(DISABLE_PARALLEL, true);
        }
        return Optional.of(fields);
    }

    /** @param calls the model can be made to call a tool; @param search it can be made to search */
    record Forcing(boolean calls, boolean search) {}

    private static Fields fields(ToolChoice choice, Forcing forcing, Losses losses) {
        if (!forcing.calls() && isForced(Optional.of(choice))) {
            losses.coerced(Names.TOOL_CHOICE, "This model cannot be made to call a tool.");
            return Fields.typed(AUTO);
        }
        return switch (choice.mode()) {
            case AUTO -> Fields.typed(AUTO);
            case NONE -> Fields.typed("none");
            case REQUIRED -> Fields.typed("any");
            case NAMED -> Fields.typed(TOOL).put(Names.NAME, choice.names().get(0));
            case WEB_SEARCH -> search(forcing, losses);
        };
    }

    private static Fields search(Forcing forcing, Losses losses) {
        if (forcing.search()) {
            return Fields.typed(TOOL).put(Names.NAME, Tools.WEB_SEARCH);
        }
        losses.coerced(Names.TOOL_CHOICE, "This provider cannot be made to search.");
        return Fields.typed(AUTO);
    }
}
