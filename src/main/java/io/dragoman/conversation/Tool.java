package io.dragoman.conversation;

import java.util.List;
import java.util.Optional;

/** A tool that the request declares. */
public sealed interface Tool {
    /** The name that calls use; for hosted tools without a name of their own, their type. */
    String name();

    Optional<Raw> raw();

    <R> R accept(Cases<R> cases);

    /** One method a kind. */
    interface Cases<R> {
        R function(FunctionTool tool);

        R custom(CustomTool tool);

        R webSearch(WebSearchTool tool);

        R hosted(HostedTool tool);

        R opaque(OpaqueTool tool);
    }

    /**
     * A tool of the client with a JSON schema.
     *
     * @param schema   the parameters as they were declared; an object schema is not guaranteed
     * @param strict   as declared, empty when not said
     * @param deferred to be loaded when a tool search finds it
     */
    record FunctionTool(String name, Optional<String> namespace, String description, Json schema, Optional<Boolean> strict,
            boolean deferred, Optional<Raw> raw) implements Tool {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.function(this);
        }
    }

    /** A tool of the client that takes free text. @param format grammar or text, as declared */
    record CustomTool(String name, Optional<String> namespace, String description, Optional<Json> format, Optional<Raw> raw)
            implements Tool {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.custom(this);
        }
    }

    /**
     * Web search that the provider runs.
     *
     * @param type         as declared, such as {@code web_search_20250305} or {@code web_search}
     * @param maxUses      searches allowed, empty: no limit
     * @param userLocation approximate location object, as declared
     * @param live         false when the client wants no search outside the provider's cache
     */
    record WebSearchTool(String name, String type, Optional<Long> maxUses, List<String> allowedDomains, List<String> blockedDomains,
            Optional<Json> userLocation, boolean live, Optional<Raw> raw) implements Tool {
        public WebSearchTool {
            allowedDomains = List.copyOf(allowedDomains);
            blockedDomains = List.copyOf(blockedDomains);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.webSearch(this);
        }
    }

    /** Any other tool that the provider itself runs: it never becomes a function. */
    record HostedTool(String name, String type, Optional<Raw> raw) implements Tool {
        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.hosted(this);
        }
    }

    /** A declaration that the model does not know, also a client tool that the vendor defines (bash, editor, computer). */
    record OpaqueTool(String name, String type, Raw json) implements Tool {
        @Override
        public Optional<Raw> raw() {
            return Optional.of(json);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.opaque(this);
        }
    }
}
