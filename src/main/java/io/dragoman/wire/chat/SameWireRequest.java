package io.dragoman.wire.chat;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Losses;
import io.dragoman.wire.Splice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sends a request of this wire on: the bytes that came in, but for the model's name and what somebody changed since. */
final class SameWireRequest {
    private final Conversation conversation;
    private final Origin origin;
    private final TargetRules rules;
    private final Losses losses = new Losses();
    /** Parts of the document with what stands in their place; parts that read alike are still two. */
    private final Map<Json, Json> replaced = new IdentityHashMap<>();
    /** Top-level fields that come or go, so that the document must be put together anew. */
    private final Map<String, Optional<Json>> added = new LinkedHashMap<>();

    private SameWireRequest(Conversation conversation, TargetRules rules) {
        this.conversation = conversation;
        this.origin = conversation.origin().orElseThrow();
        this.rules = rules;
    }

    static Encoded encode(Conversation conversation, TargetRules rules) {
        SameWireRequest request = new SameWireRequest(conversation, rules);
        request.set("model", JsonText.string(conversation.model()));
        request.messages();
        if (!conversation.toolsUntouched()) {
            request.refuseSeveralChoices();
            OwnTools.changes(conversation, rules, request.losses).forEach(request::change);
        }
        if (!conversation.settingsUntouched()) {
            request.settings();
        }
        return new Encoded(request.bytes(), conversation.settings().stream(), request.losses.list());
    }

    /** Names in the answer have to be changed back, and only one choice can be read for that. */
    private void refuseSeveralChoices() {
        if (origin.field("n").map(Json::tree).filter(n -> n.asInt(1) > 1).isPresent()) {
            throw Failure.invalid("n must be 1: the tools had to be renamed for this model's provider.", "n").exception();
        }
    }

    private void messages() {
        List<Turn> turns = conversation.turns();
        boolean same = conversation.turnsUntouched() && turns.stream().noneMatch(SameWireRequest::hasCarrier);
        if (same && conversation.system().isEmpty()) {
            return;
        }
        if (turns.size() == origin.turns().size() && conversation.system().isEmpty()) {
            replaceOneByOne(turns);
        } else {
            set("messages", JsonText.array(all(turns)));
        }
    }

    /** As long as no message came or went, those that nobody touched stay in place, with the white space around them. */
    private void replaceOneByOne(List<Turn> turns) {
        Map<Json, Json> changes = new IdentityHashMap<>();
        for (int i = 0; i < turns.size(); i++) {
            Json was = origin.turns().get(i).source().orElseThrow().raw().json();
            List<Json> is = written(turns.get(i));
            if (is.size() != 1) {
                set("messages", JsonText.array(all(turns)));
                return;
            }
            if (is.get(0) != was) {
                changes.put(was, is.get(0));
            }
        }
        replaced.putAll(changes);
    }

    private List<Json> all(List<Turn> turns) {
        List<Json> messages = new ArrayList<>(new MessageWriter(rules, losses).system(conversation.system()).write(List.of()));
        turns.forEach(turn -> messages.addAll(written(turn)));
        return messages;
    }

    private List<Json> written(Turn turn) {
        Optional<Json> raw = turn.untouched(ChatWire.NAME).filter(json -> !hasCarrier(turn));
        if (raw.isPresent()) {
            return List.of(raw.get());
        }
        Optional<Json> mended = turn.source().filter(source -> source.raw().isOf(ChatWire.NAME))
                .flatMap(source -> new OwnMessage(source, rules, losses).with(turn.blocks()));
        return mended.map(List::of).orElseGet(() -> new MessageWriter(rules, losses).write(List.of(turn)));
    }

    private static boolean hasCarrier(Turn turn) {
        for (Block block : turn.blocks()) {
            if (block instanceof Carried) {
                return true;
            }
        }
        return false;
    }

    /** Only what differs is written: how the client spelt the rest is its own matter. */
    private void settings() {
        Map<String, Json> was = SettingsWriter.write(origin.settings(), new Losses());
        Map<String, Json> is = SettingsWriter.write(conversation.settings(), losses);
        was.keySet().stream().filter(name -> !is.containsKey(name)).forEach(name -> change(name, Optional.empty()));
        is.forEach((name, value) -> {
            if (!value.equals(was.get(name))) {
                change(name, Optional.of(value));
            }
        });
    }

    private void change(String name, Optional<Json> value) {
        if (value.isPresent() && origin.fields().containsKey(name)) {
            replaced.put(origin.fields().get(name), value.get());
        } else if (value.isPresent() || origin.fields().containsKey(name)) {
            added.put(name, value);
        }
    }

    private void set(String name, Json value) {
        change(name, Optional.of(value));
    }

    private byte[] bytes() {
        Splice splice = new Splice(origin.document());
        if (added.isEmpty()) {
            replaced.forEach(splice::replace);
            return splice.toBytes();
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        origin.fields().forEach((name, value) -> fields.put(name, spliced(value)));
        added.forEach((name, value) -> value.ifPresentOrElse(json -> fields.put(name, json), () -> fields.remove(name)));
        return JsonText.object(fields).toBytes();
    }

    /** A top-level field with the changes inside it. */
    private Json spliced(Json field) {
        if (replaced.containsKey(field)) {
            return replaced.get(field);
        }
        Splice splice = new Splice(field);
        replaced.forEach((part, other) -> {
            if (part.isPartOf(field)) {
                splice.replace(part, other);
            }
        });
        byte[] bytes = splice.toBytes();
        return Json.slice(bytes, 0, bytes.length);
    }
}
