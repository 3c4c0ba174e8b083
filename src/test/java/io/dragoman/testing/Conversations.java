package io.dragoman.testing;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Histories as an Anthropic client may send them: server tools with and without results, nested, orphaned, at the end, alone in a turn,
 * before texts, calls and signatures that are drawn from so few values that many repeat.
 */
public final class Conversations {
    private Conversations() {}

    /** Turns that were read from messages of the same blocks. */
    public static Arbitrary<List<Turn>> histories() {
        return turns().list().ofMaxSize(8);
    }

    public static Arbitrary<Turn> turns() {
        return Arbitraries.frequencyOf(Tuple.of(3, assistants()), Tuple.of(2, users()));
    }

    /** Visible blocks of an assistant, each a new object. */
    public static Arbitrary<Block> visible() {
        Arbitrary<Supplier<Block>> texts = Arbitraries.of("Done.", "Done.", "Готово 👍", " ", "", "x", "y", "z").map(s -> () -> Exchanges.text(s));
        Arbitrary<Supplier<Block>> others = Arbitraries.integers().between(0, 3).flatMap(n -> Arbitraries.of(
                () -> Exchanges.thinking("sig" + n), () -> Exchanges.redacted("red" + n), () -> Exchanges.call("toolu_" + n),
                () -> Exchanges.thinking("")));
        return Arbitraries.frequencyOf(Tuple.of(3, texts), Tuple.of(2, others)).map(Supplier::get);
    }

    private static Arbitrary<Turn> assistants() {
        Arbitrary<List<Block>> parts = Arbitraries.frequencyOf(Tuple.of(3, visible().map(List::of)), Tuple.of(2, servers()));
        return parts.list().ofMaxSize(5).map(lists -> read(Role.ASSISTANT, lists.stream().flatMap(List::stream).toList()));
    }

    private static Arbitrary<Turn> users() {
        return Combinators.combine(Arbitraries.of(Role.USER, Role.USER, Role.USER, Role.SYSTEM), Arbitraries.of("go on", "Done.", "x"),
                Arbitraries.integers().between(0, 3)).as((role, text, n) -> n == 0 && role == Role.USER
                        ? read(role, List.of(Exchanges.result("toolu_" + n, text))) : read(role, List.of(Exchanges.text(text))));
    }

    /** Server blocks that stand together. */
    private static Arbitrary<List<Block>> servers() {
        return Arbitraries.integers().between(0, 9).flatMap(n -> {
            String id = "srvtoolu_" + n;
            String inner = id + "b";
            return Arbitraries.of(List.<Supplier<List<Block>>>of(
                    () -> List.of(Exchanges.use(id, "web_search"), Exchanges.hits(id)),
                    () -> List.of(Exchanges.use(id, "web_fetch"), Exchanges.answer(id, "web_fetch", "{\"type\":\"web_fetch_tool_result_error\",\"error_code\":\"unavailable\"}")),
                    () -> List.of(Exchanges.use(id, "code_execution"), Exchanges.use(inner, "web_search"), Exchanges.hits(inner),
                            Exchanges.answer(id, "code_execution", "{\"type\":\"encrypted_code_execution_result\",\"encrypted_stdout\":\"E\",\"n\":1.0}")),
                    () -> List.of(Exchanges.use(id, "web_search")),
                    () -> List.of(Exchanges.answer(id, "oracle", "{\"odd\":[null,{}]}")),
                    () -> List.of(Exchanges.use(id, "web_search"), Exchanges.use(inner, "web_search"), Exchanges.hits(inner), Exchanges.answer(id, "web_search", "[]"))))
                    .map(Supplier::get);
        });
    }

    private static Turn read(Role role, List<Block> blocks) {
        List<String> json = new ArrayList<>();
        blocks.forEach(block -> json.add(block.raw().orElseThrow().json().text()));
        return Turn.read(role, blocks, Exchanges.raw("{\"role\":\"" + role.name().toLowerCase(java.util.Locale.ROOT) + "\",\"content\":[" + String.join(",", json) + "]}")
                .orElseThrow());
    }
}
