package io.dragoman.system;

import io.dragoman.testing.Script;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The four kinds of providers, and an answer of each: it thinks, says two words and calls a tool whose arguments come in two pieces. */
enum Upstream {
    A("anthropic"), K("anthropic-compatible"), R("openai-responses"), C("openai-chat");

    /** Frames that are sent at once, and what a client must have seen of them before the next ones are sent. */
    record Stage(String marker, String frames) {}

    /** The last stage has this mark: the client must see its own last frame. */
    static final String END = "";

    final String wire;

    Upstream(String wire) {
        this.wire = wire;
    }

    /** The name of this provider in the settings of {@link #settings}; models of it are {@code name/anything}. */
    String provider() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    String model() {
        return provider() + "/m";
    }

    /** One provider of each kind, all at this address. */
    static Map<String, String> settings(String url) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Upstream each : values()) {
            settings.put("dragoman.provider." + each.provider() + ".wire", each.wire);
            settings.put("dragoman.provider." + each.provider() + ".url", url);
        }
        return settings;
    }

    List<Stage> stages() {
        return switch (this) {
            case A, K -> messages();
            case R -> responses();
            case C -> chat();
        };
    }

    /** What a stream of any words begins with. */
    String begin() {
        return stages().get(0).frames() + stages().get(1).frames();
    }

    /** One more word of a stream that has begun. */
    String word(String word) {
        return switch (this) {
            case A, K -> delta(1, "{\"type\":\"text_delta\",\"text\":\"" + word + "\"}");
            case R -> text("output_text.delta", "\"delta\":\"" + word + "\"");
            case C -> chunk("{\"content\":\"" + word + "\"}", "null");
        };
    }

    /** The rest of such a stream. @param words all that were said since it began; some wires repeat them at the end */
    String end(String words) {
        return stages().stream().skip(3).map(Stage::frames).reduce("", String::concat).replace("alpha omega", "alpha " + words);
    }

    /** The whole stream at once. */
    Script stream() {
        Script script = Script.events();
        stages().forEach(stage -> script.send(stage.frames()));
        return script;
    }

    /** A whole answer of a few words. */
    Script whole(String words) {
        return Script.json(200, switch (this) {
            case A, K -> "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"" + words
                    + "\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":3,\"output_tokens\":2}}";
            case R -> "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"model\":\"m\",\"status\":\"completed\",\"output\":[" + message("completed",
                    "{\"type\":\"output_text\",\"text\":\"" + words + "\",\"annotations\":[]}") + "],\"usage\":{\"input_tokens\":3,\"output_tokens\":2,\"total_tokens\":5}}";
            case C -> "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                    + "\"content\":\"" + words + "\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,\"total_tokens\":5}}";
        });
    }

    /** Its way to say that something went wrong. */
    String error(String type, String message) {
        String error = "\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"";
        return this == A || this == K ? "{\"type\":\"error\"," + error + "}}" : "{" + error + ",\"code\":null,\"param\":null}}";
    }

    private static List<Stage> messages() {
        return List.of(
                new Stage("ponder", event("message_start", "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],"
                        + "\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}")
                        + start(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}") + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"ponder\"}")),
                new Stage("alpha", delta(0, "{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}") + stop(0) + start(1, "{\"type\":\"text\",\"text\":\"\"}")
                        + delta(1, "{\"type\":\"text_delta\",\"text\":\"alpha \"}")),
                new Stage("omega", delta(1, "{\"type\":\"text_delta\",\"text\":\"omega\"}")),
                new Stage("get_weather", stop(1) + start(2, "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"get_weather\",\"input\":{}}")),
                new Stage("Antana", delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\\\"Antana\"}")),
                new Stage("narivo", delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"narivo\\\"}\"}")),
                new Stage(END, stop(2) + event("message_delta", "\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":9}")
                        + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"));
    }

    private static String start(int index, String block) {
        return event("content_block_start", "\"index\":" + index + ",\"content_block\":" + block);
    }

    private static String delta(int index, String delta) {
        return event("content_block_delta", "\"index\":" + index + ",\"delta\":" + delta);
    }

    private static String stop(int index) {
        return event("content_block_stop", "\"index\":" + index);
    }

    private static List<Stage> responses() {
        String reasoning = "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"ponder\"}],\"encrypted_content\":\"ZW5j\"}";
        String part = "{\"type\":\"output_text\",\"text\":\"alpha omega\",\"annotations\":[]}";
        String call = "{\"id\":\"fc_1\",\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"get_weather\",\"arguments\":\"%s\",\"status\":\"%s\"}";
        String arguments = "{\\\"city\\\":\\\"Antananarivo\\\"}";
        String ended = String.format(call, arguments, "completed");
        return List.of(
                new Stage("ponder", event("response.created", "\"response\":" + response("in_progress", ""))
                        + item("added", 0, "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}")
                        + event("response.reasoning_summary_part.added", "\"item_id\":\"rs_1\",\"output_index\":0,\"summary_index\":0,\"part\":{\"type\":\"summary_text\",\"text\":\"\"}")
                        + event("response.reasoning_summary_text.delta", "\"item_id\":\"rs_1\",\"output_index\":0,\"summary_index\":0,\"delta\":\"ponder\"")),
                new Stage("alpha", event("response.reasoning_summary_text.done", "\"item_id\":\"rs_1\",\"output_index\":0,\"summary_index\":0,\"text\":\"ponder\"")
                        + item("done", 0, reasoning) + item("added", 1, message("in_progress", ""))
                        + text("content_part.added", "\"part\":{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}") + text("output_text.delta", "\"delta\":\"alpha \"")),
                new Stage("omega", text("output_text.delta", "\"delta\":\"omega\"")),
                new Stage("get_weather", text("output_text.done", "\"text\":\"alpha omega\"") + text("content_part.done", "\"part\":" + part)
                        + item("done", 1, message("completed", part)) + item("added", 2, String.format(call, "", "in_progress"))),
                new Stage("Antana", call("{\\\"city\\\":\\\"Antana")),
                new Stage("narivo", call("narivo\\\"}")),
                new Stage(END, event("response.function_call_arguments.done", "\"item_id\":\"fc_1\",\"output_index\":2,\"arguments\":\"" + arguments + "\"")
                        + item("done", 2, ended)
                        + event("response.completed", "\"response\":" + response("completed", reasoning + "," + message("completed", part) + "," + ended))));
    }

    private static String response(String status, String output) {
        return "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"model\":\"m\",\"status\":\"" + status + "\",\"output\":[" + output
                + "],\"usage\":{\"input_tokens\":3,\"output_tokens\":9,\"total_tokens\":12}}";
    }

    private static String message(String status, String parts) {
        return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"" + status + "\",\"content\":[" + parts + "]}";
    }

    private static String item(String what, int index, String item) {
        return event("response.output_item." + what, "\"output_index\":" + index + ",\"item\":" + item);
    }

    private static String text(String what, String fields) {
        return event("response." + what, "\"item_id\":\"msg_1\",\"output_index\":1,\"content_index\":0," + fields);
    }

    private static String call(String arguments) {
        return event("response.function_call_arguments.delta", "\"item_id\":\"fc_1\",\"output_index\":2,\"delta\":\"" + arguments + "\"");
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }

    private static List<Stage> chat() {
        String call = "{\"tool_calls\":[{\"index\":0,%s\"function\":{%s\"arguments\":\"%s\"}}]}";
        return List.of(
                new Stage("ponder", chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null") + chunk("{\"reasoning_content\":\"ponder\"}", "null")),
                new Stage("alpha", chunk("{\"content\":\"alpha \"}", "null")),
                new Stage("omega", chunk("{\"content\":\"omega\"}", "null")),
                new Stage("get_weather", chunk(String.format(call, "\"id\":\"call_1\",\"type\":\"function\",", "\"name\":\"get_weather\",", ""), "null")),
                new Stage("Antana", chunk(String.format(call, "", "", "{\\\"city\\\":\\\"Antana"), "null")),
                new Stage("narivo", chunk(String.format(call, "", "", "narivo\\\"}"), "null")),
                new Stage(END, chunk("{}", "\"tool_calls\"") + "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":9,\"total_tokens\":12}}\n\ndata: [DONE]\n\n"));
    }

    private static String chunk(String delta, String finish) {
        return "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta
                + ",\"finish_reason\":" + finish + "}]}\n\n";
    }
}
