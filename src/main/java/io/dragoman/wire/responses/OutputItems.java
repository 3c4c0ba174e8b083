package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.StopReason.Kind;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.responses.OutputItem.Completeness;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The items of one reply. Each belongs to its output index; it begins to show when all before it have begun, so that blocks come in
 * their order whatever the order of events. A search, and all that stands behind it, waits for the end of the reply.
 */
final class OutputItems {
    private static final Set<String> EVENTS = Set.of("response.output_item.added", "response.output_item.done",
            "response.content_part.added", "response.content_part.done", "response.output_text.delta", "response.output_text.done",
            "response.output_text.annotation.added", "response.refusal.delta", "response.refusal.done",
            "response.function_call_arguments.delta", "response.function_call_arguments.done", "response.custom_tool_call_input.delta",
            "response.custom_tool_call_input.done", "response.reasoning_summary_text.delta", "response.reasoning_summary_text.done",
            "response.reasoning_summary_part.done", "response.reasoning_text.delta");
    /** Text held back behind a search. */
    private static final long MAX_HELD_CHARS = 32L << 20;

    private final ReplyEvents events;
    private final Searches searches;
    private final TreeMap<Integer, OutputItem> byIndex = new TreeMap<>();
    private final Map<String, OutputItem> byId = new HashMap<>();
    private final Set<String> callIds = new HashSet<>();
    private int next;
    private long heldChars;
    private boolean anyHidden;

    OutputItems(ReplyQuery query, ReplyEvents events) {
        this.events = events;
        searches = new Searches(query.search().map(Tool.WebSearchTool::name).orElse("web_search"),
                query.search().flatMap(Tool.WebSearchTool::maxUses));
    }

    /** True when the provider works at something that is shown only when it is complete. */
    boolean anyHidden() {
        return anyHidden;
    }

    static boolean knows(String type) {
        return EVENTS.contains(type);
    }

    void event(String type, Payload payload) {
        switch (type) {
            case "response.output_item.added" -> item(payload).added(json(payload));
            case "response.output_item.done" -> complete(item(payload), json(payload), Completeness.WHOLE);
            case "response.content_part.added", "response.content_part.done" ->
                    payload.part().filter(OutputItems::isMessagePart).ifPresent(part -> message(payload).partObject(payload.partIndex(), part));
            case "response.output_text.delta" -> text(payload, TextPart.Kind.TEXT);
            case "response.refusal.delta" -> text(payload, TextPart.Kind.REFUSAL);
            case "response.output_text.done" -> message(payload).whole(payload.partIndex(), TextPart.Kind.TEXT, payload.text());
            case "response.refusal.done" -> message(payload).whole(payload.partIndex(), TextPart.Kind.REFUSAL, payload.text());
            case "response.output_text.annotation.added" ->
                    payload.annotation().ifPresent(a -> message(payload).annotation(payload.partIndex(), a));
            case "response.function_call_arguments.delta" -> call(payload, "function_call").delta(payload.delta());
            case "response.custom_tool_call_input.delta" -> call(payload, "custom_tool_call").delta(payload.delta());
            case "response.function_call_arguments.done" -> call(payload, "function_call").argumentsDone(payload.text());
            case "response.custom_tool_call_input.done" -> call(payload, "custom_tool_call").argumentsDone(payload.text());
            case "response.reasoning_summary_text.delta" -> reasoning(payload).summary(payload.partIndex(), payload.delta());
            case "response.reasoning_text.delta" -> reasoning(payload).content(payload.partIndex(), payload.delta());
            case "response.reasoning_summary_text.done" -> reasoning(payload).summaryDone(payload.partIndex(), payload.text());
            case "response.reasoning_summary_part.done" -> reasoning(payload).summaryDone(payload.partIndex(),
                    payload.part().map(part -> part.tree().path("text").asText("")).orElse(""));
            default -> throw new IllegalStateException("No rule for " + type + ".");
        }
        advance();
        if (type.startsWith("response.output_item.") && searches.isOverLimit(byIndex.values())) {
            stopAtLimit();
        }
    }

