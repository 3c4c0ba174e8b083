package io.dragoman.wire.responses;

/** Words of the wire: item types, part types and the field names that several classes share. */
final class Names {
    static final String TYPE = "type";
    static final String ID = "id";
    static final String CALL_ID = "call_id";
    static final String NAME = "name";
    static final String NAMESPACE = "namespace";
    static final String ARGUMENTS = "arguments";
    static final String INPUT = "input";
    static final String OUTPUT = "output";
    static final String CONTENT = "content";
    static final String ROLE = "role";
    static final String TOOLS = "tools";
    static final String ACTION = "action";
    static final String STATUS = "status";
    static final String ANNOTATIONS = "annotations";
    static final String ENCRYPTED_CONTENT = "encrypted_content";

    static final String MESSAGE = "message";
    static final String REASONING = "reasoning";
    static final String FUNCTION = "function";
    static final String FUNCTION_CALL = "function_call";
    static final String FUNCTION_CALL_OUTPUT = "function_call_output";
    static final String CUSTOM = "custom";
    static final String CUSTOM_TOOL_CALL = "custom_tool_call";
    static final String CUSTOM_TOOL_CALL_OUTPUT = "custom_tool_call_output";
    static final String TOOL_SEARCH = "tool_search";
    static final String TOOL_SEARCH_CALL = "tool_search_call";
    static final String TOOL_SEARCH_OUTPUT = "tool_search_output";
    static final String WEB_SEARCH = "web_search";
    static final String WEB_SEARCH_CALL = "web_search_call";
    static final String ADDITIONAL_TOOLS = "additional_tools";
    static final String ITEM_REFERENCE = "item_reference";
    static final String COMPACTION = "compaction";
    static final String COMPACTION_TRIGGER = "compaction_trigger";

    static final String INPUT_TEXT = "input_text";
    static final String OUTPUT_TEXT = "output_text";
    static final String REFUSAL = "refusal";
    static final String INPUT_IMAGE = "input_image";
    static final String INPUT_FILE = "input_file";
    static final String URL_CITATION = "url_citation";

    private Names() {}
}
