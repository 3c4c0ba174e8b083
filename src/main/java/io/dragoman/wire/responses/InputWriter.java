package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.CONTENT;
import static io.dragoman.wire.responses.Names.ROLE;
import static io.dragoman.wire.responses.Names.TYPE;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Losses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes turns as input items, in source order. An untouched item of this wire goes out as it came; neighbouring texts are parts of one message. */
final class InputWriter {
    private final TargetRules rules;
    private final Losses losses;
    private final PartWriter parts;
    private final SearchFold searches;
    private final CallWriter calls;
    private final List<Item> items = new ArrayList<>();

    private InputWriter(Conversation conversation, TargetRules rules, Losses losses) {
        this.rules = rules;
        this.losses = losses;
        this.parts = new PartWriter(losses);
        this.searches = SearchFold.of(conversation.turns());
        this.calls = new CallWriter(parts, losses);
    }

    static List<Item> write(Conversation conversation, TargetRules rules, Losses losses) {
        InputWriter writer = new InputWriter(conversation, rules, losses);
        conversation.turns().forEach(writer::turn);
        return writer.withFollowers();
    }

    private void turn(Turn turn) {
        Optional<Json> untouched = turn.untouched(ResponsesWire.NAME).filter(json -> turn.blocks().stream().allMatch(this::maySendAsRead));
        if (untouched.isPresent()) {
            turn.blocks().forEach(calls::note);
            Json json = turn.role() == Role.ASSISTANT ? GatewayMarks.withoutIn(untouched.get()) : untouched.get();
            items.add(new Item(json, turn, turn.role() == Role.ASSISTANT ? Item.Kind.FOLLOWER : Item.Kind.OTHER));
        } else {
            BlockWriter blocks = new BlockWriter(turn);
            turn.blocks().forEach(block -> block.accept(blocks));
            blocks.finishMessage();
        }
    }

    /** Carriers and ids that only another vendor makes are never sent, in whatever item they stand. */
    private boolean maySendAsRead(Block block) {
        return !(block instanceof Carried) && !(block instanceof Thinking)
                && !(block instanceof ToolCall call && GatewayMarks.isForeign(call.id()))
                && !(block instanceof ToolResult result && GatewayMarks.isForeign(result.callId()));
    }

    /** The provider refuses a reasoning item that nothing of its turn follows. */
    private List<Item> withFollowers() {
        List<Item> kept = new ArrayList<>();
        boolean followed = false;
        for (int i = items.size() - 1; i >= 0; i--) {
            Item item = items.get(i);
            if (item.turn().role() != Role.ASSISTANT) {
                followed = false;
            } else if (item.kind() == Item.Kind.FOLLOWER) {
                followed = true;
            }
            if (item.kind() == Item.Kind.REASONING && !followed) {
                losses.dropped("reasoning", "Nothing of the same answer follows this reasoning, and the Responses wire refuses it alone.");
            } else {
                kept.add(item);
            }
        }
        Collections.reverse(kept);
        return kept;
    }

    /** Writes the blocks of one turn that cannot go out as it was read. */
    private final class BlockWriter implements Block.Cases<Void> {
        private final Turn turn;
        private final Optional<ObjectNode> source;
        private final List<Json> open = new ArrayList<>();
        private boolean sourceUsed;

        private BlockWriter(Turn turn) {
            this.turn = turn;
            this.source = turn.source().map(Turn.Source::raw).filter(raw -> raw.isOf(ResponsesWire.NAME)).map(raw -> raw.json().tree())
                    .filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast);
        }

        private void finishMessage() {
            if (open.isEmpty()) {
                return;
            }
            ArrayNode content = Json.MAPPER.createArrayNode();
            open.forEach(part -> content.add(part.tree()));
            open.clear();
            ObjectNode message = sourceOf(Set.of(Names.MESSAGE, "")).orElseGet(() -> {
                ObjectNode made = Json.MAPPER.createObjectNode();
                return made.put(TYPE, Names.MESSAGE).put(ROLE, role());
            });
            message.set(CONTENT, content);
            add(Json.of(message), turn.role() == Role.ASSISTANT ? Item.Kind.FOLLOWER : Item.Kind.OTHER);
        }

        private String role() {
            return switch (turn.role()) {
                case USER -> "user";
                case ASSISTANT -> "assistant";
                case SYSTEM, DEVELOPER -> "developer";
            };
        }