    private static boolean isMessagePart(Json part) {
        String type = part.tree().path("type").asText("");
        return type.equals("output_text") || type.equals("refusal");
    }

    private static Json json(Payload payload) {
        return payload.item().orElseThrow(() -> OutputItem.broken("The provider sent an item event without its item."));
    }

    private void text(Payload payload, TextPart.Kind kind) {
        MessageItem message = message(payload);
        message.delta(payload.partIndex(), kind, payload.delta());
        if (!message.isShowing()) {
            heldChars += payload.delta().length();
            if (heldChars > MAX_HELD_CHARS) {
                throw OutputItem.broken("The provider sent too much text behind an item that is not complete.");
            }
        }
    }

    private OutputItem item(Payload payload) {
        JsonNode item = json(payload).tree();
        String type = item.path("type").asText("");
        String id = item.path("id").asText("");
        OutputItem found = find(payload, id, type).orElseGet(() -> create(type, free(payload)));
        return owned(found, id, type);
    }

    private MessageItem message(Payload payload) {
        return (MessageItem) addressed(payload, "message");
    }

    private CallItem call(Payload payload, String type) {
        return (CallItem) addressed(payload, type);
    }

    private ReasoningItem reasoning(Payload payload) {
        return (ReasoningItem) addressed(payload, "reasoning");
    }

    /** The item that an event of this type speaks of; some hosts send no events for items, only for their content. */
    private OutputItem addressed(Payload payload, String type) {
        Optional<OutputItem> named = find(payload, payload.itemId(), type);
        if (named.isEmpty() && payload.itemId().isEmpty() && !payload.hasOutputIndex()) {
            named = onlyOpen(type);
        }
        return owned(named.orElseGet(() -> create(type, free(payload))), payload.itemId(), type);
    }

    private Optional<OutputItem> find(Payload payload, String id, String type) {
        Optional<OutputItem> known = named(id);
        if (!payload.hasOutputIndex()) {
            return known.isPresent() || id.isEmpty() ? known : unnamed(type);
        }
        if (known.isPresent() && known.get().index() != payload.outputIndex()) {
            throw OutputItem.broken("The provider sent one item under two output indices.");
        }
        return Optional.ofNullable(byIndex.get(payload.outputIndex()));
    }

    private Optional<OutputItem> named(String id) {
        return id.isEmpty() ? Optional.empty() : Optional.ofNullable(byId.get(id));
    }

    /** An item of this type that has no id yet. */
    private Optional<OutputItem> unnamed(String type) {
        return byIndex.values().stream().filter(item -> item.id().isEmpty() && item.type().equals(type) && !item.isDone()).findFirst();
    }

    private Optional<OutputItem> onlyOpen(String type) {
        List<OutputItem> open = byIndex.values().stream().filter(item -> item.type().equals(type) && !item.isDone()).toList();
        if (open.size() > 1) {
            throw OutputItem.broken("The provider sent an event that may belong to two items.");
        }
        return open.stream().findFirst();
    }

    private int free(Payload payload) {
        return payload.hasOutputIndex() ? payload.outputIndex() : byIndex.isEmpty() ? 0 : byIndex.lastKey() + 1;
    }

    private OutputItem create(String type, int index) {
        OutputItem created = OutputItem.of(type, index);
        byIndex.put(index, created);
        anyHidden |= created instanceof SearchItem || created instanceof OtherItem;
        return created;
    }

    /** The item, if id and type are still its own. */
    private OutputItem owned(OutputItem item, String id, String type) {
        if (!item.type().equals(type)) {
            throw OutputItem.broken("The provider changed the type of an item.");
        }
        if (!id.isEmpty()) {
            if (!item.id().isEmpty() && !item.id().equals(id)) {
                throw OutputItem.broken("The provider sent two items under one output index.");
            }
            if (item.id().isEmpty()) {
                item.bind(id);
                byId.put(id, item);
            }
        }
        return item;
    }

