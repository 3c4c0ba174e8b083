package io.dragoman.replay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What of the kept things one target may see. */
final class Entitlement {
    private static final String MCP_RESULT = "mcp_tool_result";

    /** @param outcome what the report says of it; blocks are empty when the target sees nothing */
    record Share(List<Block> blocks, String outcome) {
        static Share nothing(String outcome) {
            return new Share(List.of(), outcome);
        }
    }

    private final TargetRules rules;
    /** Ids of calls and of results in each stretch, to tell which searches are complete. */
    private final Set<Map.Entry<Integer, String>> calls = new HashSet<>();
    private final Set<Map.Entry<Integer, String>> results = new HashSet<>();

    Entitlement(TargetRules rules, List<Kept> kept) {
        this.rules = rules;
        if (foldsSearches()) {
            for (Kept one : kept) {
                if (one instanceof Kept.Run run) {
                    note(run.blocks(), run.stretch());
                } else if (one instanceof Kept.OriginalTurn turn) {
                    // Such a turn is a stretch of its own, and no run has a negative one.
                    note(turn.blocks(), -1 - turn.turn());
                }
            }
        }
    }

    /** False when this target sees nothing at all. */
    boolean any() {
        return rules.nativeServerTools() || rules.wire().equals(Server.RESPONSES);
    }

    boolean isOwn(Kept kept) {
        return kept.issuer().filter(rules.issuer()::equals).isPresent();
    }

    Share of(Kept.Run run) {
        if (rules.nativeServerTools()) {
            return verbatim(run.blocks(), run.issuer());
        }
        return searches(run.blocks(), run.stretch(), run.issuer());
    }

    /** The searches of a turn that somebody else wrote. */
    Share searchesOf(Kept.OriginalTurn turn) {
        return rules.nativeServerTools() ? Share.nothing("withheld:other-issuer")
                : searches(turn.blocks().stream().filter(Server::is).toList(), -1 - turn.turn(), turn.issuer());
    }

    /** A turn that this target wrote itself, without runs that it would refuse. */
    List<Block> whole(Kept.OriginalTurn turn, Tally tally) {
        List<Block> blocks = new ArrayList<>();
        List<Block> run = new ArrayList<>();
        for (Block block : turn.blocks()) {
            if (Server.is(block)) {
                run.add(block);
            } else {
                blocks.addAll(checked(run, turn, tally));
                run.clear();
                blocks.add(block);
            }
        }
        blocks.addAll(checked(run, turn, tally));
        return blocks;
    }

    private List<Block> checked(List<Block> run, Kept.OriginalTurn turn, Tally tally) {
        if (run.isEmpty()) {
            return List.of();
        }
        Share share = rules.nativeServerTools() ? verbatim(run, turn.issuer()) : searches(run, -1 - turn.turn(), turn.issuer());
        tally.add(share.outcome());
        return share.blocks();
    }

    private boolean foldsSearches() {
        return rules.wire().equals(Server.RESPONSES) && rules.webSearch();
    }

    private Share verbatim(List<Block> run, Optional<String> issuer) {
        if (issuer.filter(maker -> !maker.equals(rules.issuer())).isPresent() || run.stream().anyMatch(block -> !isOfThisWire(block))) {
            return Share.nothing("withheld:other-issuer");
        }
        if (rules.issuer().equals(Server.ANTHROPIC.value())) {
            if (run.stream().anyMatch(Entitlement::isMinted)) {
                return Share.nothing("dropped:foreign-id");
            }
            if (run.stream().anyMatch(Entitlement::lacksCiphertext)) {
                return Share.nothing("dropped:hits-without-ciphertext");
            }
        }
        return new Share(List.copyOf(run), "replayed");
    }

    private boolean isOfThisWire(Block block) {
        return block.raw().filter(raw -> !raw.isOf(rules.wire())).isEmpty();
    }

    /** Only Anthropic makes these ids; all others were made to show somebody else's search. */
    private static boolean isMinted(Block block) {
        if (block instanceof ServerToolCall call) {
            return call.type().equals(Server.CALL) && !Server.hasId(call.id());
        }
        return block instanceof ServerToolResult result && !result.type().equals(MCP_RESULT) && !Server.hasId(result.callId());
    }

    private static boolean lacksCiphertext(Block block) {
        return block instanceof ServerToolResult result && !hitsAreSealed(result.content());
    }

    /** True when every search hit of a result's content has its ciphertext; other content has no hits. */
    static boolean hitsAreSealed(Json content) {
        try (JsonParser parser = Json.MAPPER.getFactory().createParser(content.toBytes())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                return true;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() == JsonToken.START_OBJECT && !isSealed(parser)) {
                    return false;
                }
                parser.skipChildren();
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isSealed(JsonParser parser) throws IOException {
        boolean hit = false;
        boolean sealed = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_STRING && name.equals("type")) {
                hit = parser.getText().equals("web_search_result");
            } else if (value == JsonToken.VALUE_STRING && name.equals("encrypted_content")) {
                sealed = parser.getTextLength() > 0;
            }
            parser.skipChildren();
        }
        return !hit || sealed;
    }

    private void note(List<Block> blocks, int stretch) {
        for (Block block : blocks) {
            if (block instanceof ServerToolCall call && isSearch(call)) {
                calls.add(Map.entry(stretch, call.id()));
            } else if (block instanceof ServerToolResult result && isSearchResult(result)) {
                results.add(Map.entry(stretch, result.callId()));
            }
        }
    }

    /** Own search items as they are, and of others the searches and fetches that are complete. */
    private Share searches(List<Block> run, int stretch, Optional<String> issuer) {
        if (!foldsSearches()) {
            return Share.nothing("withheld:no-search");
        }
        boolean foreign = issuer.filter(maker -> !maker.equals(rules.issuer())).isPresent();
        List<Block> found = new ArrayList<>();
        boolean verbatim = false;
        for (Block block : run) {
            if (!foreign && block.raw().filter(raw -> raw.isOf(rules.wire())).isPresent()) {
                found.add(block);
                verbatim = true;
            } else if (block instanceof ServerToolCall call && isSearch(call) && results.contains(Map.entry(stretch, call.id()))
                    || block instanceof ServerToolResult result && isSearchResult(result) && calls.contains(Map.entry(stretch, result.callId()))) {
                found.add(block);
            }
        }
        return found.isEmpty() ? Share.nothing("withheld:no-slot") : new Share(found, verbatim ? "replayed" : "folded");
    }

    private static boolean isSearch(ServerToolCall call) {
        return call.name().equals(Server.WEB_SEARCH) || call.name().equals(Server.WEB_FETCH);
    }

    private static boolean isSearchResult(ServerToolResult result) {
        return result.type().equals(Server.SEARCH_RESULT) || result.type().equals(Server.FETCH_RESULT);
    }
}
