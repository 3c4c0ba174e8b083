package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Json;
import java.util.Map;
import java.util.Optional;

/**
 * Tools that Anthropic defines and the client runs. They are declared by their type alone; for other wires, which want a schema, the
 * inputs that the vendor documents for them stand here.
 */
final class ClientTools {
    private record Definition(String description, Json schema) {}

    private static final String PATH = "\"path\":{\"type\":\"string\"}";
    private static final Map<String, Definition> DEFINITIONS = Map.of(
            "bash", new Definition("Runs a command in a persistent bash session.", object(
                    "\"command\":{\"type\":\"string\",\"description\":\"The command. Required unless restart is true.\"},"
                            + "\"restart\":{\"type\":\"boolean\",\"description\":\"Restarts the session.\"}", "")),
            "text_editor", new Definition("Views, creates and edits text files.", object("\"command\":{\"type\":\"string\","
                    + "\"enum\":[\"view\",\"create\",\"str_replace\",\"insert\"]}," + PATH + ",\"file_text\":{\"type\":\"string\"},"
                    + "\"old_str\":{\"type\":\"string\"},\"new_str\":{\"type\":\"string\"},\"insert_line\":{\"type\":\"integer\"},"
                    + "\"insert_text\":{\"type\":\"string\"},\"view_range\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}",
                    "\"command\",\"path\"")),
            "memory", new Definition("Reads and writes files of the memory directory /memories.", object(
                    "\"command\":{\"type\":\"string\",\"enum\":[\"view\",\"create\",\"str_replace\",\"insert\",\"delete\",\"rename\"]},"
                            + PATH + ",\"file_text\":{\"type\":\"string\"},\"old_str\":{\"type\":\"string\"},"
                            + "\"new_str\":{\"type\":\"string\"},\"insert_line\":{\"type\":\"integer\"},"
                            + "\"insert_text\":{\"type\":\"string\"},\"old_path\":{\"type\":\"string\"},"
                            + "\"new_path\":{\"type\":\"string\"},\"view_range\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}",
                    "\"command\"")));

    private ClientTools() {}

    /** Schema of a client tool's input, whatever the version of its type; empty for a tool that has none here. */
    static Optional<Json> schema(String type) {
        return definition(type).map(Definition::schema);
    }

    static String description(String type) {
        return definition(type).map(Definition::description).orElse("");
    }

    private static Optional<Definition> definition(String type) {
        return Optional.ofNullable(DEFINITIONS.get(type.replaceFirst("_\\d{8}$", "")));
    }

    private static Json object(String properties, String required) {
        return Json.text("{\"type\":\"object\",\"properties\":{" + properties + "},\"required\":[" + required + "]}");
    }
}
