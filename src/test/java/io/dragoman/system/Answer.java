package io.dragoman.system;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import io.dragoman.system.Growth.Said;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A whole answer as one kind of provider gives it. */
final class Answer {
    private final Upstream provider;
    private final int number;
    private final ArrayNode parts = Json.MAPPER.createArrayNode();
    private final ArrayNode calls = Json.MAPPER.createArrayNode();
    private final List<String> words = new ArrayList<>();
    private final List<String> thoughts = new ArrayList<>();
    private boolean searched;
    private int ids;

    private Answer(Upstream provider, int number) {
        this.provider = provider;
        this.number = number;
    }

    /** @param number of the turn; ids of different turns differ */
    static byte[] of(Upstream provider, int number, List<Said> said) {
        Answer answer = new Answer(provider, number);
        said.forEach(answer::add);
        if (answer.parts.isEmpty()) {
            answer.add(new Said.Words("Nothing."));
        }
        return answer.whole().toString().getBytes(StandardCharsets.UTF_8);
    }

    private String id(String prefix) {
        return prefix + number + "x" + ids++;
    }

    private void add(Said said) {
        if (said instanceof Said.Words text) {
            words(text.text());
        } else if (said instanceof Said.Thought thought) {
            thought(thought.text());
        } else if (said instanceof Said.Call call) {
            call(call.tool());
        } else {
            search(((Said.Search) said).query());
        }
    }

    private void words(String text) {
        words.add(text);
        if (provider == Upstream.R) {
            ObjectNode item = parts.addObject().put("id", id("msg_")).put("type", "message").put("role", "assistant").put("status", "completed");
            ObjectNode part = item.putArray("content").addObject().put("type", "output_text").put("text", text);
            ArrayNode annotations = part.putArray("annotations");
            if (searched) {
                annotations.addObject().put("type", "url_citation").put("start_index", 0).put("end_index", 1).put("url", "https://e.example/1").put("title", "E");
            }
        } else {
            ObjectNode block = parts.addObject().put("type", "text").put("text", text);
            if (searched) {
                block.putArray("citations").addObject().put("type", "web_search_result_location").put("url", "https://e.example/1").put("title", "E")
                        .put("cited_text", "t").put("encrypted_index", "RW5jSWR4");
            }
        }
    }

    private void thought(String text) {
        thoughts.add(text);
        if (provider == Upstream.R) {
            ObjectNode item = parts.addObject().put("id", id("rs_")).put("type", "reasoning");
            item.putArray("summary").addObject().put("type", "summary_text").put("text", text);
            item.put("encrypted_content", "RW5j" + number);
        } else {
            parts.addObject().put("type", "thinking").put("thinking", text).put("signature", "c2ln" + number);
        }
    }

    private void call(String tool) {
        String id = id(provider == Upstream.A || provider == Upstream.K ? "toolu_" : "call_");
        if (provider == Upstream.R) {
            parts.addObject().put("id", id("fc_")).put("type", "function_call").put("call_id", id).put("name", tool).put("arguments", "{\"city\": \"Rome\"}")
                    .put("status", "completed");
        } else {
            parts.addObject().put("type", "tool_use").put("id", id).put("name", tool).putObject("input").put("city", "Rome");
        }
        calls.addObject().put("id", id).put("type", "function").putObject("function").put("name", tool).put("arguments", "{\"city\": \"Rome\"}");
    }

    private void search(String query) {
        if (provider == Upstream.R) {
            ObjectNode item = parts.addObject().put("id", id("ws_")).put("type", "web_search_call").put("status", "completed");
            item.putObject("action").put("type", "search").put("query", query);
            searched = true;
        } else if (provider == Upstream.A) {
            String id = id("srvtoolu_");
            parts.addObject().put("type", "server_tool_use").put("id", id).put("name", "web_search").putObject("input").put("query", query);
            parts.addObject().put("type", "web_search_tool_result").put("tool_use_id", id).putArray("content").addObject().put("type", "web_search_result")
                    .put("url", "https://e.example/1").put("title", "E").put("encrypted_content", "RW5jQ29u" + number).putNull("page_age");
            searched = true;
        }
    }

    private ObjectNode whole() {
        ObjectNode reply = Json.MAPPER.createObjectNode();
        return switch (provider) {
            case A, K -> {
                reply.put("id", "msg_" + number).put("type", "message").put("role", "assistant").put("model", "m").set("content", parts);
                reply.put("stop_reason", calls.isEmpty() ? "end_turn" : "tool_use").putNull("stop_sequence");
                reply.putObject("usage").put("input_tokens", 3).put("output_tokens", 2);
                yield reply;
            }
            case R -> {
                reply.put("id", "resp_" + number).put("object", "response").put("created_at", 1).put("model", "m").put("status", "completed").set("output", parts);
                reply.putObject("usage").put("input_tokens", 3).put("output_tokens", 2).put("total_tokens", 5);
                yield reply;
            }
            case C -> {
                reply.put("id", "chatcmpl-" + number).put("object", "chat.completion").put("created", 1).put("model", "m");
                ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
                choice.put("finish_reason", calls.isEmpty() ? "stop" : "tool_calls");
                ObjectNode message = choice.putObject("message").put("role", "assistant");
                message.put("content", words.isEmpty() ? null : String.join("\n", words));
                if (!thoughts.isEmpty()) {
                    message.put("reasoning_content", String.join("\n", thoughts));
                }
                if (!calls.isEmpty()) {
                    message.set("tool_calls", calls);
                }
                reply.putObject("usage").put("prompt_tokens", 3).put("completion_tokens", 2).put("total_tokens", 5);
                yield reply;
            }
        };
    }
}
