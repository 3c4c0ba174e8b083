package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases.ClientTool;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.responses.ReplyHead.Standing;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The items of one reply toward a client of this wire, made of a reply's events. Texts that follow one another are parts of one message,
 * so that their borders survive; all else is an item of its own. Streams and whole replies are made here alike.
 */
final class ReplyItems implements Event.Cases<Void> {
    private final ReplyContext context;
    private final ReplyHead head;
    private final ReplyFrames frames;
    private final TreeMap<Integer, byte[]> output = new TreeMap<>();
    private final Map<Integer, BlockOut> open = new LinkedHashMap<>();
    private final Set<String> ids = new HashSet<>();
    private final Carrier carrier;
    private final ServerTools serverTools;
    private Optional<MessageOut> message = Optional.empty();
    private Optional<ReplyContext.Answering> answering = Optional.empty();
    private ByteArrayOutputStream out = new ByteArrayOutputStream(0);
    private Optional<Standing> ending = Optional.empty();
    private boolean opened;
    private boolean refused;
    private int nextIndex;

    ReplyItems(ReplyContext context, ReplyFrames frames) {
        this.context = context;
        this.frames = frames;
        head = new ReplyHead(context);
        carrier = new Carrier(this);
        serverTools = new ServerTools(this, carrier);
    }

    void event(Event event, ByteArrayOutputStream target) {
        out = target;
        if (ending.isEmpty()) {
            event.accept(this);
        }
    }

    void keepAlive(ByteArrayOutputStream target) {
        out = target;
        if (ending.isEmpty()) {
            if (opened) {
                send("response.in_progress", json -> json.raw("response", JsonOut.object(head::writeShort)));
            }
            open();
        }
    }

    ReplyHead head() {
        return head;
    }

    /** How the reply ended; empty while it runs. */
    Optional<Standing> ending() {
        return ending;
    }

    // ------------------------------------------------------------------------------------------------------------------ for the blocks

    void send(String type, JsonOut.Fields fields) {
        frames.send(out, type, fields);
    }

    /** Gives out the next output index. Only a message goes on over several blocks, so any other item ends it. */
    int nextIndex() {
        message.ifPresent(MessageOut::seal);
        message = Optional.empty();
        return nextIndex++;
    }

    /** An item id of our own, or the provider's where it is one of this wire. */
    String id(String prefix, int index, Optional<Raw> raw) {
        Optional<String> own = raw.filter(r -> r.isOf(ResponsesWire.NAME)).map(r -> r.json().tree().path("id")).filter(JsonNode::isTextual)
                .map(JsonNode::textValue).filter(id -> id.startsWith(prefix));
        String id = own.filter(ids::add).orElseGet(() -> prefix + context.replyId() + "_" + index);
        ids.add(id);
        return id;
    }

    void added(int index, byte[] item) {
        send("response.output_item.added", json -> json.number("output_index", index).raw("item", item));
    }

    void done(int index, byte[] item) {
        output.put(index, item);
        send("response.output_item.done", json -> json.number("output_index", index).raw("item", item));
    }

    /** The message that the next text belongs to. */
    MessageOut message() {
        carrier.beforeVisible();
        if (message.isEmpty()) {
            message = Optional.of(new MessageOut(this, nextIndex()));
        }
        return message.get();
    }

    /** Something that the client shows comes next: what it cannot hold goes before it. */
    void beforeVisible() {
        carrier.beforeVisible();
    }

    String seal(List<Block> blocks) {
        return answering().seal().seal(blocks);
    }

    void refused() {
        refused = true;
    }

    private ReplyContext.Answering answering() {
        if (answering.isEmpty()) {
            answering = Optional.of(context.target().get());
        }
        return answering.get();
    }

    // ---------------------------------------------------------------------------------------------------------------------- the events

    @Override
    public Void started(Event.Started event) {
        if (!opened) {
            head.model(event.model());
        }
        return null;
    }

    private void open() {
        if (!opened) {
            opened = true;
            byte[] running = JsonOut.object(json -> head.write(json, Standing.running()));
            send("response.created", json -> json.raw("response", running));
            send("response.in_progress", json -> json.raw("response", running));
        }
    }

