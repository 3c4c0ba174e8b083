package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Small histories for tests, and arbitrary ones, sound and broken. */
final class Histories {
    static final WireName ANTHROPIC = new WireName("anthropic");
    static final WireName RESPONSES = new WireName("responses");
    static final WireName CHAT = new WireName("chat");

    static final TargetRules NATIVE = rules(ANTHROPIC, "anthropic", true, true, new TargetRules.Ids(64, 128, true));
    static final TargetRules COPY = rules(ANTHROPIC, "anthropic:copy.example", false, false, new TargetRules.Ids(64, 128, true));
    static final TargetRules TO_RESPONSES = rules(RESPONSES, "responses:api.example", false, true, new TargetRules.Ids(64, 64, true));
    static final TargetRules TO_CHAT = rules(CHAT, "chat:api.example", false, true, new TargetRules.Ids(40, 64, true));
    static final List<TargetRules> ALL = List.of(NATIVE, COPY, TO_RESPONSES, TO_CHAT);

    private Histories() {}

    private static TargetRules rules(WireName wire, String issuer, boolean serverTools, boolean systemTurns, TargetRules.Ids ids) {
        return new TargetRules(wire, issuer, serverTools, true, true, true, systemTurns, ids, TargetRules.ReasoningReturn.AUTO, true, "");
    }

    // ---- words

    static Turn user(Block... blocks) {
        return Turn.made(Role.USER, blocks);
    }

    static Turn user(String text) {
        return user(text(text));
    }

    static Turn assistant(Block... blocks) {
        return Turn.made(Role.ASSISTANT, blocks);
    }

    static Turn system(String text) {
        return Turn.made(Role.SYSTEM, text(text));
    }

    static Text text(String text) {
        return Text.of(text);
    }

    static Thinking signed(String text) {
        return new Thinking(text, Optional.of("c2lnbmVk"), Optional.empty(), Optional.empty());
    }

    static ToolCall call(String id) {
        return ToolCall.of(id, "get_weather", "{\"city\":\"Oslo\"}");
    }

    static ToolResult result(String id, String text) {
        return new ToolResult(id, List.of(text(text)), false, Optional.empty());
    }

    static ServerToolCall search(String id) {
        return new ServerToolCall(id, "server_tool_use", "web_search", Json.text("{\"query\":\"x\"}"), Optional.empty());
    }

    static ServerToolResult found(String id) {
        return new ServerToolResult(id, "web_search_tool_result",
                Json.text("[{\"type\":\"web_search_result\",\"url\":\"https://a.example\",\"encrypted_content\":\"E\"}]"), Optional.empty());
    }

    static ServerToolResult foundWithoutCiphertext(String id) {
        return new ServerToolResult(id, "web_search_tool_result",
                Json.text("[{\"type\":\"web_search_result\",\"url\":\"https://a.example\"}]"), Optional.empty());
    }

    static Conversation of(Turn... turns) {
        return of(List.of(), List.of(turns));
    }

    static Conversation of(List<Tool> tools, List<Turn> turns) {
        return new Conversation("m", List.of(), turns, tools, Optional.empty(), Settings.DEFAULT, Optional.empty());
    }

    /** The same conversation, read from this wire. */
    static Conversation cameBy(WireName wire, Conversation c) {
        return new Origin(wire, Json.text("{}"), Map.of(), c.system(), c.turns(), c.tools(), c.toolChoice(), c.settings()).conversation(c.model());
    }

    static List<Turn> turns(Turn... turns) {
        return Arrays.asList(turns);
    }

    /** All of it, for the message of a failed test: a conversation itself prints no contents. */
    static String show(Conversation c) {
        StringBuilder out = new StringBuilder(c.origin().map(o -> "by " + o.wire()).orElse("made")).append(' ').append(c.tools());
        c.turns().forEach(turn -> out.append("\n  ").append(turn.role()).append(' ').append(turn.blocks()));
        return out.append('\n').toString();
    }

    // ---- arbitrary ones

    static Arbitrary<Conversation> broken() {
        Arbitrary<List<Turn>> turns = Combinators.combine(Arbitraries.frequency(Tuple.of(5, Role.ASSISTANT),
                Tuple.of(5, Role.USER), Tuple.of(1, Role.SYSTEM)), block().list().ofMaxSize(4))
                .as((role, blocks) -> Turn.made(role, role == Role.SYSTEM ? onlyText(blocks) : blocks)).list().ofMaxSize(8);
        Arbitrary<List<Tool>> tools = Arbitraries.oneOf(
                name().map(n -> (Tool) function(n, Optional.empty())), name().map(n -> (Tool) function(n, Optional.of("files"))),
                name().map(n -> (Tool) new Tool.CustomTool(n, Optional.empty(), "edits", Optional.empty(), Optional.empty()))).list().ofMaxSize(4);
        Arbitrary<Optional<WireName>> wire = Arbitraries.of(ANTHROPIC, RESPONSES, CHAT).optional();
        return Combinators.combine(tools, turns, wire).as((t, h, w) -> w.map(name -> cameBy(name, of(distinct(t), h))).orElse(of(distinct(t), h)));
    }

