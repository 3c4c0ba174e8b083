package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.Losses;
import java.util.List;
import java.util.Optional;

/** Writes tool declarations. Empty: the provider has nothing of the kind. */
final class ToolWriter implements Tool.Cases<Optional<Json>> {
    private static final Json CUSTOM_INPUT = Json.text("{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}},"
            + "\"required\":[\"input\"],\"additionalProperties\":false}");
    private static final List<String> PLACE = List.of("city", "region", "country", "timezone");
    /** The version that every Claude model takes, and that searches without running code. */
    private static final String WEB_SEARCH_VERSION = "web_search_20250305";

    private final TargetRules rules;
    private final Losses losses;

    ToolWriter(TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
    }

    static String nameOf(String name, Optional<String> namespace) {
        return namespace.map(space -> space + "__" + name).orElse(name);
    }

    @Override
    public Optional<Json> function(Tool.FunctionTool tool) {
        return own(tool).or(() -> {
            Fields fields = described(nameOf(tool.name(), tool.namespace()), tool.description());
            Json schema = Schemas.objectSchema(tool.schema());
            if (!schema.equals(tool.schema())) {
                losses.coerced("tools[].parameters", "Anthropic takes only object schemas at the root.");
            }
            fields.put("input_schema", schema);
            tool.strict().filter(strict -> strict).ifPresent(strict -> fields.put("strict", true));
            return Optional.of(fields.json());
        });
    }

    @Override
    public Optional<Json> custom(Tool.CustomTool tool) {
        return own(tool).or(() -> {
            losses.coerced("tools[].custom", "A free text tool is declared as a function with one string.");
            String description = tool.format().flatMap(ToolWriter::grammar).map(grammar -> tool.description() + grammar)
                    .orElse(tool.description());
            return Optional.of(described(nameOf(tool.name(), tool.namespace()), description).put("input_schema", CUSTOM_INPUT).json());
        });
    }

    @Override
    public Optional<Json> webSearch(Tool.WebSearchTool tool) {
        Optional<Json> own = own(tool);
        if (own.isPresent()) {
            return own;
        }
        if (!rules.webSearch()) {
            losses.dropped("tools[].web_search", "This provider runs no hosted web search.");
            return Optional.empty();
        }
        if (!tool.live()) {
            losses.dropped("tools[].web_search", "Anthropic has no search that stays inside a cache.");
            return Optional.empty();
        }
        Fields fields = Fields.typed(WEB_SEARCH_VERSION).put(Names.NAME, Tools.WEB_SEARCH);
        tool.maxUses().ifPresent(uses -> fields.put("max_uses", uses));
        if (!tool.allowedDomains().isEmpty()) {
            fields.put("allowed_domains", texts(tool.allowedDomains()));
            if (!tool.blockedDomains().isEmpty()) {
                losses.dropped("tools[].blocked_domains", "Anthropic takes allowed or blocked domains, not both.");
            }
        } else if (!tool.blockedDomains().isEmpty()) {
            fields.put("blocked_domains", texts(tool.blockedDomains()));
        }
        tool.userLocation().flatMap(ToolWriter::place).ifPresent(place -> fields.put("user_location", place));
        return Optional.of(fields.json());
    }

    @Override
    public Optional<Json> hosted(Tool.HostedTool tool) {
        return own(tool).or(() -> {
            losses.dropped("tools[]." + tool.type(), "Another vendor runs this tool.");
            return Optional.empty();
        });
    }

    @Override
    public Optional<Json> opaque(Tool.OpaqueTool tool) {
        return own(tool).or(() -> {
            losses.dropped("tools[]." + tool.type(), "The tool has no form on the Anthropic wire.");
            return Optional.empty();
        });
    }

    private static Optional<Json> own(Tool tool) {
        return tool.raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).map(Raw::json);
    }

    private static Fields described(String name, String description) {
        Fields fields = new Fields().put(Names.NAME, name);
        return description.isEmpty() ? fields : fields.put("description", description);
    }

    /** A grammar can only be told: the model keeps to it, nothing enforces it. */
    private static Optional<String> grammar(Json format) {
        return Optional.ofNullable(format.tree().path("definition").textValue())
                .or(() -> Optional.ofNullable(format.tree().path("grammar").path("definition").textValue()))
                .map(definition -> "\n\nThe input must follow this grammar:\n" + definition);
    }

    private static Json texts(List<String> texts) {
        return Fields.array(texts.stream().map(Fields::string).toList());
    }

    private static Optional<Json> place(Json location) {
        JsonScan.Value root = JsonScan.reply(location.toBytes());
        JsonScan.Value named = root.given("approximate").orElse(root);
        Fields fields = Fields.typed("approximate");
        PLACE.forEach(name -> named.given(name).ifPresent(value -> fields.put(name, value.json())));
        return PLACE.stream().anyMatch(name -> fields.get(name).isPresent()) ? Optional.of(fields.json()) : Optional.empty();
    }
}
