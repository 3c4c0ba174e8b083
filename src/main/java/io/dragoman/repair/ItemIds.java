package io.dragoman.repair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.CallIds;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Ids of Responses items that another provider made: OpenAI checks their beginning and length. An item that needs an id gets one made
 * of the old, any other goes without.
 */
final class ItemIds {
    private static final int LONGEST = 64;
    private static final Map<String, String> PREFIXES = Map.of("message", "msg", "reasoning", "rs", "function_call", "fc",
            "custom_tool_call", "ctc", "web_search_call", "ws", "function_call_output", "fc", "custom_tool_call_output", "ctc");
    private static final List<String> NEED_AN_ID = List.of("reasoning", "web_search_call");

    private ItemIds() {}

    /** Stands right behind the step that drops reasoning, as long as turns have the numbers under which that was noted. */
    static Conversation settle(Conversation conversation, Demands demands, Changes changes) {
        if (!demands.responses() || !demands.sameWire()) {
            return conversation;
        }
        Set<Integer> dropped = changes.turns(ForeignThinking.DROPPED);
        boolean reasoningIsGone = false;
        List<Turn> out = new ArrayList<>(conversation.turns().size());
        for (int t = 0; t < conversation.turns().size(); t++) {
            Turn turn = conversation.turns().get(t);
            // An item that is known by its id asks for the reasoning it came with, in the same answer; without that it is told without an id.
            reasoningIsGone = Walk.isAssistant(turn) && (reasoningIsGone || dropped.contains(t));
            boolean withoutId = reasoningIsGone;
            Turn now = turn.source().filter(s -> s.raw().isOf(demands.name())).map(s -> settle(turn, s, withoutId)).orElse(turn);
            if (now != turn) {
                changes.add("item-id-replaced", t, -1);
            }
            out.add(now);
        }
        return Walk.turns(conversation, out);
    }

    private static Turn settle(Turn turn, Turn.Source source, boolean reasoningIsGone) {
        JsonNode item = source.raw().json().tree();
        String id = item.path("id").asText("");
        String type = item.path("type").asText("message");
        if (!item.has("id") || !PREFIXES.containsKey(type)) {
            return turn;
        }
        boolean sound = id.startsWith(PREFIXES.get(type)) && id.length() <= LONGEST;
        return sound && (!reasoningIsGone || NEED_AN_ID.contains(type)) ? turn : replaced(turn, source, item, type, id);
    }

    private static Turn replaced(Turn turn, Turn.Source source, JsonNode item, String type, String id) {
        ObjectNode copy = item.deepCopy();
        if (NEED_AN_ID.contains(type)) {
            copy.put("id", PREFIXES.get(type) + "_" + check(type + id) + check(id));
        } else {
            copy.remove("id");
        }
        return withRaw(turn, source, new Raw(source.raw().wire(), Json.of(copy)));
    }

    private static String check(String text) {
        return CallIds.check(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The turn as if it had been read from this item; blocks that were the item as a whole get it too. */
    private static Turn withRaw(Turn turn, Turn.Source source, Raw raw) {
        List<Block> read = source.blocks().stream().map(block -> withRaw(block, source.raw(), raw)).toList();
        if (Walk.same(source.blocks(), turn.blocks())) {
            return new Turn(turn.role(), read, Optional.of(new Turn.Source(raw, read)));
        }
        List<Block> now = turn.blocks().stream().map(block -> withRaw(block, source.raw(), raw)).toList();
        return new Turn(turn.role(), now, Optional.of(new Turn.Source(raw, read)));
    }

    private static Block withRaw(Block block, Raw old, Raw raw) {
        if (!block.raw().equals(Optional.of(old))) {
            return block;
        }
        return Raws.with(block, Optional.of(raw));
    }
}
