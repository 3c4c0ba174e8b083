package io.dragoman.wire.responses;

import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.wire.ReplyEvents;

/**
 * One item of a reply, owned by its output index. It collects what comes for it; from the moment all items before it have begun it
 * shows what it has, and then what comes at once.
 */
abstract class OutputItem {
    /** Whether the provider's words say that an item is all there. */
    enum Completeness { WHOLE, CUT }

    /** What an item must know of the reply to show itself. */
    interface ShowContext {
        /** How the client calls its hosted search. */
        String searchName();

        /** A stable id for a search, within the charset that all clients take. */
        String searchId(String itemId, int index);
    }

    private final int index;
    private final String type;
    private String id = "";
    private boolean done;
    private boolean showing;

    OutputItem(int index, String type) {
        this.index = index;
        this.type = type;
    }

    static OutputItem of(String type, int index) {
        return switch (type) {
            case "message" -> new MessageItem(index, type);
            case "reasoning" -> new ReasoningItem(index, type);
            case "function_call", "custom_tool_call" -> new CallItem(index, type);
            case "web_search_call" -> new SearchItem(index, type);
            default -> new OtherItem(index, type);
        };
    }

    final int index() {
        return index;
    }

    final String type() {
        return type;
    }

    /** The provider's id of this item, empty while it gave none. */
    final String id() {
        return id;
    }

    final void bind(String itemId) {
        id = itemId;
    }

    final boolean isDone() {
        return done;
    }

    final void markDone() {
        done = true;
    }

    final boolean isShowing() {
        return showing;
    }

    /** Begins to show; called once, when all items before have begun. */
    final void begin(ReplyEvents events, ShowContext context) {
        showing = true;
        show(events, context);
    }

    /** The item as the provider announced it. */
    abstract void added(Json item);

    /** The item as the provider completed it; may come again with the end of the reply. */
    abstract void done(Json item, Completeness completeness);

    /** Shows what is there. */
    abstract void show(ReplyEvents events, ShowContext context);

    /** True while nothing behind this item may be shown, since this one has not begun. */
    boolean isUnbegun() {
        return !showing;
    }

    /** Held back until the reply is over. */
    boolean waitsForTheEnd() {
        return false;
    }

    /** The reply is over. @param completeness whether it came to its own end */
    void end(Completeness completeness) {}

    static RuntimeException broken(String message) {
        return Failure.protocol(message).exception();
    }
}
