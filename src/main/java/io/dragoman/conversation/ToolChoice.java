package io.dragoman.conversation;

import java.util.List;

/**
 * Which tools the model may or must call.
 *
 * @param names {@link Mode#NAMED}: the one tool; with {@link Mode#AUTO} or {@link Mode#REQUIRED} and names: only these are allowed
 */
public record ToolChoice(Mode mode, List<String> names) {
    /** WEB_SEARCH: the hosted search is forced. */
    public enum Mode { AUTO, REQUIRED, NONE, NAMED, WEB_SEARCH }

    public ToolChoice {
        names = List.copyOf(names);
    }

    public static ToolChoice of(Mode mode) {
        return new ToolChoice(mode, List.of());
    }
}
