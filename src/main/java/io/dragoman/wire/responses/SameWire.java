package io.dragoman.wire.responses;

import static io.dragoman.wire.responses.Names.INPUT;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Settings;
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

/**
 * Writes a request of this wire for a provider of this wire: the client's own bytes, in which only the model's name and what somebody
 * changed are other ones. Carriers and fields of the gateway, and reasoning of other providers, are taken out.
 */
final class SameWire {
    private final Conversation conversation;
    private final TargetRules rules;
    private final Origin origin;
    private final Losses losses = new Losses();
    /** Fields whose value changes; empty: the field goes. */
    private final Map<String, Optional<Json>> changes = new LinkedHashMap<>();
    /** Items whose value changes in place. */
    private final Map<Json, Json> items = new IdentityHashMap<>();

    private SameWire(Conversation conversation, TargetRules rules) {
        this.conversation = conversation;
        this.rules = rules;
        this.origin = conversation.origin().orElseThrow();
    }

    static Encoded encode(Conversation conversation, TargetRules rules) {
        return new SameWire(conversation, rules).encode();
    }

    private Encoded encode() {
        changes.put("model", Optional.of(SettingsWriter.string(conversation.model())));
        OwnTools tools = OwnTools.compare(conversation, rules, losses);
        changes.putAll(tools.changes());
        system();
        input(tools);
        settings();
        return new Encoded(write(), conversation.settings().stream(), losses.list());
    }

    private void system() {
        if (!conversation.systemUntouched()) {
            changes.put("instructions", SystemWriter.instructions(conversation.system(), losses).map(SettingsWriter::string));
        }
    }

    private void input(OwnTools tools) {
        List<Item> written = InputWriter.write(conversation, rules, losses);
        // A text has no items, so its one turn has no source.
        boolean isText = origin.turns().stream().noneMatch(turn -> turn.source().isPresent());
        if (origin.field(INPUT).isEmpty() || (isText && conversation.turnsUntouched())) {
            return;
        }
        Map<Json, Json> inPlace = new IdentityHashMap<>();
        List<Json> all = new ArrayList<>();
        boolean sameItems = !isText && written.size() == origin.turns().size();
        for (int i = 0; i < written.size(); i++) {
            Turn turn = written.get(i).turn();
            if (tools.dropsItemTools() && brings(turn)) {
                sameItems = false;
                continue;
            }
            Json json = brings(turn) ? tools.renamedIn(written.get(i).json()) : written.get(i).json();
            all.add(json);
            Optional<Json> read = turn.source().map(source -> source.raw().json());
            sameItems = sameItems && read.isPresent() && origin.turns().get(i).source().map(source -> source.raw().json() == read.get()).orElse(false);
            if (sameItems && json != read.get()) {
                inPlace.put(read.get(), json);
            }
        }
        if (sameItems) {
            items.putAll(inPlace);
        } else {
            changes.put(INPUT, Optional.of(JsonText.array(all)));
        }
    }

    private static boolean brings(Turn turn) {
        return turn.blocks().stream().anyMatch(block -> block instanceof Opaque opaque && opaque.type().equals(Names.ADDITIONAL_TOOLS));
    }

    private void settings() {
        if (conversation.settingsUntouched()) {
            return;
        }
        Map<String, Json> was = fields(origin.settings());
        Map<String, Json> is = fields(conversation.settings());
        was.keySet().stream().filter(name -> !is.containsKey(name)).forEach(name -> changes.put(name, Optional.empty()));
        is.forEach((name, value) -> {
            if (!value.equals(was.get(name))) {
                changes.put(name, Optional.of(value));
            }
        });
    }

    private static Map<String, Json> fields(Settings settings) {
        Map<String, Json> fields = new LinkedHashMap<>(SettingsWriter.write(settings, new Losses()));
        settings.parallelTools().ifPresent(parallel -> fields.put("parallel_tool_calls", Json.text(parallel.toString())));
        fields.put("stream", Json.text(Boolean.toString(settings.stream())));
        return fields;
    }

    private byte[] write() {
        boolean sameFields = changes.entrySet().stream()
                .allMatch(change -> change.getValue().isPresent() == origin.fields().containsKey(change.getKey()));
        if (sameFields) {
            Splice splice = new Splice(origin.document());
            changes.forEach((name, value) -> value.filter(json -> !json.equals(origin.fields().get(name)))
                    .ifPresent(json -> splice.replace(origin.fields().get(name), json)));
            items.forEach(splice::replace);
            return splice.toBytes();
        }
        if (!items.isEmpty()) {
            changes.put(INPUT, Optional.of(spliced(origin.fields().get(INPUT))));
        }
        Map<String, Json> fields = new LinkedHashMap<>(origin.fields());
        changes.forEach((name, value) -> value.ifPresentOrElse(json -> fields.put(name, json), () -> fields.remove(name)));
        return JsonText.object(fields).toBytes();
    }

    private Json spliced(Json input) {
        Splice splice = new Splice(input);
        items.forEach(splice::replace);
        byte[] bytes = splice.toBytes();
        return Json.slice(bytes, 0, bytes.length);
    }
}
