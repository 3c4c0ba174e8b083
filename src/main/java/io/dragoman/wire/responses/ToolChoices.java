package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.NAME;
import static io.dragoman.wire.responses.Names.TYPE;

import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;

/** Reads {@code tool_choice}. Hosted tools have no name; their type stands for it. */
final class ToolChoices {
    private ToolChoices() {}

    static ToolChoice read(Value choice) {
        if (choice.is(Kind.STRING)) {
            return ToolChoice.of(mode(choice));
        }
        String type = choice.require(Kind.OBJECT).required(TYPE).string();
        if (type.equals("allowed_tools")) {
            List<String> names = choice.required(Names.TOOLS).require(Kind.ARRAY).elements().stream().map(ToolChoices::name).toList();
            return new ToolChoice(mode(choice.required("mode")), names);
        }
        if (Tools.isWebSearch(type)) {
            return new ToolChoice(Mode.WEB_SEARCH, List.of(Names.WEB_SEARCH));
        }
        if (type.equals(Names.FUNCTION) || type.equals(Names.CUSTOM)) {
            return new ToolChoice(Mode.NAMED, List.of(choice.required(NAME).string()));
        }
        return new ToolChoice(Mode.NAMED, List.of(type));
    }

    private static Mode mode(Value word) {
        return switch (word.string()) {
            case "auto" -> Mode.AUTO;
            case "required" -> Mode.REQUIRED;
            case "none" -> Mode.NONE;
            default -> throw word.invalid("must be none, auto or required");
        };
    }

    private static String name(Value tool) {
        String type = tool.required(TYPE).string();
        return type.equals(Names.FUNCTION) || type.equals(Names.CUSTOM) ? tool.required(NAME).string()
                : Tools.isWebSearch(type) ? Names.WEB_SEARCH : type;
    }
}
