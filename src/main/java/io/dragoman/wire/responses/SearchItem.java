package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.wire.ReplyEvents;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A hosted web search. What it found, and how the pages are called, may still be told by anything that comes later, so it is shown only
 * when the reply is over: as a call and its result, next to each other.
 */
final class SearchItem extends OutputItem {
    private static final List<String> INPUT_FIELDS = List.of("query", "queries", "url", "pattern");

    /** Whether the limit of the client lets this call be. */
    enum Standing { UNDECIDED, COUNTED, FREE, TOO_MANY }

    private final Map<String, String> hits = new LinkedHashMap<>();
    private Json json = Json.text("{}");
    private Standing standing = Standing.UNDECIDED;

    SearchItem(int index, String type) {
        super(index, type);
    }

    @Override
    void added(Json item) {
        if (!isDone()) {
            json = item;
            sources(item.tree());
        }
    }

    @Override
    void done(Json item, Completeness completeness) {
        json = item;
        sources(item.tree());
        markDone();
    }

    private void sources(JsonNode item) {
        for (JsonNode source : item.path("action").path("sources")) {
            hit(source.path("url").asText(""), source.path("title").asText(""));
        }
    }

    private void hit(String url, String title) {
        if (Citations.isWeb(url) && hits.getOrDefault(url, "").isEmpty()) {
            hits.put(url, title);
        }
    }

    boolean found(String url) {
        return hits.containsKey(url);
    }

    /** Takes a page that the answer cites, or the title of one that is known already. */
    void cited(String url, String title) {
        hit(url, title);
    }

    /** Opening a page and finding words in it are no searches; an item that does not say what it does may still turn out to be one. */
    Optional<Boolean> isSearch() {
        String action = json.tree().path("action").path("type").asText("");
        return action.isEmpty() && !isDone() ? Optional.empty() : Optional.of(action.isEmpty() || action.equals("search"));
    }

    Standing standing() {
        return standing;
    }

    void standing(Standing decided) {
        standing = decided;
    }

    boolean failed() {
        return error().isPresent();
    }

    private Optional<String> error() {
        if (standing == Standing.TOO_MANY) {
            return Optional.of("max_uses_exceeded");
        }
        JsonNode node = json.tree();
        String status = node.path("status").asText("");
        JsonNode error = node.path("error");
        boolean erred = !error.isMissingNode() && !error.isNull();
        if (!erred && isDone() && (status.isEmpty() || status.equals("completed"))) {
            return Optional.empty();
        }
        String words = error.isTextual() ? error.textValue()
                : error.path("code").asText("") + " " + error.path("type").asText("") + " " + error.path("message").asText("");
        return Optional.of(code(words.toLowerCase(Locale.ROOT)));
    }

    private static String code(String words) {
        if (words.contains("max_uses")) {
            return "max_uses_exceeded";
        }
        if (words.contains("too_many_requests") || words.contains("rate_limit")) {
            return "too_many_requests";
        }
        if (words.contains("query_too_long")) {
            return "query_too_long";
        }
        if (words.contains("request_too_large")) {
            return "request_too_large";
        }
        return words.contains("invalid") ? "invalid_tool_input" : "unavailable";
    }

    @Override
    boolean waitsForTheEnd() {
        return true;
    }

    @Override
    void show(ReplyEvents events, ShowContext context) {
        String shownId = context.searchId(id(), index());
        Optional<Raw> raw = isDone() && standing != Standing.TOO_MANY ? Optional.of(new Raw(ResponsesWire.NAME, json)) : Optional.empty();
        events.whole(new ServerToolCall(shownId, "web_search_call", context.searchName(), input(), raw));
        events.whole(new ServerToolResult(shownId, "web_search_tool_result", result(), Optional.empty()));
    }

    private Json input() {
        ObjectNode input = Json.MAPPER.createObjectNode();
        JsonNode action = json.tree().path("action");
        for (String field : INPUT_FIELDS) {
            if (action.hasNonNull(field)) {
                input.set(field, action.get(field));
            }
        }
        return Json.of(input);
    }

    private Json result() {
        Optional<String> error = error();
        if (error.isPresent()) {
            return Json.of(Json.MAPPER.createObjectNode().put("type", "web_search_tool_result_error").put("error_code", error.get()));
        }
        ArrayNode list = Json.MAPPER.createArrayNode();
        if (isSearch().orElse(true)) {
            hits.forEach((url, title) -> list.addObject().put("type", "web_search_result").put("url", url)
                    .put("title", title.isEmpty() ? url : title).put("encrypted_content", "").putNull("page_age"));
        }
        return Json.of(list);
    }
}
