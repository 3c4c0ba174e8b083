package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import io.dragoman.conversation.WireName;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The carriers of one request, opened: newest first, so that old ones go without when the room is used up. */
final class Openings {
    /** @param blocks of one issuer, in source order, each of a kind that a reply may hold */
    record Opened(String issuer, List<Block> blocks) {
        List<Block> of(Class<? extends Block> kind) {
            return blocks.stream().filter(kind::isInstance).toList();
        }
    }

    private final Map<Carried, Opened> opened = new IdentityHashMap<>();
    private final Map<Carried, String> summaries = new IdentityHashMap<>();
    private final Set<String> serverCalls = new HashSet<>();

    private Openings() {}

    static Openings of(List<Turn> turns, CarrierCodec codec, Map<WireName, BlockReader> readers, long budgetBytes, Tally tally) {
        Openings openings = new Openings();
        Allowance allowance = new Allowance(budgetBytes);
        for (int t = turns.size() - 1; t >= 0; t--) {
            List<Block> blocks = turns.get(t).blocks();
            for (int b = blocks.size() - 1; b >= 0; b--) {
                if (blocks.get(b) instanceof Carried carrier) {
                    openings.open(carrier, codec.open(carrier.token(), allowance), readers, tally);
                }
            }
        }
        return openings;
    }

    Optional<Opened> blocks(Carried carrier) {
        return Optional.ofNullable(opened.get(carrier));
    }

    Optional<String> summary(Carried carrier) {
        return Optional.ofNullable(summaries.get(carrier));
    }

    /** True when a carrier holds the server call with this id. */
    boolean hold(String id) {
        return serverCalls.contains(id);
    }

    private void open(Carried carrier, CarrierContent content, Map<WireName, BlockReader> readers, Tally tally) {
        Optional<Opened> blocks = content.envelope().flatMap(envelope -> read(envelope, readers));
        content.summary().ifPresent(summary -> summaries.put(carrier, summary));
        blocks.ifPresent(found -> {
            opened.put(carrier, found);
            found.blocks().forEach(block -> {
                if (block instanceof ServerToolCall call) {
                    serverCalls.add(call.id());
                }
            });
        });
        if (blocks.isEmpty() && content.summary().isEmpty()) {
            tally.add(content.tooLarge() ? "dropped:budget" : "ignored:unreadable-carrier");
        }
    }

    private static Optional<Opened> read(Envelope envelope, Map<WireName, BlockReader> readers) {
        BlockReader reader = readers.get(envelope.wire());
        if (reader == null) {
            return Optional.empty();
        }
        List<Block> blocks = new ArrayList<>();
        try {
            for (Json json : envelope.blocks()) {
                reader.readAll(json).forEach(block -> block.accept(new Claim(envelope.issuer())).ifPresent(blocks::add));
            }
        } catch (DragomanException | UncheckedIOException e) {
            return Optional.empty();
        }
        return Optional.of(new Opened(envelope.issuer(), List.copyOf(blocks)));
    }

    /** Says of opaque values who made them, and lets through only what a reply can hold. */
    private record Claim(String issuer) implements Kinds<Optional<Block>> {
        @Override
        public Optional<Block> any(Block block) {
            return Optional.of(block);
        }

        @Override
        public Optional<Block> thinking(Thinking block) {
            return Optional.of(new Thinking(block.text(), block.signature(), Optional.of(issuer), block.raw()));
        }

        @Override
        public Optional<Block> redactedThinking(RedactedThinking block) {
            return Optional.of(new RedactedThinking(block.data(), Optional.of(issuer), block.raw()));
        }

        @Override
        public Optional<Block> image(Image block) {
            return Optional.empty();
        }

        @Override
        public Optional<Block> document(Document block) {
            return Optional.empty();
        }

        @Override
        public Optional<Block> toolResult(ToolResult block) {
            return Optional.empty();
        }

        @Override
        public Optional<Block> carried(Carried block) {
            return Optional.empty();
        }
    }
}
