package io.dragoman.wire.anthropic;

import java.util.Set;

/** Words of the wire that more than one class spells. */
final class Names {
    static final String TYPE = "type";
    static final String CONTENT = "content";
    static final String ROLE = "role";
    static final String ASSISTANT = "assistant";
    static final String USER = "user";
    static final String SYSTEM = "system";
    static final String MODEL = "model";
    static final String MESSAGES = "messages";
    static final String TOOLS = "tools";
    static final String TOOL_CHOICE = "tool_choice";
    static final String MAX_TOKENS = "max_tokens";
    static final String STREAM = "stream";
    static final String OUTPUT_CONFIG = "output_config";
    static final String CACHE_CONTROL = "cache_control";

    static final String TEXT = "text";
    static final String CITATIONS = "citations";
    static final String THINKING = "thinking";
    static final String SIGNATURE = "signature";
    static final String REDACTED_THINKING = "redacted_thinking";
    static final String DATA = "data";
    static final String TOOL_USE = "tool_use";
    static final String TOOL_RESULT = "tool_result";
    static final String TOOL_USE_ID = "tool_use_id";
    static final String SERVER_TOOL_USE = "server_tool_use";
    static final String MCP_TOOL_USE = "mcp_tool_use";
    static final String INPUT = "input";
    static final String ID = "id";
    static final String NAME = "name";
    static final String TITLE = "title";
    static final String IMAGE = "image";
    static final String DOCUMENT = "document";
    static final String SEARCH_RESULT = "search_result";
    static final String ENCRYPTED_INDEX = "encrypted_index";
    static final String CALLER = "caller";

    static final String ERROR = "error";
    static final String MESSAGE = "message";
    static final String USAGE = "usage";
    static final String STOP_REASON = "stop_reason";
    static final String STOP_SEQUENCE = "stop_sequence";
    static final String STOP_DETAILS = "stop_details";
    static final String INDEX = "index";
    static final String DELTA = "delta";
    static final String CONTENT_BLOCK = "content_block";

    /** Top-level fields that the model holds; all others are known to this wire alone. */
    static final Set<String> MODELLED = Set.of(MODEL, MESSAGES, SYSTEM, TOOLS, TOOL_CHOICE, MAX_TOKENS, STREAM, "temperature", "top_p",
            "top_k", "stop_sequences", "metadata", THINKING, OUTPUT_CONFIG, "output_format", "service_tier");

    private Names() {}

    /** What a provider's own tool returned, whatever the tool. */
    static boolean isServerToolResult(String type) {
        return type.endsWith("_tool_result") && !type.equals(TOOL_RESULT);
    }

    static boolean isServerToolUse(String type) {
        return type.equals(SERVER_TOOL_USE) || type.equals(MCP_TOOL_USE);
    }
}