    private void complete(OutputItem item, Json json, Completeness completeness) {
        boolean first = !item.isDone();
        item.done(json, completeness);
        if (first && item.isDone() && item instanceof CallItem call && !callIds.add(call.callId())) {
            throw OutputItem.broken("The provider gave two tool calls one id.");
        }
    }

    private void advance() {
        for (OutputItem item = byIndex.get(next); item != null; item = byIndex.get(next)) {
            if (!item.isShowing() && !item.waitsForTheEnd()) {
                item.begin(events, searches);
            }
            if (item.isUnbegun()) {
                return;
            }
            next++;
        }
    }

    /** The reply is over. @param output items as the provider lists them, possibly more than it sent, possibly fewer */
    void terminal(JsonNode output, Completeness completeness) {
        int position = 0;
        Set<OutputItem> listed = new HashSet<>();
        for (JsonNode node : output) {
            OutputItem item = listed(node, position++, listed);
            listed.add(item);
            boolean cut = completeness == Completeness.CUT && node.path("status").asText("").equals("in_progress");
            complete(item, Json.of(node), cut || completeness == Completeness.CUT && isHalf(node) ? Completeness.CUT : Completeness.WHOLE);
            if (searches.isOverLimit(byIndex.headMap(item.index(), true).values())) {
                stopAtLimit();
                return;
            }
        }
        searches.settle(byIndex.values());
        showAll(byIndex.values());
        byIndex.values().forEach(item -> item.end(completeness));
    }

    /** In an answer that was cut, the last call may be listed with what it had so far. */
    private static boolean isHalf(JsonNode item) {
        if (!item.path("type").asText("").equals("function_call")) {
            return false;
        }
        try {
            return !Json.MAPPER.readTree(item.path("arguments").asText("")).isObject();
        } catch (IOException e) {
            return true;
        }
    }

    private OutputItem listed(JsonNode node, int position, Set<OutputItem> taken) {
        String id = node.path("id").asText("");
        String type = node.path("type").asText("");
        Optional<OutputItem> there = Optional.ofNullable(byIndex.get(position));
        Predicate<OutputItem> fits = item -> item.type().equals(type) && !taken.contains(item) && (id.isEmpty() || item.id().isEmpty());
        Optional<OutputItem> known = named(id).or(() -> there.filter(fits)).or(() -> byIndex.values().stream().filter(fits).findFirst());
        if (known.isEmpty() && there.isPresent() && !taken.contains(there.get())) {
            throw OutputItem.broken("The provider's finished response has another item than its stream.");
        }
        return owned(known.orElseGet(() -> create(type, there.isEmpty() ? position : byIndex.lastKey() + 1)), id, type);
    }

    private void showAll(Iterable<OutputItem> all) {
        for (OutputItem item : all) {
            if (!item.isShowing()) {
                item.begin(events, searches);
            }
        }
    }

    /** One search more than the client allows: the answer ends with it, and what the provider says afterwards is nobody's. */
    private void stopAtLimit() {
        SearchItem extra = searches.extra();
        for (OutputItem item : byIndex.headMap(extra.index()).values()) {
            if (!item.isDone() && !(item instanceof SearchItem)) {
                throw Failure.cut("The provider searched more often than allowed while another part of its answer was open.").exception();
            }
        }
        searches.settle(byIndex.headMap(extra.index(), true).values());
        showAll(byIndex.headMap(extra.index(), true).values());
        events.finished(ownEnd(byIndex.headMap(extra.index()).values()),
                UsageFields.read(Json.MAPPER.missingNode(), searches.counted()));
    }

    long searches() {
        return searches.counted();
    }

    StopReason ownEnd() {
        return ownEnd(byIndex.values());
    }

    private static StopReason ownEnd(Iterable<OutputItem> all) {
        Kind kind = Kind.END;
        for (OutputItem item : all) {
            if (item instanceof CallItem || item instanceof OtherItem other && other.isClientCall()) {
                return StopReason.of(Kind.TOOL_CALLS, "completed");
            }
            if (item instanceof MessageItem message && message.refuses()) {
                kind = Kind.REFUSAL;
            }
        }
        return StopReason.of(kind, "completed");
    }
}
