package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;

/** Questions about one block. */
final class Kind {
    private Kind() {}

    static boolean isThinking(Block block) {
        return block instanceof Thinking || block instanceof RedactedThinking;
    }

    static boolean isServer(Block block) {
        return block instanceof ServerToolCall || block instanceof ServerToolResult;
    }

    /** Only an assistant says it. */
    static boolean isAssistants(Block block) {
        return isThinking(block) || isServer(block) || block instanceof ToolCall;
    }

    static boolean isResult(Block block) {
        return block instanceof ToolResult;
    }

    /** Ids of calls that the provider answers itself; a client tool never has one. */
    static boolean isServerId(String id) {
        return id.startsWith("srvtoolu_") || id.startsWith("mcptoolu_");
    }
}
