package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes one message of the blocks of an answer: texts become its content, reasoning its reasoning_content, calls its tool_calls. Sources
 * become annotations at the end, and what the message cannot hold goes into a carrier beside them.
 */
final class ChatReplyEncoder implements ReplyEncoder, Event.Cases<Void> {
    /** A block between its start and its end. */
    private interface Growing {
        default void add(String delta) {}

        default void finish(Block whole) {}
    }

    private static final Growing SILENT = new Growing() {};

    private final ReplyContext context;
    private final AnswerOutput output;
    private final TextOrder texts;
    private final Map<Integer, Growing> open = new HashMap<>();
    private final Map<Integer, Integer> places = new HashMap<>();
    /** In the order in which they started; empty while a block is open. */
    private final List<Optional<Block>> blocks = new ArrayList<>();
    private ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean ended;
    private int calls;
    private boolean thought;

    ChatReplyEncoder(ReplyContext context, AnswerOutput output) {
        this.context = context;
        this.output = output;
        this.texts = new TextOrder(text -> output.content(text, out));
    }

    @Override
    public String contentType() {
        return output.contentType();
    }

    @Override
    public void event(Event event, ByteArrayOutputStream target) {
        if (!ended) {
            out = target;
            event.accept(this);
        }
    }

    @Override
    public void keepAlive(ByteArrayOutputStream target) {
        if (!ended) {
            output.keepAlive(target);
        }
    }

    @Override
    public Void started(Event.Started event) {
        // A later attempt numbers its blocks from the beginning again.
        open.clear();
        places.clear();
        output.started(event.model());
        return null;
    }

    @Override
    public Void blockStarted(Event.BlockStarted event) {
        places.put(event.block(), blocks.size());
        blocks.add(Optional.empty());
        open.put(event.block(), event.shell().accept(new Opening()));
        return null;
    }

    @Override
    public Void textDelta(Event.TextDelta event) {
        return grow(event.block(), event.text());
    }

    @Override
    public Void thinkingDelta(Event.ThinkingDelta event) {
        return grow(event.block(), event.text());
    }

    @Override
    public Void argumentsDelta(Event.ArgumentsDelta event) {
        return grow(event.block(), event.json());
    }

    private Void grow(int block, String delta) {
        if (!delta.isEmpty()) {
            open.getOrDefault(block, SILENT).add(delta);
        }
        return null;
    }

    @Override
    public Void signatureDelta(Event.SignatureDelta event) {
        return null;
    }

    @Override
    public Void citationAdded(Event.CitationAdded event) {
        return null;
    }

    @Override
    public Void blockFinished(Event.BlockFinished event) {
        blocks.set(places.get(event.block()), Optional.of(event.whole()));
        open.remove(event.block()).finish(event.whole());
        return null;
    }

    @Override
    public Void finished(Event.Finished event) {
        List<JsonNode> annotations = annotations();
        List<JsonNode> details = reasoningDetails();
        if (!annotations.isEmpty() || !details.isEmpty()) {
            output.extras(annotations, details, out);
        }
        output.finished(StopReasons.write(event.reason(), calls > 0), event.usage(), out);
        ended = true;
        return null;
    }

    @Override
    public Void failed(Event.Failed event) {
        output.failed(event.failure(), out);
        ended = true;
        return null;
    }

    private List<JsonNode> annotations() {
        List<JsonNode> annotations = new ArrayList<>();
        for (TextOrder.Placed text : texts.placed()) {
            text.citations().forEach(citation -> Citations.write(citation, text.from(), text.length()).ifPresent(annotations::add));
        }
        return annotations;
    }

    private List<JsonNode> reasoningDetails() {
        List<Block> whole = blocks.stream().flatMap(Optional::stream).filter(block -> block.raw().isPresent()).toList();
        List<JsonNode> details = new ArrayList<>();
        whole.stream().filter(ForeignParts::isOwn).forEach(block -> block.raw().orElseThrow().json().tree().path("reasoning_details")
                .forEach(details::add));
        if (whole.stream().anyMatch(block -> block.accept(ForeignParts.NEED_A_CARRIER))) {
            details.add(JsonNodeFactory.instance.objectNode().put("type", "reasoning.encrypted")
                    .put("data", context.target().get().seal().seal(whole)));
        }
        return details;
    }

