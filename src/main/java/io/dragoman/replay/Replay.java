package io.dragoman.replay;

import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.TargetRules;
import java.util.Optional;

/**
 * Puts back the runs that a target is entitled to: verbatim to the provider that made them, as searches to a Responses provider that
 * searches, else none. Where a carrier told what this provider really wrote, it gets that back too. Reads its arguments only, so that a
 * second attempt makes the same request. On a conversation that nobody changed since capture the turns are the very ones that were read.
 */
public final class Replay {
    public record Replayed(Conversation conversation, ReplayReport report) {}

    public Replayed replay(Conversation conversation, ReplayMap map, TargetRules rules) {
        if (map.isEmpty()) {
            return new Replayed(conversation, ReplayReport.NOTHING);
        }
        Tally tally = new Tally();
        Entitlement entitlement = new Entitlement(rules, map.kept());
        if (!entitlement.any()) {
            tally.add("withheld:target", map.runs());
            return new Replayed(conversation, tally.report());
        }
        PuttingBack work = new PuttingBack(entitlement, new Places(map.bare(), conversation.turns()), new Rebuilding(conversation.turns()), tally);
        map.kept().forEach(kept -> kept.accept(work));
        return new Replayed(new CacheMarks(conversation, work.rebuilding()).within(tally), tally.report());
    }

    private record PuttingBack(Entitlement entitlement, Places places, Rebuilding rebuilding, Tally tally) implements Kept.Cases {
        @Override
        public void run(Kept.Run run) {
            Entitlement.Share share = entitlement.of(run);
            Optional<Places.Place> place = share.blocks().isEmpty() ? Optional.empty() : places.of(run);
            place.ifPresent(found -> rebuilding.insert(found, share.blocks(), run.own()));
            tally.add(share.blocks().isEmpty() || place.isPresent() ? share.outcome() : "dropped:anchor-lost");
        }

        @Override
        public void text(Kept.OriginalText text) {
            if (entitlement.isOwn(text)) {
                Optional<Places.Place> place = places.of(text);
                place.ifPresent(found -> rebuilding.replace(found, text.text()));
                tally.add("citations:text-changed", place.isPresent() ? 0 : 1);
            }
        }

        @Override
        public void turn(Kept.OriginalTurn turn) {
            Optional<Places.Place> place = places.of(turn);
            if (place.isEmpty()) {
                tally.add("dropped:anchor-lost", turn.runs());
            } else if (entitlement.isOwn(turn)) {
                rebuilding.replace(place.get().turn(), entitlement.whole(turn, tally));
            } else {
                Entitlement.Share share = entitlement.searchesOf(turn);
                rebuilding.insert(place.get(), share.blocks(), Optional.empty());
                tally.add(share.outcome(), turn.runs());
            }
        }
    }
}
