package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.ReplyContext;
import java.util.List;
import java.util.Optional;

/**
 * Finished blocks of a reply as a client gets them: Anthropic's own as they are, others in the nearest form. Empty: there is none.
 *
 * <p>Reasoning of another provider is shown as thinking, and what that provider needs to take it back travels as the signature, or as
 * redacted data where nothing may be shown.
 */
final class ClientBlocks implements Block.Cases<Optional<Json>> {
    private final ReplyContext context;
    private final ToolIds ids;

    ClientBlocks(ReplyContext context) {
        this.context = context;
        this.ids = new ToolIds(context.replyId());
    }

    static Optional<Json> own(Block block) {
        return block.raw().filter(raw -> raw.isOf(AnthropicWire.NAME)).map(Raw::json);
    }

    /** The client's id for a call. To be asked once a call. */
    String id(ToolCall call) {
        return ids.fit(call.id());
    }

    /** The start of a call, its input not yet told. */
    Json callStart(ToolCall call, String id) {
        String name = Optional.ofNullable(context.target().get().aliases().tools().get(call.name()))
                .map(Aliases.ClientTool::name).orElse(call.name());
        Optional<Json> own = own(call);
        if (own.isPresent() && id.equals(call.id()) && name.equals(call.name())) {
            return own.get();
        }
        Fields fields = own.map(Fields::of).orElseGet(() -> Fields.typed(Names.TOOL_USE));
        return fields.put(Names.ID, id).put(Names.NAME, name).put(Names.INPUT, fields.get(Names.INPUT).orElse(Fields.EMPTY_OBJECT)).json();
    }

    @Override
    public Optional<Json> text(Text block) {
        Optional<Json> own = own(block);
        if (own.isPresent() || block.text().isEmpty()) {
            return own;
        }
        List<Json> citations = block.citations().stream().flatMap(citation -> Citations.forClient(citation).stream()).toList();
        Fields fields = Fields.typed(Names.TEXT).put(Names.TEXT, block.text());
        return Optional.of((citations.isEmpty() ? fields : fields.put(Names.CITATIONS, Fields.array(citations))).json());
    }

    @Override
    public Optional<Json> thinking(Thinking block) {
        Optional<Json> own = own(block);
        if (own.isPresent()) {
            return own;
        }
        if (block.text().isEmpty()) {
            return redacted(block);
        }
        return Optional.of(Fields.typed(Names.THINKING).put(Names.THINKING, block.text()).put(Names.SIGNATURE, signature(block)).json());
    }

    /** What the provider needs of its reasoning; empty when it gave nothing to take back. */
    String signature(Block block) {
        return block.raw().isPresent() ? context.target().get().seal().seal(List.of(block)) : "";
    }

    private Optional<Json> redacted(Block block) {
        String data = signature(block);
        return data.isEmpty() ? Optional.empty() : Optional.of(Fields.typed(Names.REDACTED_THINKING).put(Names.DATA, data).json());
    }

    @Override
    public Optional<Json> redactedThinking(RedactedThinking block) {
        return own(block).or(() -> redacted(block));
    }

    /** A call whose input was cut short is left out: it could only be told with an input that nobody made. */
    @Override
    public Optional<Json> toolCall(ToolCall block) {
        String arguments = block.arguments().isBlank() ? "{}" : block.arguments().strip();
        if (block.form() == ToolCall.Form.JSON && !BlockWriter.isObject(arguments)) {
            return Optional.empty();
        }
        Json input = block.form() == ToolCall.Form.JSON ? Json.text(arguments) : BlockWriter.input(block);
        Json start = callStart(block, id(block));
        return Optional.of(own(block).filter(start::equals).orElseGet(() -> Fields.of(start).put(Names.INPUT, input).json()));
    }

    @Override
    public Optional<Json> serverToolCall(ServerToolCall block) {
        return own(block).or(() -> Optional.of(Fields.typed(Names.SERVER_TOOL_USE).put(Names.ID, block.id())
                .put(Names.NAME, block.name()).put(Names.INPUT, block.input()).json()));
    }

    @Override
    public Optional<Json> serverToolResult(ServerToolResult block) {
        return own(block).or(() -> Optional.of(Fields.typed(block.type()).put(Names.TOOL_USE_ID, block.callId())
                .put(Names.CONTENT, hits(block.content())).json()));
    }

    /** Clients expect these fields in every hit; another provider's hits have nothing for them. */
    private static Json hits(Json content) {
        JsonScan.Value value = JsonScan.reply(content.toBytes());
        if (!value.is(JsonScan.Kind.ARRAY)) {
            return content;
        }
        return Fields.array(value.elements().stream().map(element -> {
            if (element.text(Names.TYPE).filter("web_search_result"::equals).isEmpty()) {
                return element.json();
            }
            Fields hit = Fields.of(element);
            absent(hit, Names.TITLE, Fields.EMPTY_TEXT);
            absent(hit, "encrypted_content", Fields.EMPTY_TEXT);
            absent(hit, "page_age", Fields.NULL);
            return hit.json();
        }).toList());
    }

    private static void absent(Fields fields, String name, Json value) {
        if (fields.get(name).isEmpty()) {
            fields.put(name, value);
        }
    }

    @Override
    public Optional<Json> opaque(Opaque block) {
        return own(block);
    }

    @Override
    public Optional<Json> image(Image block) {
        return own(block);
    }

    @Override
    public Optional<Json> document(Document block) {
        return own(block);
    }

    @Override
    public Optional<Json> toolResult(ToolResult block) {
        return own(block);
    }

    @Override
    public Optional<Json> carried(Carried block) {
        return own(block);
    }
}
