package io.dragoman.wire.responses;

import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import java.util.Optional;

/** Tools and calls by namespace and name: two groups may hold a tool of one name. */
final class ToolNames {
    private ToolNames() {}

    static String key(Tool tool) {
        return tool.accept(new Tool.Cases<String>() {
            @Override
            public String function(Tool.FunctionTool function) {
                return key(function.namespace(), function.name());
            }

            @Override
            public String custom(Tool.CustomTool custom) {
                return key(custom.namespace(), custom.name());
            }

            @Override
            public String webSearch(Tool.WebSearchTool search) {
                return "hosted " + search.type();
            }

            @Override
            public String hosted(Tool.HostedTool hosted) {
                return "hosted " + hosted.raw().map(raw -> raw.json().text()).orElse(hosted.type());
            }

            @Override
            public String opaque(Tool.OpaqueTool opaque) {
                return "opaque " + opaque.type() + " " + opaque.name();
            }
        });
    }

    static String key(Optional<String> namespace, String name) {
        return "client " + namespace.orElse("") + "\n" + name;
    }

    static String key(ToolCall call) {
        return key(call.namespace(), call.name());
    }
}
