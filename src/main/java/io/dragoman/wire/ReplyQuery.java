package io.dragoman.wire;

import io.dragoman.conversation.Tool;
import java.util.Optional;

/**
 * What a reply decoder must know of the request.
 *
 * @param search the hosted web search that the client declared and the provider runs: its limit is enforced by the decoder where the
 *               provider cannot, and its name is the name of the calls
 */
public record ReplyQuery(Optional<Tool.WebSearchTool> search) {
    public static final ReplyQuery NONE = new ReplyQuery(Optional.empty());
}
