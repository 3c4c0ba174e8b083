package io.dragoman.bench;

import java.nio.charset.StandardCharsets;

/** Request bodies that look like a coding agent's: a system prompt, a few tools, and a history of messages and tool calls up to the size asked for. */
final class Requests {
    private static final String FILLER = "The quick brown fox jumps over the lazy dog, and then it edits src/main/java/App.java in line 42. ";

    private Requests() {}

    /**
     * @param wire  A, R or C
     * @param model model name as the receiver shall read it
     * @param bytes about how long the body is
     */
    static byte[] body(char wire, String model, int bytes, boolean stream) {
        var json = new StringBuilder(bytes + 4096);
        json.append("{\"model\":\"").append(model).append("\",\"stream\":").append(stream);
        switch (wire) {
            case 'A' -> json.append(",\"max_tokens\":512,\"system\":\"Be short.\",\"messages\":[");
            case 'R' -> json.append(",\"instructions\":\"Be short.\",\"store\":false,\"input\":[");
            default -> json.append(stream ? ",\"stream_options\":{\"include_usage\":true}" : "")
                    .append(",\"messages\":[{\"role\":\"system\",\"content\":\"Be short.\"},");
        }
        String text = FILLER.repeat(10);
        for (int i = 0; json.length() + 2500 < bytes; i++) {
            turn(json, wire, text, i);
        }
        String last = FILLER.repeat(Math.max(1, Math.min(20, (bytes - json.length() - 300) / FILLER.length())));
        json.append(wire == 'R' ? "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"" + last + "\"}]}"
                : "{\"role\":\"user\",\"content\":\"" + last + "\"}");
        json.append("],\"tools\":[").append(tool(wire)).append("]}");
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void turn(StringBuilder json, char wire, String text, int i) {
        String id = switch (wire) {
            case 'A' -> "toolu_01Bench" + i;
            default -> "call_Bench" + i;
        };
        switch (wire) {
            case 'A' -> json.append("{\"role\":\"user\",\"content\":\"").append(text).append("\"},{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Let me see.\"},{\"type\":\"tool_use\",\"id\":\"")
                    .append(id).append("\",\"name\":\"read_file\",\"input\":{\"path\":\"a.txt\"}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"").append(id)
                    .append("\",\"content\":\"").append(text).append("\"}]},{\"role\":\"assistant\",\"content\":\"Done.\"},");
            case 'R' -> json.append("{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"").append(text).append("\"}]},{\"type\":\"function_call\",\"call_id\":\"")
                    .append(id).append("\",\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"a.txt\\\"}\"},{\"type\":\"function_call_output\",\"call_id\":\"").append(id)
                    .append("\",\"output\":\"").append(text).append("\"},{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"Done.\",\"annotations\":[]}]},");
            default -> json.append("{\"role\":\"user\",\"content\":\"").append(text).append("\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"").append(id)
                    .append("\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"a.txt\\\"}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"").append(id)
                    .append("\",\"content\":\"").append(text).append("\"},{\"role\":\"assistant\",\"content\":\"Done.\"},");
        }
    }

    private static String tool(char wire) {
        String schema = "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}";
        return switch (wire) {
            case 'A' -> "{\"name\":\"read_file\",\"description\":\"Reads a file\",\"input_schema\":" + schema + "}";
            case 'R' -> "{\"type\":\"function\",\"name\":\"read_file\",\"description\":\"Reads a file\",\"strict\":false,\"parameters\":" + schema + "}";
            default -> "{\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"description\":\"Reads a file\",\"parameters\":" + schema + "}}";
        };
    }

    static String path(char wire) {
        return switch (wire) {
            case 'A' -> "/v1/messages";
            case 'R' -> "/v1/responses";
            default -> "/v1/chat/completions";
        };
    }
}