    @Override
    public Void blockStarted(Event.BlockStarted event) {
        open();
        open.put(event.block(), event.shell().accept(new Starts()));
        return null;
    }

    @Override
    public Void textDelta(Event.TextDelta event) {
        block(event.block()).text(event.text());
        return null;
    }

    @Override
    public Void thinkingDelta(Event.ThinkingDelta event) {
        block(event.block()).thinking(event.text());
        return null;
    }

    @Override
    public Void signatureDelta(Event.SignatureDelta event) {
        // Part of the finished block.
        return null;
    }

    @Override
    public Void argumentsDelta(Event.ArgumentsDelta event) {
        block(event.block()).arguments(event.json());
        return null;
    }

    @Override
    public Void citationAdded(Event.CitationAdded event) {
        // Its range can be told only when the text is whole.
        return null;
    }

    @Override
    public Void blockFinished(Event.BlockFinished event) {
        BlockOut block = block(event.block());
        open.remove(event.block());
        block.finish(event.whole());
        return null;
    }

    private BlockOut block(int number) {
        BlockOut block = open.get(number);
        if (block == null) {
            throw new IllegalStateException("Block " + number + " is not open.");
        }
        return block;
    }

    @Override
    public Void finished(Event.Finished event) {
        open();
        Optional<String> incomplete = StopReasons.incompleteReason(event.reason(), refused);
        open.values().forEach(BlockOut::giveUp);
        String status = incomplete.isPresent() ? "incomplete" : "completed";
        message.ifPresent(last -> last.seal(status));
        message = Optional.empty();
        carrier.last();
        end(new Standing(status, List.copyOf(output.values()), Optional.of(event.usage()), Optional.empty(), incomplete));
        return null;
    }

    @Override
    public Void failed(Event.Failed event) {
        open();
        end(new Standing("failed", List.copyOf(output.values()), Optional.empty(), Optional.of(event.failure()), Optional.empty()));
        return null;
    }

    private void end(Standing standing) {
        ending = Optional.of(standing);
        send("response." + standing.status(), json -> json.raw("response", JsonOut.object(response -> head.write(response, standing))));
    }

    /** What becomes of a block that begins. */
    private final class Starts implements Block.Cases<BlockOut> {
        @Override
        public BlockOut text(Text block) {
            return new TextOut(ReplyItems.this, block, carrier);
        }

        @Override
        public BlockOut thinking(Thinking block) {
            return new ReasoningOut(ReplyItems.this, block.raw());
        }

        @Override
        public BlockOut redactedThinking(RedactedThinking block) {
            return new ReasoningOut(ReplyItems.this, block.raw());
        }

        @Override
        public BlockOut toolCall(ToolCall block) {
            ClientTool tool = answering().aliases().tools().getOrDefault(block.name(),
                    new ClientTool(block.name(), block.namespace().orElse(""), block.form()));
            return isToolSearch(tool) || block.raw().filter(CallOut::isToolSearch).isPresent() ? new ToolSearchOut(ReplyItems.this)
                    : new CallOut(ReplyItems.this, block, tool);
        }

        /** The client's tool search was told to the provider as a function. */
        private boolean isToolSearch(ClientTool tool) {
            return tool.name().equals(Names.TOOL_SEARCH) && context.request().tools().stream().filter(t -> t.name().equals(tool.name()))
                    .map(Tool::raw).flatMap(Optional::stream).anyMatch(CallOut::isToolSearch);
        }

        @Override
        public BlockOut serverToolCall(ServerToolCall block) {
            return serverTools.call();
        }

        @Override
        public BlockOut serverToolResult(ServerToolResult block) {
            return serverTools.result();
        }

        @Override
        public BlockOut opaque(Opaque block) {
            return serverTools.opaque();
        }

        @Override
        public BlockOut image(Image block) {
            return new Unseen();
        }

        @Override
        public BlockOut document(Document block) {
            return new Unseen();
        }

        @Override
        public BlockOut toolResult(ToolResult block) {
            return new Unseen();
        }

        @Override
        public BlockOut carried(Carried block) {
            return new Unseen();
        }
    }

    /** A block that no provider sends in a reply. */
    private static final class Unseen extends BlockOut {
        @Override
        void finish(Block whole) {}
    }
}
