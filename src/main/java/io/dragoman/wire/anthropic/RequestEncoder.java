package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Losses;
import io.dragoman.wire.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes requests. One that came by this wire goes out as its own bytes, with the parts replaced that changed; any other is
 * {@link ComposedRequest composed}.
 */
final class RequestEncoder {
    private static final String THREAD = "thread";

    private final Conversation conversation;
    private final TargetRules rules;
    private final Losses losses = new Losses();
    private final BlockWriter blocks;

    private RequestEncoder(Conversation conversation, TargetRules rules) {
        this.conversation = conversation;
        this.rules = rules;
        this.blocks = new BlockWriter(rules, losses);
    }

    static Encoded encode(Conversation conversation, TargetRules rules) {
        RequestEncoder encoder = new RequestEncoder(conversation, rules);
        Optional<Origin> origin = conversation.origin().filter(o -> o.wire().equals(AnthropicWire.NAME));
        byte[] body = origin.isPresent() ? encoder.sameWire(origin.get())
                : new ComposedRequest(conversation, rules, encoder.losses, encoder.blocks).toBytes();
        return new Encoded(body, conversation.settings().stream(), encoder.losses.list());
    }

    private byte[] sameWire(Origin origin) {
        if (!rules.issuer().equals(AnthropicWire.NAME.value())) {
            refuseThread(origin);
        }
        Fields changed = changed(origin);
        if (changed.isEmpty()) {
            return origin.document().toBytes();
        }
        boolean inPlace = changed.names().stream().allMatch(name -> origin.field(name).isPresent());
        return inPlace ? splice(origin, changed) : compose(origin, changed);
    }

    /** A thread's earlier messages lie at Anthropic: whoever else answers would answer half of a conversation. */
    static void refuseThread(Origin origin) {
        if (origin.field(THREAD).isPresent()) {
            throw Failure.invalid("thread: threads are kept at Anthropic and cannot be continued by another provider. "
                    + "Send the whole history in messages instead.", THREAD).exception();
        }
    }

    private static byte[] splice(Origin origin, Fields changed) {
        Splice splice = new Splice(origin.document());
        for (String name : changed.names()) {
            splice.replace(origin.fields().get(name), changed.get(name).orElseThrow());
        }
        return splice.toBytes();
    }

    private static byte[] compose(Origin origin, Fields changed) {
        Fields all = new Fields();
        origin.fields().forEach(all::put);
        changed.names().forEach(name -> all.put(name, changed.get(name)));
        return all.toBytes();
    }

    /** The top-level fields that do not go out as they came in. */
    private Fields changed(Origin origin) {
        Fields fields = new Fields();
        if (origin.field(Names.MODEL).filter(was -> conversation.model().equals(was.tree().textValue())).isEmpty()) {
            fields.put(Names.MODEL, conversation.model());
        }
        if (!conversation.systemUntouched() || !conversation.system().stream().allMatch(blocks::isVerbatim)) {
            fields.put(Names.SYSTEM, Fields.array(blocks.write(conversation.system())));
        }
        if (!conversation.turnsUntouched() || !conversation.turns().stream().allMatch(this::isVerbatim)) {
            fields.put(Names.MESSAGES, Fields.array(messages()));
        }
        if (!conversation.toolsUntouched()) {
            tools(origin, fields);
        }
        if (!conversation.settingsUntouched()) {
            settings(origin, fields);
        }
        return fields;
    }

    private boolean isVerbatim(Turn turn) {
        return turn.untouched(AnthropicWire.NAME).isPresent() && turn.blocks().stream().allMatch(blocks::isVerbatim);
    }

    private List<Json> messages() {
        List<Json> messages = new ArrayList<>();
        for (Turn turn : conversation.turns()) {
            if (isVerbatim(turn) && hasKeptItsRole(turn)) {
                messages.add(turn.untouched(AnthropicWire.NAME).orElseThrow());
            } else {
                List<Json> content = blocks.write(turn.blocks());
                if (!content.isEmpty()) {
                    messages.add(message(turn, content));
                }
            }
        }
        return messages;
    }

    private static boolean hasKeptItsRole(Turn turn) {
        return ownFields(turn).isPresent();
    }

    /** The fields of the message that the turn was read from, unless it speaks for somebody else now. */
    private static Optional<Fields> ownFields(Turn turn) {
        Json role = Fields.string(role(turn));
        return turn.source().filter(source -> source.raw().isOf(AnthropicWire.NAME)).map(source -> Fields.of(source.raw().json()))
                .filter(fields -> fields.get(Names.ROLE).filter(role::equals).isPresent());
    }

    /** What else stood in the message, such as its own output_config, stays as long as its role does. */
    private static Json message(Turn turn, List<Json> content) {
        return ownFields(turn).orElseGet(() -> new Fields().put(Names.ROLE, role(turn))).put(Names.CONTENT, Fields.array(content)).json();
    }

    static String role(Turn turn) {
        return switch (turn.role()) {
            case USER -> Names.USER;
            case ASSISTANT -> Names.ASSISTANT;
            case SYSTEM, DEVELOPER -> Names.SYSTEM;
        };
    }

    private void tools(Origin origin, Fields fields) {
        ToolWriter writer = new ToolWriter(rules, losses);
        List<Json> written = new ArrayList<>();
        for (Tool tool : conversation.tools()) {
            tool.accept(writer).ifPresent(written::add);
        }
        fields.put(Names.TOOLS, Fields.array(written));
        if (!origin.toolChoice().equals(conversation.toolChoice())) {
            ToolChoices.write(conversation.toolChoice(), conversation.settings().parallelTools(),
                    new ToolChoices.Forcing(true, rules.forcedSearch()), losses).ifPresent(choice -> fields.put(Names.TOOL_CHOICE, choice));
        }
    }

    /** Only what the gateway itself sets on the client's own wire; everything else in the settings is the client's. */
    private void settings(Origin origin, Fields fields) {
        if (conversation.settings().stream() != origin.settings().stream()) {
            fields.put(Names.STREAM, conversation.settings().stream());
        }
        if (!conversation.settings().maxTokens().equals(origin.settings().maxTokens())) {
            conversation.settings().maxTokens().ifPresent(tokens -> fields.put(Names.MAX_TOKENS, tokens));
        }
    }
}
