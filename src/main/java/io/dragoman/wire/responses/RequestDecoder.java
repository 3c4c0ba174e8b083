package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.INPUT;
import static io.dragoman.wire.responses.Names.TOOLS;
import static io.dragoman.wire.responses.Names.TYPE;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.OutputFormat;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import io.dragoman.wire.JsonScan.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a request. Everything is kept: what the model does not know stays a top-level field of the {@link Origin} or an opaque block. */
final class RequestDecoder {
    private RequestDecoder() {}

    static Conversation decode(byte[] body, DecodeLimits limits) {
        Value root = JsonScan.object(body, limits.nesting());
        Value model = root.required("model");
        if (model.string().isEmpty()) {
            throw model.invalid("must not be empty");
        }
        Optional<Value> input = root.given(INPUT);
        if (input.isEmpty() && !ServerState.mayReplaceInput(root)) {
            root.required(INPUT);
        }
        List<Block> system = root.given("instructions").map(RequestDecoder::instructions).orElse(List.of());
        List<Turn> turns = input.map(value -> turns(value, root)).orElse(List.of());
        Optional<ToolChoice> choice = root.given("tool_choice").map(ToolChoices::read);
        return new Origin(ResponsesWire.NAME, root.document(), root.rawFields(), system, turns, tools(root, input), choice, settings(root))
                .conversation(model.string());
    }

    /** A string; an array of items comes with prompt templates. */
    private static List<Block> instructions(Value value) {
        if (value.is(Kind.ARRAY)) {
            return value.elements().stream().flatMap(item -> Items.read(item).blocks().stream()).toList();
        }
        String text = value.string();
        return text.isEmpty() ? List.of() : List.of(Text.of(text));
    }

    private static List<Turn> turns(Value input, Value root) {
        if (input.is(Kind.STRING)) {
            return List.of(Turn.made(Role.USER, Text.of(input.string())));
        }
        List<Turn> turns = new ArrayList<>();
        for (Value item : input.require(Kind.ARRAY).elements()) {
            turns.add(Items.read(item));
        }
        if (turns.isEmpty() && !ServerState.mayReplaceInput(root)) {
            throw input.invalid("must not be empty");
        }
        return turns;
    }

    /** The tools of the request, then those that items bring along, each once. */
    private static List<Tool> tools(Value root, Optional<Value> input) {
        Optional<Long> maxCalls = root.given("max_tool_calls").flatMap(value -> boxed(whole(value)));
        List<Tool> tools = new ArrayList<>(root.given(TOOLS).map(value -> Tools.read(value, maxCalls)).orElse(List.of()));
        Set<String> known = new HashSet<>();
        tools.forEach(tool -> known.add(ToolNames.key(tool)));
        for (Value item : input.map(Value::elements).orElse(List.of())) {
            String type = item.text(TYPE).orElse("");
            if (type.equals(Names.ADDITIONAL_TOOLS) || type.equals(Names.TOOL_SEARCH_OUTPUT)) {
                List<Tool> brought = item.given(TOOLS).map(value -> Tools.read(value, maxCalls)).orElse(List.of());
                brought.stream().filter(tool -> known.add(ToolNames.key(tool))).forEach(tools::add);
            }
        }
        return tools;
    }

    private static Settings settings(Value root) {
        Optional<Value> text = root.given("text").map(value -> value.require(Kind.OBJECT));
        return Settings.builder()
                .stream(root.given("stream").map(Value::bool).orElse(false))
                .maxTokens(root.given("max_output_tokens").map(RequestDecoder::whole).orElseGet(OptionalLong::empty))
                .temperature(number(root, "temperature"))
                .topP(number(root, "top_p"))
                .parallelTools(root.given("parallel_tool_calls").map(Value::bool))
                .reasoning(root.given("reasoning").map(RequestDecoder::reasoning))
                .format(text.flatMap(value -> value.given("format")).flatMap(RequestDecoder::format))
                .verbosity(text.flatMap(value -> value.given("verbosity")).map(Value::string))
                .user(root.given("safety_identifier").or(() -> root.given("user")).map(Value::string))
                .serviceTier(root.given("service_tier").map(Value::string))
                .cacheKey(root.given("prompt_cache_key").map(Value::string))
                .build();
    }

    private static Optional<Json> number(Value root, String field) {
        return root.given(field).map(value -> value.require(Kind.NUMBER).json());
    }

    private static OptionalLong whole(Value value) {
        OptionalLong number = value.require(Kind.NUMBER).whole();
        if (number.isEmpty()) {
            throw value.invalid("must be a whole number");
        }
        return number;
    }

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    private static Reasoning reasoning(Value reasoning) {
        Optional<String> effort = reasoning.require(Kind.OBJECT).given("effort").map(Value::string);
        Optional<String> summary = reasoning.given("summary").or(() -> reasoning.given("generate_summary")).map(Value::string);
        Reasoning.Mode mode = effort.filter("none"::equals).isPresent() ? Reasoning.Mode.DISABLED : Reasoning.Mode.UNSAID;
        return new Reasoning(mode, effort, OptionalLong.empty(), summary);
    }

    private static Optional<OutputFormat> format(Value format) {
        String type = format.require(Kind.OBJECT).required(TYPE).string();
        return switch (type) {
            case "json_schema" -> Optional.of(new OutputFormat(format.text("name"), format.text("description"),
                    Optional.of(format.required("schema").json()), format.given("strict").map(Value::bool)));
            case "json_object" -> Optional.of(new OutputFormat(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
            default -> Optional.empty();
        };
    }
}
