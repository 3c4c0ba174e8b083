package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes a hosted web search that was declared on another wire. What the search of this wire cannot honour is refused by name: a
 * filter or a limit that is silently left out would search where the client said no.
 */
final class SearchWriter {
    private static final Pattern DATED = Pattern.compile("web_search_\\d{8}");
    private static final String PLAIN = "web_search_20250305";
    /** These call the search from code unless the client says {@code direct}. */
    private static final Set<String> FROM_CODE = Set.of("web_search_20260209", "web_search_20260318");
    private static final int MOST_DOMAINS = 100;

    private SearchWriter() {}

    /** @throws DragomanException with status 400 that names the field */
    static ObjectNode write(Tool.WebSearchTool tool, Losses losses) {
        JsonNode declared = declared(tool);
        checkVersion(tool, declared);
        checkFields(declared);
        limit(tool);
        ObjectNode search = Json.MAPPER.createObjectNode().put(TYPE, Names.WEB_SEARCH);
        domains(tool, search);
        location(tool, declared, search);
        if (declared.path("search_context_size").isTextual()) {
            search.set("search_context_size", declared.get("search_context_size"));
        }
        if (!tool.live()) {
            search.put("external_web_access", false);
        }
        if (declared.path("strict").isBoolean()) {
            losses.dropped("tools[].strict", "A hosted search of the Responses wire has no strict mode.");
        }
        return search;
    }

    /** Searches allowed. @throws DragomanException with status 400 when it is no positive whole number */
    static OptionalLong limit(Tool.WebSearchTool tool) {
        JsonNode declared = declared(tool).path("max_uses");
        boolean wrong = !declared.isMissingNode() && !declared.isNull() && (!declared.isIntegralNumber() || declared.decimalValue().signum() <= 0);
        if (wrong || tool.maxUses().filter(uses -> uses <= 0).isPresent()) {
            throw refuse("max_uses", "max_uses of web search must be a positive whole number");
        }
        return tool.maxUses().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private static JsonNode declared(Tool.WebSearchTool tool) {
        return tool.raw().map(raw -> raw.json().tree()).orElseGet(Json.MAPPER::createObjectNode);
    }

    private static void checkVersion(Tool.WebSearchTool tool, JsonNode declared) {
        JsonNode callers = declared.path("allowed_callers");
        boolean direct = callers.isArray() && callers.size() == 1 && callers.get(0).asText().equals("direct");
        if (FROM_CODE.contains(tool.type()) && !direct) {
            throw refuse("allowed_callers", tool.type() + " is served by this model's provider only with allowed_callers [\"direct\"]");
        }
        if (!callers.isMissingNode() && !callers.isNull() && !direct) {
            throw refuse("allowed_callers", "allowed_callers of web search may only be [\"direct\"] with this model's provider");
        }
        if (DATED.matcher(tool.type()).matches() && !FROM_CODE.contains(tool.type()) && !tool.type().equals(PLAIN)) {
            throw refuse("type", "Web search of version " + tool.type() + " is not known");
        }
    }

    private static void checkFields(JsonNode declared) {
        for (String field : List.of("response_inclusion", "defer_loading")) {
            JsonNode value = declared.path(field);
            if (!value.isMissingNode() && !value.isNull() && !(value.isBoolean() && !value.booleanValue())) {
                throw refuse(field, field + " of web search is not supported by this model's provider");
            }
        }
    }

    private static void domains(Tool.WebSearchTool tool, ObjectNode search) {
        if (!tool.blockedDomains().isEmpty()) {
            throw refuse("blocked_domains", tool.allowedDomains().isEmpty()
                    ? "blocked_domains of web search is not supported by this model's provider"
                    : "allowed_domains and blocked_domains of web search exclude one another");
        }
        if (tool.allowedDomains().size() > MOST_DOMAINS) {
            throw refuse("allowed_domains", "allowed_domains of web search may name at most " + MOST_DOMAINS + " domains");
        }
        if (!tool.allowedDomains().isEmpty()) {
            ArrayNode list = search.putObject("filters").putArray("allowed_domains");
            tool.allowedDomains().forEach(domain -> list.add(bare(domain)));
        }
    }

    private static String bare(String domain) {
        String host = domain.toLowerCase(Locale.ROOT).startsWith("https://") ? domain.substring(8)
                : domain.toLowerCase(Locale.ROOT).startsWith("http://") ? domain.substring(7) : domain;
        host = host.endsWith("/") ? host.substring(0, host.length() - 1) : host;
        if (host.isEmpty() || host.indexOf('/') >= 0 || host.indexOf('*') >= 0) {
            throw refuse("allowed_domains", "allowed_domains of web search takes whole domains with this model's provider, not \"" + domain + "\"");
        }
        return host;
    }

    private static void location(Tool.WebSearchTool tool, JsonNode declared, ObjectNode search) {
        Optional<JsonNode> given = tool.userLocation().map(Json::tree)
                .or(() -> Optional.of(declared.path("user_location")).filter(node -> !node.isMissingNode() && !node.isNull()));
        given.ifPresent(location -> {
            if (!location.isObject()) {
                throw refuse("user_location", "user_location of web search must be an object");
            }
            search.set("user_location", flat((ObjectNode) location));
        });
    }

    /** One wire keeps the place in an object of its own below the type. */
    private static ObjectNode flat(ObjectNode location) {
        if (!(location.path("approximate") instanceof ObjectNode place)) {
            return location;
        }
        ObjectNode all = Json.MAPPER.createObjectNode().put(TYPE, "approximate");
        all.setAll(place);
        return all;
    }

    private static DragomanException refuse(String field, String sentence) {
        return Failure.invalid("tools: " + sentence + ".", "tools." + field).exception();
    }
}
