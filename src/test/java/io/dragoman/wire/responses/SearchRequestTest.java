package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Requests.NO_SEARCH;
import static io.dragoman.wire.responses.Requests.OPENAI;
import static io.dragoman.wire.responses.Requests.WIRE;
import static io.dragoman.wire.responses.Requests.foreign;
import static io.dragoman.wire.responses.Requests.losses;
import static io.dragoman.wire.responses.Requests.refused;
import static io.dragoman.wire.responses.Requests.rules;
import static io.dragoman.wire.responses.Requests.tree;
import static io.dragoman.wire.responses.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.ToolChoice.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules W1: a hosted search that was declared on another wire. */
class SearchRequestTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "W1-1 a plain search                       | ``                                                   | {}",
        "W1-2 allowed domains                      | `\"allowed_domains\":[\"a.example\",\"b.example\"]`  | {\"filters\":{\"allowed_domains\":[\"a.example\",\"b.example\"]}}",
        "W1-3 a scheme before a domain             | `\"allowed_domains\":[\"https://a.example/\"]`       | {\"filters\":{\"allowed_domains\":[\"a.example\"]}}",
        "W1-3 a domain in letters of its language  | `\"allowed_domains\":[\"bücher.example\"]`           | {\"filters\":{\"allowed_domains\":[\"bücher.example\"]}}",
        "W1-6 both lists empty                     | `\"allowed_domains\":[],\"blocked_domains\":[]`      | {}",
        "W1-7 a place                              | `\"user_location\":{\"type\":\"approximate\",\"city\":\"Oslo\",\"timezone\":\"Europe/Oslo\"}` | {\"user_location\":{\"type\":\"approximate\",\"city\":\"Oslo\",\"timezone\":\"Europe/Oslo\"}}",
        "W1-7 a place below the type               | `\"user_location\":{\"type\":\"approximate\",\"approximate\":{\"city\":\"Oslo\"}}` | {\"user_location\":{\"type\":\"approximate\",\"city\":\"Oslo\"}}",
        "W1-8 no limit                             | `\"max_uses\":null`                                  | {}",
        "W1-10 direct calls only                   | `\"allowed_callers\":[\"direct\"]`                   | {}",
        "W1-13 cache mark and strict               | `\"cache_control\":{\"type\":\"ephemeral\"},\"strict\":true` | {}",
        "a context size                            | `\"search_context_size\":\"low\"`                    | {\"search_context_size\":\"low\"}",
    })
    void writes(String rule, String fields, String expected) {
        JsonNode sent = tree(request("web_search_20250305", fields));
        String rest = expected.equals("{}") ? "" : "," + expected.substring(1, expected.length() - 1);
        assertThat(sent.path("tools").toString()).isEqualTo("[{\"type\":\"web_search\"" + rest + "}]");
        assertThat(sent.path("include").toString()).isEqualTo("[\"web_search_call.action.sources\"]");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "W1-3 a path in a domain                   | web_search_20250305 | `\"allowed_domains\":[\"a.example/b\"]`      | tools.allowed_domains",
        "W1-3 any subdomain                        | web_search_20250305 | `\"allowed_domains\":[\"*.a.example\"]`      | tools.allowed_domains",
        "W1-4 blocked domains                      | web_search_20250305 | `\"blocked_domains\":[\"a.example\"]`        | tools.blocked_domains",
        "W1-5 both lists                           | web_search_20250305 | `\"allowed_domains\":[\"a\"],\"blocked_domains\":[\"b\"]` | tools.blocked_domains",
        "W1-7 a place that is no object            | web_search_20250305 | `\"user_location\":\"Oslo\"`                 | tools.user_location",
        "W1-8 no use at all                        | web_search_20250305 | `\"max_uses\":0`                             | tools.max_uses",
        "W1-8 fewer than none                      | web_search_20250305 | `\"max_uses\":-1`                            | tools.max_uses",
        "W1-8 a number in a string                 | web_search_20250305 | `\"max_uses\":\"3\"`                         | tools.max_uses",
        "W1-8 half a use                           | web_search_20250305 | `\"max_uses\":1.5`                           | tools.max_uses",
        "W1-10 a version that calls from code      | web_search_20260209 | ``                                           | tools.allowed_callers",
        "W1-10 the next such version               | web_search_20260318 | ``                                           | tools.allowed_callers",
        "W1-10 calls from code                     | web_search_20260209 | `\"allowed_callers\":[\"code_execution_20250825\"]` | tools.allowed_callers",
        "W1-10 direct calls and calls from code    | web_search_20260209 | `\"allowed_callers\":[\"direct\",\"code_execution_20250825\"]` | tools.allowed_callers",
        "W1-10 a string instead of a list          | web_search_20260209 | `\"allowed_callers\":\"direct\"`             | tools.allowed_callers",
        "W1-10 calls from code of the old version  | web_search_20250305 | `\"allowed_callers\":[\"code_execution_20250825\"]` | tools.allowed_callers",
        "W1-11 an unknown version                  | web_search_20991231 | ``                                           | tools.type",
        "W1-12 response inclusion                  | web_search_20260318 | `\"allowed_callers\":[\"direct\"],\"response_inclusion\":\"full\"` | tools.response_inclusion",
        "W1-13 deferred loading                    | web_search_20250305 | `\"defer_loading\":true`                     | tools.defer_loading",
    })
    void refuses(String rule, String type, String fields, String field) {
        Failure failure = refused(() -> tree(request(type, fields)));
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.param()).contains(field);
        assertThat(failure.message()).contains(field.equals("tools.type") ? type : field.substring("tools.".length()));
    }

    @Test
    void w1x3RefusesMoreThanAHundredDomains() {
        String domains = IntStream.range(0, 101).mapToObj(i -> "\"d" + i + ".example\"").collect(Collectors.joining(","));
        assertThat(refused(() -> tree(request("web_search_20250305", "\"allowed_domains\":[" + domains + "]"))).message()).contains("allowed_domains");
    }

    @Test
    void w1x8ToldAsALimitOnToolCalls() {
        assertThat(tree(request("web_search_20250305", "\"max_uses\":8")).path("max_tool_calls").asInt()).isEqualTo(8);
    }

    @Test
    void w1x9SendsNoLimitToAnUpstreamThatRefusesIt() {
        Conversation given = request("web_search_20250305", "\"max_uses\":8");
        assertThat(tree(WIRE.encode(given, rules("x", true, false, true))).has("max_tool_calls")).isFalse();
    }

    @Test
    void w1x14KeepsOnlyTheForcedOneOfTwoSearches() {
        Conversation given = foreign(user("hej")).withTools(List.of(search("one", "web_search_20250305", "\"max_uses\":1"),
                search("two", "web_search_20250305", "\"max_uses\":2")), named("two"));
        JsonNode sent = tree(given);
        assertThat(sent.path("tools")).hasSize(1);
        assertThat(sent.path("max_tool_calls").asInt()).isEqualTo(2);
        assertThat(sent.path("tool_choice").toString()).isEqualTo("{\"type\":\"web_search\"}");
    }

    @Test
    void w1x15AsksFreelyWhereAForcedSearchIsRefused() {
        Conversation given = foreign(search("web_search", "web_search_20250305", ""), Optional.of(new ToolChoice(Mode.WEB_SEARCH, List.of())));
        assertThat(tree(given).path("tool_choice").toString()).isEqualTo("{\"type\":\"web_search\"}");
        assertThat(tree(WIRE.encode(given, rules("x", true, true, false))).path("tool_choice").asText()).isEqualTo("auto");
    }

    @Test
    void w1x16KeepsBothKindsOfToolsWhereAnyIsForced() {
        JsonNode sent = tree(foreign(user("hej")).withTools(List.of(search("web_search", "web_search_20250305", ""), function("f")),
                Optional.of(ToolChoice.of(Mode.REQUIRED))));
        assertThat(sent.path("tool_choice").asText()).isEqualTo("required");
        assertThat(sent.path("tools").findValuesAsText("type")).startsWith("web_search", "function");
    }

    @Test
    void w1x18LeavesASearchOutForAProviderWithoutOneAndRefusesAForcedOne() {
        Conversation declared = foreign(user("hej")).withTools(List.of(search("web_search", "web_search_20250305", ""), function("f")), Optional.empty());
        assertThat(tree(WIRE.encode(declared, NO_SEARCH)).path("tools").findValuesAsText("name")).containsExactly("f");
        assertThat(losses(declared, NO_SEARCH)).containsExactly("tools[].web_search");
        Conversation forced = foreign(search("web_search", "web_search_20250305", ""), named("web_search"));
        assertThat(refused(() -> WIRE.encode(forced, NO_SEARCH)).message()).contains("web search");
    }

    @ParameterizedTest(name = "W1-19 {0}")
    @CsvSource({"web_fetch_20250910,web_fetch", "code_execution_20250825,code_execution", "tool_search_tool_regex,tool_search_tool_regex"})
    void w1x19NeverMakesAFunctionOfAnotherVendorsTool(String type, String name) {
        Tool hosted = new Tool.HostedTool(name, type, Optional.of(Requests.raw("{\"type\":\"" + type + "\"}")));
        Conversation beside = foreign(user("hej")).withTools(List.of(hosted, function("f")), Optional.empty());
        assertThat(tree(beside).path("tools").findValuesAsText("name")).containsExactly("f");
        assertThat(losses(beside, OPENAI)).containsExactly("tools[]." + type);
        assertThat(refused(() -> tree(foreign(hosted, Optional.empty()))).message()).contains(name);
        Conversation forced = beside.withTools(beside.tools(), named(name));
        assertThat(refused(() -> tree(forced)).message()).contains(name);
    }

    @Test
    void w1x20RefusesToolServersOfAnotherVendor() {
        Conversation given = Origins.of("{\"model\":\"m\",\"messages\":[],\"mcp_servers\":[{\"type\":\"url\"}]}");
        assertThat(refused(() -> tree(given)).param()).contains("mcp_servers");
    }

    @Test
    void w1x21KeepsAFunctionCalledLikeASearch() {
        JsonNode sent = tree(foreign(function("web_search"), named("web_search")));
        assertThat(sent.path("tools").findValuesAsText("type")).startsWith("function");
        assertThat(sent.path("tool_choice").toString()).isEqualTo("{\"type\":\"function\",\"name\":\"web_search\"}");
    }

    private static Optional<ToolChoice> named(String name) {
        return Optional.of(new ToolChoice(Mode.NAMED, List.of(name)));
    }

    private static Conversation request(String type, String fields) {
        return foreign(search("web_search", type, fields), Optional.empty());
    }

    private static Tool function(String name) {
        return new Tool.FunctionTool(name, Optional.empty(), "", Json.text("{\"type\":\"object\",\"properties\":{}}"), Optional.empty(), false, Optional.empty());
    }

    private static Tool search(String name, String type, String fields) {
        Json raw = Json.text("{\"type\":\"" + type + "\",\"name\":\"" + name + "\"" + (fields.isEmpty() ? "" : "," + fields) + "}");
        JsonNode tree = raw.tree();
        Optional<Long> uses = tree.path("max_uses").isIntegralNumber() ? Optional.of(tree.path("max_uses").longValue()) : Optional.empty();
        Optional<Json> place = tree.path("user_location").isObject() ? Optional.of(Json.of(tree.path("user_location"))) : Optional.empty();
        return new Tool.WebSearchTool(name, type, uses, texts(tree.path("allowed_domains")), texts(tree.path("blocked_domains")), place, true,
                Optional.of(new Raw(Requests.OTHER, raw)));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }
}