    private static List<Tool> distinct(List<Tool> tools) {
        return List.copyOf(tools.stream().collect(Collectors.toMap(t -> t.name() + (t instanceof Tool.FunctionTool f ? f.namespace() : Optional.empty()), t -> t, (a, b) -> a,
                LinkedHashMap::new)).values());
    }

    private static List<Block> onlyText(List<Block> blocks) {
        return blocks.stream().filter(Text.class::isInstance).toList();
    }

    static Tool.FunctionTool function(String name, Optional<String> namespace) {
        return new Tool.FunctionTool(name, namespace, "does", Json.text("{\"type\":\"object\"}"), Optional.empty(), false, Optional.empty());
    }

    private static Arbitrary<String> name() {
        return Arbitraries.of("get_weather", "a.b", "a/b", "files__get_weather", "n".repeat(64), "n".repeat(65), "n".repeat(140));
    }

    private static Arbitrary<Block> block() {
        Arbitrary<String> ids = Arbitraries.of("call_0", "call_1", "call:a", "call/a", "", "x".repeat(41), "x".repeat(65),
                CallIds.wrap("functions.a:0"), "functions.a:0", "srvtoolu_9");
        Arbitrary<String> serverIds = Arbitraries.of("srvtoolu_1", "srvtoolu_2", "srvtoolu_3", "srvtoolu-4", "ws_5");
        Arbitrary<String> words = Arbitraries.of("hello", "bye ", "", "  ", "cut \uD83D", "\u00A0", "pair 😀");
        Arbitrary<String> arguments = Arbitraries.of("{}", "{\"a\":1}", "", "{\"a\":", "[1]", "\"x\"", "{\"a\":\"\\ud83d\"}");
        Arbitrary<Block> thinking = Arbitraries.of(signed("hm"),
                new Thinking("hm", Optional.empty(), Optional.empty(), Optional.empty()),
                new Thinking("hm", Optional.of("x"), Optional.of("responses:api.example"), Optional.empty()),
                new RedactedThinking("gAAAAAB", Optional.empty(), Optional.empty()),
                new RedactedThinking("ZGF0YQ", Optional.empty(), Optional.empty()));
        return Arbitraries.frequencyOf(
                Tuple.of(4, words.map(Text::of)),
                Tuple.of(2, thinking),
                Tuple.of(6, Combinators.combine(ids, name(), arguments)
                        .as((id, n, a) -> ToolCall.of(id, n, a))),
                Tuple.of(1, ids.map(id -> new ToolCall(id, "apply_patch", Optional.of("files"), "*** Begin", ToolCall.Form.TEXT, Optional.empty()))),
                Tuple.of(6, Combinators.combine(ids, words).as(Histories::result)),
                Tuple.of(4, serverIds.map(Histories::search)),
                Tuple.of(3, serverIds.map(Histories::found)),
                Tuple.of(1, serverIds.map(Histories::foundWithoutCiphertext)),
                Tuple.of(1, Arbitraries.of(new Carried("drgm1.x", Optional.empty()))),
                Tuple.of(1, Arbitraries.of(new Opaque("odd", new Raw(CHAT, Json.text("{\"type\":\"odd\"}"))))));
    }

    /** Histories that Anthropic takes as they are: whole rounds, then perhaps an open turn. */
    static Arbitrary<Conversation> sound() {
        Arbitrary<Integer> shape = Arbitraries.integers().between(0, 5);
        Arbitrary<List<Integer>> rounds = shape.list().ofMinSize(1).ofMaxSize(6);
        return Combinators.combine(rounds, Arbitraries.integers().between(0, 3)).as((r, tail) -> {
            List<Turn> turns = new ArrayList<>();
            for (int i = 0; i < r.size(); i++) {
                round(r.get(i), i, turns);
            }
            end(tail, r.size(), turns);
            return cameBy(ANTHROPIC, of(List.of(function("get_weather", Optional.empty())), turns));
        });
    }

    private static void round(int shape, int n, List<Turn> turns) {
        String s = "srvtoolu_" + n;
        String t = "toolu_" + n;
        turns.add(user("question " + n));
        switch (shape) {
            case 0 -> turns.add(assistant(text("answer ")));
            case 1 -> turns.add(assistant(signed("hm"), search(s), found(s), text("found")));
            case 2 -> {
                turns.add(assistant(signed("hm"), call(t), call(t + "b".repeat(70))));
                turns.add(user(result(t + "b".repeat(70), "B"), result(t, "A"), text("and?")));
                turns.add(assistant(text("so")));
            }
            case 3 -> {
                turns.add(assistant(search(s), call(t)));
                turns.add(user(result(t, "A")));
                turns.add(assistant(found(s), signed("hm"), text("so")));
            }
            case 4 -> turns.add(assistant(search(s), search(s + "x"), found(s + "x"), found(s), text("both")));
            default -> {
                turns.add(system("be short"));
                turns.add(assistant(text("yes")));
            }
        }
    }

    private static void end(int tail, int n, List<Turn> turns) {
        turns.add(user("last"));
        if (tail == 1) {
            turns.add(assistant(text("{\"a\":")));
        } else if (tail == 2) {
            turns.add(assistant(text("let me see"), search("srvtoolu_" + n)));
        } else if (tail == 3) {
            turns.add(assistant(signed("hm"), search("srvtoolu_" + n), call("toolu_" + n)));
            turns.add(user(result("toolu_" + n, "A")));
        }
    }
}