        /** A copy of the item that this turn was read from, once, to keep what the model does not hold. */
        private Optional<ObjectNode> sourceOf(Set<String> types) {
            if (sourceUsed || source.isEmpty() || !types.contains(source.get().path(TYPE).asText(""))) {
                return Optional.empty();
            }
            sourceUsed = true;
            return source.map(ObjectNode::deepCopy);
        }

        private void add(Json json, Item.Kind kind) {
            items.add(new Item(turn.role() == Role.ASSISTANT ? GatewayMarks.withoutIn(json) : json, turn, kind));
        }

        private Void item(Json json, Item.Kind kind) {
            finishMessage();
            add(json, kind);
            return done();
        }

        private Void part(List<Json> written) {
            open.addAll(written);
            return done();
        }

        private Void drop(String path, String reason) {
            losses.dropped(path, reason);
            return done();
        }

        private Void done() {
            return null;
        }

        @Override
        public Void text(Text block) {
            return part((turn.role() == Role.ASSISTANT ? parts.output(block) : parts.input(block)).stream().toList());
        }

        @Override
        public Void image(Image block) {
            return turn.role() == Role.ASSISTANT ? drop("image", "The Responses wire has no picture in an assistant message.")
                    : part(parts.image(block));
        }

        @Override
        public Void document(Document block) {
            return turn.role() == Role.ASSISTANT ? drop("document", "The Responses wire has no document in an assistant message.")
                    : part(parts.document(block));
        }

        @Override
        public Void thinking(Thinking block) {
            Optional<Json> own = PartWriter.own(block);
            if (own.isPresent() && block.issuer().isEmpty()) {
                return item(own.get(), Item.Kind.OTHER);
            }
            if (own.isPresent() && block.issuer().filter(rules.issuer()::equals).isPresent()) {
                return item(own.get(), Item.Kind.REASONING);
            }
            return drop("thinking", "Reasoning goes back only to the provider that made it.");
        }

        @Override
        public Void redactedThinking(RedactedThinking block) {
            return drop("redacted_thinking", "Reasoning goes back only to the provider that made it.");
        }

        @Override
        public Void toolCall(ToolCall block) {
            if (GatewayMarks.isForeign(block.id())) {
                return drop("tool_use", "A call of another vendor's server tool has no place on the Responses wire.");
            }
            calls.note(block);
            Optional<Json> own = PartWriter.own(block);
            return item(own.orElseGet(() -> Json.of(calls.call(block, sourceOf(CallWriter.CALLS)))), Item.Kind.FOLLOWER);
        }

        @Override
        public Void toolResult(ToolResult block) {
            if (GatewayMarks.isForeign(block.callId())) {
                return drop("tool_result", "A result of another vendor's server tool has no place on the Responses wire.");
            }
            return item(PartWriter.own(block).orElseGet(() -> Json.of(calls.result(block, sourceOf(CallWriter.RESULTS)))), Item.Kind.OTHER);
        }

        @Override
        public Void serverToolCall(ServerToolCall block) {
            Optional<Json> item = PartWriter.own(block);
            if (item.isEmpty() && rules.webSearch()) {
                item = block.raw().isEmpty() && block.type().equals(Names.WEB_SEARCH_CALL) ? Optional.of(SearchFold.alone(block))
                        : searches.item(block);
            }
            return item.isPresent() ? item(item.get(), Item.Kind.FOLLOWER)
                    : drop(block.type() + "." + block.name(), "The provider cannot be told of this exchange with a server tool.");
        }

        @Override
        public Void serverToolResult(ServerToolResult block) {
            if (rules.webSearch() && searches.holds(block)) {
                losses.coerced(block.type(), "An earlier search is told with its query and the addresses it found.");
                return done();
            }
            return drop(block.type(), "The provider cannot be told of this exchange with a server tool.");
        }

        @Override
        public Void carried(Carried block) {
            return done();
        }

        @Override
        public Void opaque(Opaque block) {
            Optional<Json> own = block.raw().filter(raw -> raw.isOf(ResponsesWire.NAME)).map(Raw::json);
            if (own.isEmpty()) {
                return drop(block.type(), "The Responses wire knows no such block.");
            }
            boolean inMessage = source.filter(item -> item.has(ROLE) && item.has(CONTENT)).isPresent();
            return inMessage ? part(List.of(own.get()))
                    : item(own.get(), turn.role() == Role.ASSISTANT ? Item.Kind.FOLLOWER : Item.Kind.OTHER);
        }
    }
}
