package io.dragoman.repair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Tool.CustomTool;
import io.dragoman.conversation.Tool.FunctionTool;
import io.dragoman.conversation.Tool.HostedTool;
import io.dragoman.conversation.Tool.OpaqueTool;
import io.dragoman.conversation.Tool.WebSearchTool;
import io.dragoman.conversation.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Anthropic takes four {@code cache_control} marks in a request; the one at the top level counts, too. When there are more, marks go in
 * this order: in the turns from the oldest, then in the tools, then in the system prompt. So the system prompt and the newest turns,
 * which the next request reads again, keep theirs.
 */
final class CacheMarks {
    private static final String FIELD = "cache_control";
    private static final int MOST = 4;

    private final Changes changes;
    private int surplus;

    private CacheMarks(Changes changes, int surplus) {
        this.changes = changes;
        this.surplus = surplus;
    }

    static Conversation trim(Conversation conversation, Demands demands, Changes changes) {
        if (!demands.anthropic() || conversation.origin().filter(CacheMarks::hasFewMarks).isPresent()) {
            return conversation;
        }
        int marks = conversation.origin().flatMap(o -> o.field(FIELD)).isPresent() ? 1 : 0;
        for (var turn : conversation.turns()) {
            marks += count(turn.blocks());
        }
        for (Tool tool : conversation.tools()) {
            marks += count(tool.raw());
        }
        marks += count(conversation.system());
        return marks <= MOST ? conversation : new CacheMarks(changes, marks - MOST).trim(conversation);
    }

    /** Not even the words occur more often: the usual case, told without reading any block. */
    private static boolean hasFewMarks(Origin origin) {
        return origin.document().occurrences("\"" + FIELD + "\"") <= MOST;
    }

    private static int count(List<Block> blocks) {
        int marks = 0;
        for (Block block : blocks) {
            marks += count(block.raw());
            marks += block instanceof ToolResult result ? count(result.content()) : 0;
        }
        return marks;
    }

    private static int count(Optional<Raw> raw) {
        return raw.filter(CacheMarks::isMarked).isPresent() ? 1 : 0;
    }

    private static boolean isMarked(Raw raw) {
        return raw.json().occurrences("\"" + FIELD + "\"") > 0 && raw.json().tree().hasNonNull(FIELD);
    }

    private Conversation trim(Conversation conversation) {
        Conversation c = Walk.blocks(conversation, (block, turn, number) -> Optional.of(trimmed(block, turn, number)));
        List<Tool> tools = new ArrayList<>(c.tools().size());
        c.tools().forEach(tool -> tools.add(trimmed(tool)));
        c = Walk.same(c.tools(), tools) ? c : c.withTools(tools, c.toolChoice());
        List<Block> system = Walk.list(c.system(), -1, (block, turn, number) -> Optional.of(trimmed(block, turn, number)));
        return system == c.system() ? c : c.withSystem(system);
    }

    private Block trimmed(Block block, int turn, int number) {
        Block now = block;
        if (block instanceof ToolResult result && surplus > 0) {
            List<Block> content = Walk.list(result.content(), turn, (part, t, n) -> Optional.of(trimmed(part, turn, number)));
            now = content == result.content() ? block
                    : new ToolResult(result.callId(), content, result.error(), result.raw().flatMap(raw -> withoutInner(raw, result, content)));
        }
        if (surplus > 0 && count(now.raw()) > 0) {
            surplus--;
            changes.add("cache-mark-dropped", turn, number);
            now = Raws.with(now, now.raw().map(CacheMarks::unmarked));
        }
        return now;
    }

    /** The result's JSON with the marks gone that its parts lost; none when its parts cannot be told from the JSON. */
    private static Optional<Raw> withoutInner(Raw raw, ToolResult result, List<Block> content) {
        ObjectNode copy = raw.json().tree().deepCopy();
        JsonNode parts = copy.path("content");
        if (!parts.isArray() || parts.size() != content.size()) {
            return Optional.empty();
        }
        for (int i = 0; i < content.size(); i++) {
            if (content.get(i) != result.content().get(i)) {
                ((ObjectNode) parts.get(i)).remove(FIELD);
            }
        }
        return Optional.of(new Raw(raw.wire(), Json.of(copy)));
    }

    private static Raw unmarked(Raw raw) {
        ObjectNode copy = raw.json().tree().deepCopy();
        copy.remove(FIELD);
        return new Raw(raw.wire(), Json.of(copy));
    }

    private Tool trimmed(Tool tool) {
        if (surplus == 0 || count(tool.raw()) == 0) {
            return tool;
        }
        surplus--;
        changes.add("cache-mark-dropped", -1, -1);
        Raw raw = unmarked(tool.raw().orElseThrow());
        Optional<Raw> kept = Optional.of(raw);
        return tool.accept(new Tool.Cases<Tool>() {
            @Override
            public Tool function(FunctionTool t) {
                return new FunctionTool(t.name(), t.namespace(), t.description(), t.schema(), t.strict(), t.deferred(), kept);
            }

            @Override
            public Tool custom(CustomTool t) {
                return new CustomTool(t.name(), t.namespace(), t.description(), t.format(), kept);
            }

            @Override
            public Tool webSearch(WebSearchTool t) {
                return new WebSearchTool(t.name(), t.type(), t.maxUses(), t.allowedDomains(), t.blockedDomains(), t.userLocation(), t.live(), kept);
            }

            @Override
            public Tool hosted(HostedTool t) {
                return new HostedTool(t.name(), t.type(), kept);
            }

            @Override
            public Tool opaque(OpaqueTool t) {
                return new OpaqueTool(t.name(), t.type(), raw);
            }
        });
    }
}
