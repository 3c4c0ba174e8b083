package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.WireName;
import java.util.regex.Pattern;

/** What is known of server tools: whose ids they have and what their results are called. */
final class Server {
    static final WireName ANTHROPIC = new WireName("anthropic");
    static final WireName RESPONSES = new WireName("responses");
    static final String CALL = "server_tool_use";
    static final String SEARCH_ITEM = "web_search_call";
    static final String WEB_SEARCH = "web_search";
    static final String WEB_FETCH = "web_fetch";
    static final String SEARCH_RESULT = "web_search_tool_result";
    static final String FETCH_RESULT = "web_fetch_tool_result";

    private static final Block.Cases<Boolean> IS = new Kinds<Boolean>() {
        @Override
        public Boolean any(Block other) {
            return false;
        }

        @Override
        public Boolean serverToolCall(ServerToolCall call) {
            return true;
        }

        @Override
        public Boolean serverToolResult(ServerToolResult result) {
            return true;
        }
    };
    private static final String ID_PREFIX = "srvtoolu_";
    private static final Pattern ID = Pattern.compile("srvtoolu_[a-zA-Z0-9_]+");
    private static final Pattern VERSION = Pattern.compile("_\\d{8}$");
    private static final String TOOL_SEARCH = "tool_search_tool";

    private Server() {}

    static boolean is(Block block) {
        return block.accept(IS);
    }

    static boolean hasId(String id) {
        return id.startsWith(ID_PREFIX);
    }

    static boolean isId(String id) {
        return ID.matcher(id).matches();
    }

    /** The name that blocks carry: clients may have stored a declared type. */
    static String plainName(String name) {
        return VERSION.matcher(name).replaceFirst("");
    }

    /** The family of a tool: both tool searches have one kind of result. */
    static String family(String name) {
        return name.startsWith(TOOL_SEARCH) ? TOOL_SEARCH : name;
    }

    /** The type of a result follows from the name of the call, not from what the result holds. */
    static String resultType(String name) {
        return name.startsWith(TOOL_SEARCH) ? "tool_search_tool_result" : name + "_tool_result";
    }
}
