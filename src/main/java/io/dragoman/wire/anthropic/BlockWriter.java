package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes the blocks of a request: as they were read where they are this wire's own and the provider may have them whole, else made anew.
 * Empty: the provider does not get the block.
 */
final class BlockWriter implements Block.Cases<Optional<Json>> {
    private static final String REASONING = "messages[].reasoning";
    private static final String PARTS = "messages[].content[].";

    private final TargetRules rules;
    private final Losses losses;
    private final MediaWriter media;

    BlockWriter(TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
        this.media = new MediaWriter(losses, this);
    }

    List<Json> write(List<Block> blocks) {
        List<Json> written = new ArrayList<>();
        for (Block block : blocks) {
            block.accept(this).ifPresent(written::add);
        }
        return written;
    }

    /** True when the block goes out as it was read. A text that stood as a plain string has no JSON of its own and does too. */
    boolean isVerbatim(Block block) {
        Optional<Json> own = own(block);
        if (own.isEmpty()) {
            return block instanceof Text && block.raw().isEmpty();
        }
        Optional<Json> written = block.accept(this);
        return written.isPresent() && written.get() == own.get();
    }

    private static Optional<Json> own(Block block) {
        return block.raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).map(Raw::json);
    }

    @Override
    public Optional<Json> text(Text block) {
        Optional<Json> own = own(block);
        if (own.isPresent()) {
            return Optional.of(withFittingCitations(block, own.get()));
        }
        if (!block.citations().isEmpty()) {
            losses.dropped(PARTS + "annotations", "Anthropic takes only the citations that it made.");
        }
        // Anthropic refuses a text of nothing but blanks.
        return block.text().isBlank() ? Optional.empty()
                : Optional.of(Fields.typed(Names.TEXT).put(Names.TEXT, block.text()).json());
    }

    private Json withFittingCitations(Text block, Json own) {
        List<Json> fitting = new ArrayList<>();
        for (Citation citation : block.citations()) {
            if (Citations.fits(citation, rules)) {
                citation.raw().ifPresent(raw -> fitting.add(raw.json()));
            }
        }
        if (fitting.size() == block.citations().size()) {
            return own;
        }
        losses.dropped(PARTS + Names.CITATIONS, "Citations of a search go only to the provider that ran it.");
        Fields fields = Fields.of(own);
        return (fitting.isEmpty() ? fields.drop(Names.CITATIONS) : fields.put(Names.CITATIONS, Fields.array(fitting))).json();
    }

    @Override
    public Optional<Json> image(Image block) {
        return own(block).or(() -> media.image(block.media()));
    }

    @Override
    public Optional<Json> document(Document block) {
        return own(block).or(() -> media.document(block.media(), block.title()));
    }

    @Override
    public Optional<Json> thinking(Thinking block) {
        if (rules.reasoning() == ReasoningReturn.UNSIGNED && !block.text().isEmpty()) {
            return Optional.of(Fields.typed(Names.THINKING).put(Names.THINKING, block.text()).json());
        }
        // Anthropic itself refuses thinking that nobody signed.
        boolean proven = block.signature().isPresent() || !rules.nativeServerTools();
        return proven ? reasoning(block, block.issuer()) : unfit();
    }

    @Override
    public Optional<Json> redactedThinking(RedactedThinking block) {
        return rules.reasoning() == ReasoningReturn.UNSIGNED ? unfit() : reasoning(block, block.issuer());
    }

    private Optional<Json> reasoning(Block block, Optional<String> issuer) {
        boolean theirs = issuer.isEmpty() || issuer.get().equals(rules.issuer());
        Optional<Json> own = own(block).filter(json -> theirs && rules.reasoning() != ReasoningReturn.NONE);
        return own.isPresent() ? own : unfit();
    }

    private Optional<Json> unfit() {
        losses.dropped(REASONING, "Reasoning goes only to the provider that made it.");
        return Optional.empty();
    }

    @Override
    public Optional<Json> toolCall(ToolCall block) {
        Optional<Json> own = own(block);
        if (own.isPresent()) {
            return Optional.of(rules.nativeServerTools() ? own.get() : withoutServerCaller(own.get()));
        }
        return Optional.of(Fields.typed(Names.TOOL_USE).put(Names.ID, block.id())
                .put(Names.NAME, ToolWriter.nameOf(block.name(), block.namespace())).put(Names.INPUT, input(block)).json());
    }

    /** A call made by code that ran at Anthropic names that run; elsewhere it is a call like any other. */
    private Json withoutServerCaller(Json own) {
        Optional<JsonScan.Value> caller = JsonScan.reply(own.toBytes()).given(Names.CALLER);
        if (caller.flatMap(value -> value.field("tool_id")).isEmpty()) {
            return own;
        }
        losses.dropped(PARTS + Names.CALLER, "The caller is a run of code at another provider.");
        return Fields.of(own).drop(Names.CALLER).json();
    }

    /** The input must be an object: what is none is kept inside one. */
    static Json input(ToolCall call) {
        if (call.form() == ToolCall.Form.TEXT) {
            return new Fields().put(Names.INPUT, call.arguments()).json();
        }
        String text = call.arguments().strip();
        if (text.isEmpty() || text.equals("null")) {
            return Fields.EMPTY_OBJECT;
        }
        return isObject(text) ? Json.text(text) : new Fields().put("arguments", text).json();
    }

    static boolean isObject(String json) {
        try {
            return json.startsWith("{") && JsonScan.reply(Json.text(json).toBytes()).is(JsonScan.Kind.OBJECT);
        } catch (DragomanException e) {
            return false;
        }
    }

    @Override
    public Optional<Json> toolResult(ToolResult block) {
        Optional<Json> own = own(block);
        if (own.isPresent() && block.content().stream().allMatch(this::isVerbatim)) {
            return own;
        }
        Fields fields = own.map(Fields::of).orElseGet(() -> Fields.typed(Names.TOOL_RESULT).put(Names.TOOL_USE_ID, block.callId()));
        List<Json> content = write(block.content());
        if (content.isEmpty()) {
            fields.drop(Names.CONTENT);
        } else {
            fields.put(Names.CONTENT, content.size() == 1 ? plain(block.content(), content) : Fields.array(content));
        }
        if (block.error()) {
            fields.put("is_error", true);
        }
        return Optional.of(fields.json());
    }

    private static Json plain(List<Block> blocks, List<Json> content) {
        return blocks.size() == 1 && blocks.get(0) instanceof Text text && text.raw().isEmpty() ? Fields.string(text.text())
                : Fields.array(content);
    }

    @Override
    public Optional<Json> serverToolCall(ServerToolCall block) {
        return serverTool(block);
    }

    @Override
    public Optional<Json> serverToolResult(ServerToolResult block) {
        return serverTool(block);
    }

    private Optional<Json> serverTool(Block block) {
        Optional<Json> own = own(block).filter(json -> rules.nativeServerTools());
        if (own.isEmpty()) {
            losses.dropped("messages[].server_tools", "An exchange with a provider's tool goes only to the provider that ran it.");
        }
        return own;
    }

    /** The gateway's own; no provider gets it, and nothing is lost. */
    @Override
    public Optional<Json> carried(Carried block) {
        return Optional.empty();
    }

    @Override
    public Optional<Json> opaque(Opaque block) {
        Optional<Json> own = own(block);
        if (own.isPresent()) {
            return own;
        }
        if (block.type().contains("audio") || block.type().contains("video")) {
            throw Failure.invalid("Anthropic takes no " + block.type() + " parts.", Names.MESSAGES).exception();
        }
        losses.dropped(PARTS + block.type(), "The part has no form on the Anthropic wire.");
        return Optional.empty();
    }
}
