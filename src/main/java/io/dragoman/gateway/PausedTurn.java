package io.dragoman.gateway;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Usage;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.JsonScan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a turn has said so far, over all its requests: enough to ask for its continuation, to number the blocks that follow, and to add up
 * the usage. The paused assistant message goes back block for block as it came, as the last message.
 */
final class PausedTurn {
    private static final int NESTING = 5000;

    private final WireName wire;
    private final byte[] request;
    private final List<Block> finished = new ArrayList<>();
    private Optional<Event.Started> started = Optional.empty();
    private Usage before = Usage.NONE;
    private int first;
    private int open;

    /** @param request the first request of the turn, a Messages body */
    PausedTurn(WireName wire, byte[] request) {
        this.wire = wire;
        this.request = request;
    }

    boolean isBetweenBlocks() {
        return open == 0;
    }

    /** The event as it counts in the whole turn. @return empty for the second and later Started */
    Optional<Event> take(Event event) {
        if (event instanceof Event.Started begun) {
            boolean isFirst = started.isEmpty();
            started = Optional.of(started.orElse(begun));
            return isFirst ? Optional.of(begun) : Optional.empty();
        }
        Event counted = event.accept(new Numbered(first));
        if (counted instanceof Event.BlockStarted) {
            open++;
        } else if (counted instanceof Event.BlockFinished done) {
            open--;
            finished.add(done.whole());
        } else if (counted instanceof Event.Finished done) {
            return Optional.of(new Event.Finished(done.reason(), sum(done.usage())));
        }
        return Optional.of(counted);
    }

    private Usage sum(Usage last) {
        return before == Usage.NONE ? last : new Usage(last.input(), last.cacheRead(), last.cacheWrite(), before.output() + last.output(),
                before.reasoning() + last.reasoning(), before.webSearches() + last.webSearches(), before.webFetches() + last.webFetches(),
                Optional.empty());
    }

    boolean canGoOn() {
        return !finished.isEmpty() && open == 0 && finished.stream().allMatch(block -> block.raw().filter(raw -> raw.isOf(wire)).isPresent());
    }

    /** The request that asks for the rest of the turn. @param soFar usage of all its requests */
    byte[] continuation(Usage soFar) {
        before = soFar;
        first = finished.size();
        Json messages = JsonScan.object(request, NESTING).required("messages").json();
        boolean isFirst = JsonScan.object(request, NESTING).required("messages").elements().isEmpty();
        int end = messages.offsetIn(Json.slice(request, 0, request.length)) + messages.length() - 1;
        ByteArrayOutputStream out = new ByteArrayOutputStream(request.length + 4096);
        out.write(request, 0, end);
        out.writeBytes(((isFirst ? "" : ",") + "{\"role\":\"assistant\",\"content\":[").getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < finished.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(finished.get(i).raw().orElseThrow().json().toBytes());
        }
        out.writeBytes("]}".getBytes(StandardCharsets.UTF_8));
        out.write(request, end, request.length - end);
        return out.toByteArray();
    }

    /** The turn so far in short form: every block is told complete. */
    List<Event> told() {
        List<Event> events = new ArrayList<>();
        started.ifPresent(events::add);
        for (int number = 0; number < first; number++) {
            events.add(new Event.BlockStarted(number, finished.get(number)));
            events.add(new Event.BlockFinished(number, finished.get(number)));
        }
        return events;
    }

    /** Moves block numbers up. */
    private record Numbered(int first) implements Event.Cases<Event> {
        @Override
        public Event started(Event.Started event) {
            return event;
        }

        @Override
        public Event blockStarted(Event.BlockStarted event) {
            return new Event.BlockStarted(first + event.block(), event.shell());
        }

        @Override
        public Event textDelta(Event.TextDelta event) {
            return new Event.TextDelta(first + event.block(), event.text());
        }

        @Override
        public Event thinkingDelta(Event.ThinkingDelta event) {
            return new Event.ThinkingDelta(first + event.block(), event.text());
        }

        @Override
        public Event signatureDelta(Event.SignatureDelta event) {
            return new Event.SignatureDelta(first + event.block(), event.signature());
        }

        @Override
        public Event argumentsDelta(Event.ArgumentsDelta event) {
            return new Event.ArgumentsDelta(first + event.block(), event.json());
        }

        @Override
        public Event citationAdded(Event.CitationAdded event) {
            return new Event.CitationAdded(first + event.block(), event.citation());
        }

        @Override
        public Event blockFinished(Event.BlockFinished event) {
            return new Event.BlockFinished(first + event.block(), event.whole());
        }

        @Override
        public Event finished(Event.Finished event) {
            return event;
        }

        @Override
        public Event failed(Event.Failed event) {
            return event;
        }
    }
}
