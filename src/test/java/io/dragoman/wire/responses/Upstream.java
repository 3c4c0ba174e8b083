package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Tool;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.sse.SseFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A scripted Responses provider: builds the frames of one reply. JSON may be written with single quotes. */
final class Upstream {
    final List<SseFrame.Event> frames = new ArrayList<>();
    private final String responseId;

    Upstream() {
        this("resp_1");
    }

    Upstream(String responseId) {
        this.responseId = responseId;
    }

    static JsonNode json(String text) {
        try {
            return Json.MAPPER.readTree(text.indexOf('\'') >= 0 ? text.replace('\'', '"') : text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    static ObjectNode object() {
        return Json.MAPPER.createObjectNode();
    }

    Upstream event(String type, ObjectNode fields) {
        ObjectNode event = object();
        event.put("type", type);
        event.put("sequence_number", frames.size());
        event.setAll(fields);
        return frame(type, event.toString());
    }

    Upstream frame(String name, String data) {
        frames.add(new SseFrame.Event(name, data));
        return this;
    }

    ObjectNode response(String status, String more) {
        ObjectNode response = object();
        response.put("id", responseId).put("object", "response").put("status", status).put("model", "gpt-x");
        response.putArray("output");
        response.putNull("error");
        response.set("usage", json("{'input_tokens':21,'input_tokens_details':{'cached_tokens':5},'output_tokens':9,"
                + "'output_tokens_details':{'reasoning_tokens':4},'total_tokens':30}"));
        response.setAll((ObjectNode) json(more));
        return response;
    }

    Upstream created() {
        return event("response.created", object().set("response", response("in_progress", "{}")));
    }

    Upstream added(int index, String item) {
        return event("response.output_item.added", object().put("output_index", index).set("item", json(item)));
    }

    Upstream done(int index, JsonNode item) {
        return event("response.output_item.done", object().put("output_index", index).set("item", item));
    }

    Upstream text(int index, String id, String delta) {
        return event("response.output_text.delta", object().put("item_id", id).put("output_index", index).put("content_index", 0)
                .put("delta", delta));
    }

    Upstream textDone(int index, String id, String text) {
        return event("response.output_text.done", object().put("item_id", id).put("output_index", index).put("content_index", 0)
                .put("text", text));
    }

    Upstream arguments(int index, String id, String delta) {
        return event("response.function_call_arguments.delta", object().put("item_id", id).put("output_index", index).put("delta", delta));
    }

    Upstream argumentsDone(int index, String id, String arguments) {
        return event("response.function_call_arguments.done", object().put("item_id", id).put("output_index", index)
                .put("arguments", arguments));
    }

    Upstream openMessage(int index, String id) {
        return added(index, "{'type':'message','id':'" + id + "','role':'assistant','status':'in_progress','content':[]}");
    }

    Upstream openCall(int index, String id, String callId, String name) {
        return added(index, "{'type':'function_call','id':'" + id + "','call_id':'" + callId + "','name':'" + name
                + "','arguments':'','status':'in_progress'}");
    }

    Upstream openSearch(int index, String id) {
        return added(index, "{'type':'web_search_call','id':'" + id + "','status':'in_progress'}");
    }

    Upstream message(int index, String id, String text) {
        return openMessage(index, id).text(index, id, text).done(index, messageItem(id, text));
    }

    Upstream terminal(String type, String status, List<JsonNode> output, String more) {
        ObjectNode response = response(status, more);
        ArrayNode list = response.putArray("output");
        output.forEach(list::add);
        return event("response." + type, object().set("response", response));
    }

    Upstream completed(JsonNode... output) {
        return terminal("completed", "completed", List.of(output), "{}");
    }

    Upstream incomplete(String reason, JsonNode... output) {
        return terminal("incomplete", "incomplete", List.of(output), "{'incomplete_details':{'reason':'" + reason + "'}}");
    }

    static ObjectNode messageItem(String id, String text, JsonNode... annotations) {
        ObjectNode item = object();
        item.put("id", id).put("type", "message").put("role", "assistant").put("status", "completed");
        ObjectNode part = item.putArray("content").addObject();
        part.put("type", "output_text").put("text", text);
        ArrayNode list = part.putArray("annotations");
        List.of(annotations).forEach(list::add);
        return item;
    }

    static ObjectNode callItem(String id, String callId, String name, String arguments) {
        return object().put("id", id).put("type", "function_call").put("status", "completed").put("call_id", callId).put("name", name)
                .put("arguments", arguments);
    }

    static ObjectNode searchItem(String id, String action) {
        ObjectNode item = object();
        item.put("id", id).put("type", "web_search_call").put("status", "completed");
        if (!action.isEmpty()) {
            item.set("action", json(action));
        }
        return item;
    }

    static ObjectNode search(String id, String query, String... urls) {
        ObjectNode item = searchItem(id, "{'type':'search','query':'" + query + "'}");
        ArrayNode sources = ((ObjectNode) item.get("action")).putArray("sources");
        for (String url : urls) {
            sources.addObject().put("type", "url").put("url", url);
        }
        return item;
    }

    static ObjectNode cite(String url, String title, int start, int end) {
        return object().put("type", "url_citation").put("url", url).put("title", title).put("start_index", start).put("end_index", end);
    }

    Told decode() {
        return decode(ReplyQuery.NONE);
    }

    Told decode(ReplyQuery query) {
        return decode(query, frames.size());
    }

    /** Decodes the first frames only, then the bytes are over. */
    Told decode(ReplyQuery query, int count) {
        Told told = new Told();
        ReplyDecoder decoder = new ReplyDecoder(query, told);
        frames.subList(0, count).forEach(decoder::frame);
        decoder.end();
        return told;
    }

    static ReplyQuery search(long maxUses) {
        return new ReplyQuery(Optional.of(new Tool.WebSearchTool("web_search", "web_search_20250305", Optional.of(maxUses), List.of(),
                List.of(), Optional.empty(), true, Optional.empty())));
    }
}