    /** Decides how a block that starts is shown. */
    private final class Opening implements Block.Cases<Growing> {
        @Override
        public Growing text(Text block) {
            return block.raw().filter(ChatBlocks::isRefusal).isPresent() ? new GrowingRefusal() : new GrowingText();
        }

        @Override
        public Growing thinking(Thinking block) {
            return new GrowingReasoning();
        }

        @Override
        public Growing toolCall(ToolCall block) {
            Optional<Aliases.ClientTool> alias = Optional.ofNullable(context.target().get().aliases().tools().get(block.name()));
            ToolCall.Form form = alias.map(Aliases.ClientTool::form).orElse(block.form());
            return new GrowingCall(block.id(), alias.map(Aliases.ClientTool::name).orElse(block.name()), form, block.form());
        }

        @Override
        public Growing image(Image block) {
            return SILENT;
        }

        @Override
        public Growing document(Document block) {
            return SILENT;
        }

        @Override
        public Growing redactedThinking(RedactedThinking block) {
            return SILENT;
        }

        @Override
        public Growing toolResult(ToolResult block) {
            return SILENT;
        }

        @Override
        public Growing serverToolCall(ServerToolCall block) {
            return SILENT;
        }

        @Override
        public Growing serverToolResult(ServerToolResult block) {
            return SILENT;
        }

        @Override
        public Growing carried(Carried block) {
            return SILENT;
        }

        @Override
        public Growing opaque(Opaque block) {
            return SILENT;
        }
    }

    private final class GrowingText implements Growing {
        private final TextOrder.Part part = texts.open();

        @Override
        public void add(String delta) {
            part.append(delta);
        }

        @Override
        public void finish(Block whole) {
            if (whole instanceof Text text) {
                if (part.isEmpty()) {
                    part.append(text.text());
                }
                part.finish(text.citations());
            }
        }
    }

    private final class GrowingRefusal implements Growing {
        private boolean written;

        @Override
        public void add(String delta) {
            written = true;
            output.refusal(delta, out);
        }

        @Override
        public void finish(Block whole) {
            if (!written && whole instanceof Text text && !text.text().isEmpty()) {
                output.refusal(text.text(), out);
            }
        }
    }

    private final class GrowingReasoning implements Growing {
        private boolean written;

        @Override
        public void add(String delta) {
            // Stretches of reasoning are paragraphs of one text here.
            String border = thought && !written ? "\n\n" : "";
            written = true;
            thought = true;
            output.reasoning(border + delta, out);
        }

        @Override
        public void finish(Block whole) {
            if (!written && whole instanceof Thinking thinking && !thinking.text().isEmpty()) {
                add(thinking.text());
            }
        }
    }

    private final class GrowingCall implements Growing {
        private final int index = calls++;
        private final boolean custom;
        /** The client wants free text and the provider writes it as a JSON string: only whole can it be taken out. */
        private final boolean unpacks;
        private boolean written;

        private GrowingCall(String id, String name, ToolCall.Form client, ToolCall.Form provider) {
            custom = client == ToolCall.Form.TEXT;
            unpacks = custom && provider == ToolCall.Form.JSON;
            output.call(index, id, name, custom, out);
        }

        @Override
        public void add(String delta) {
            if (!unpacks) {
                written = true;
                output.arguments(index, custom, delta, out);
            }
        }

        @Override
        public void finish(Block whole) {
            if (whole instanceof ToolCall call && !written) {
                String all = unpacks ? ToolArguments.freeText(call.arguments()) : call.arguments();
                String shown = !custom && all.isBlank() ? ToolArguments.NONE : all;
                if (!shown.isEmpty()) {
                    output.arguments(index, custom, shown, out);
                }
            }
        }
    }
}
