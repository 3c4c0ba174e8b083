package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Turn;
import io.dragoman.testing.Conversations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What somebody may do to a conversation between capture and replay. Remembers which block is a copy of which. */
final class Edits {
    enum Kind { DELETE_TURN, DUPLICATE_TURN, SWAP_TURNS, INSERT_TURN, DELETE_BLOCK, DUPLICATE_BLOCK, SWAP_BLOCKS, MOVE_BLOCK, INSERT_BLOCK, CHANGE_BLOCK, RESPELL_ALL, CHANGE_ROLE }

    record Edit(Kind kind, int a, int b, int c, Block other) {}

    private final List<Turn> turns;
    private final Map<Block, Block> owners = new IdentityHashMap<>();
    private final Map<Block, Boolean> added = new IdentityHashMap<>();

    Edits(List<Turn> turns) {
        this.turns = new ArrayList<>(turns);
    }

    static Arbitrary<Edit> arbitrary() {
        Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 30);
        return Combinators.combine(Arbitraries.of(Kind.class), numbers, numbers, numbers, Conversations.visible()).as(Edit::new);
    }

    List<Turn> apply(List<Edit> edits) {
        edits.forEach(this::apply);
        return List.copyOf(turns);
    }

    /** The block of the history that this one is, or is a copy of. */
    Block owner(Block block) {
        return owners.getOrDefault(block, block);
    }

    boolean isNew(Block block) {
        return added.containsKey(block);
    }

    private void apply(Edit edit) {
        if (turns.isEmpty() && edit.kind() != Kind.INSERT_TURN) {
            return;
        }
        int t = turns.isEmpty() ? 0 : edit.a() % turns.size();
        List<Block> blocks = turns.isEmpty() ? new ArrayList<>() : new ArrayList<>(turns.get(t).blocks());
        int b = blocks.isEmpty() ? 0 : edit.b() % blocks.size();
        switch (edit.kind()) {
            case DELETE_TURN -> turns.remove(t);
            case DUPLICATE_TURN -> turns.add(edit.b() % (turns.size() + 1), edit.c() % 2 == 0 ? turns.get(t) : copy(turns.get(t)));
            case SWAP_TURNS -> Collections.swap(turns, t, edit.b() % turns.size());
            case INSERT_TURN -> turns.add(edit.b() % (turns.size() + 1), Turn.made(Role.values()[edit.c() % 4], fresh(edit.other())));
            case RESPELL_ALL -> turns.replaceAll(this::copy);
            case CHANGE_ROLE -> turns.set(t, new Turn(Role.values()[edit.c() % 4], blocks, turns.get(t).source()));
            case INSERT_BLOCK -> {
                blocks.add(edit.b() % (blocks.size() + 1), fresh(edit.other()));
                turns.set(t, turns.get(t).withBlocks(blocks));
            }
            default -> {
                if (!blocks.isEmpty()) {
                    ofBlock(edit, t, blocks, b);
                }
            }
        }
    }

    private void ofBlock(Edit edit, int t, List<Block> blocks, int b) {
        Block block = blocks.get(b);
        switch (edit.kind()) {
            case DELETE_BLOCK -> blocks.remove(b);
            case DUPLICATE_BLOCK -> blocks.add(edit.c() % (blocks.size() + 1), edit.c() % 2 == 0 ? block : copy(block));
            case SWAP_BLOCKS -> Collections.swap(blocks, b, edit.c() % blocks.size());
            case CHANGE_BLOCK -> blocks.set(b, fresh(edit.other()));
            default -> blocks.remove(b);
        }
        turns.set(t, turns.get(t).withBlocks(blocks));
        if (edit.kind() == Kind.MOVE_BLOCK) {
            int other = edit.c() % turns.size();
            List<Block> there = new ArrayList<>(turns.get(other).blocks());
            there.add(edit.a() % (there.size() + 1), block);
            turns.set(other, turns.get(other).withBlocks(there));
        }
    }

    private Block fresh(Block block) {
        Block made = respelt(block);
        added.put(made, true);
        return made;
    }

    private Turn copy(Turn turn) {
        return Turn.made(turn.role(), turn.blocks().stream().map(this::copy).toList());
    }

    private Block copy(Block block) {
        Block copy = respelt(block);
        if (copy != block) {
            owners.put(copy, owner(block));
            if (isNew(block)) {
                added.put(copy, true);
            }
        }
        return copy;
    }

    /** The same words, written anew. */
    private static Block respelt(Block block) {
        return block.accept(new Kinds<Block>() {
            @Override
            public Block any(Block other) {
                return other;
            }

            @Override
            public Block text(Text text) {
                return Text.of(text.text());
            }

            @Override
            public Block thinking(Thinking thinking) {
                return new Thinking(thinking.text(), thinking.signature(), thinking.issuer(), java.util.Optional.empty());
            }

            @Override
            public Block redactedThinking(RedactedThinking thinking) {
                return new RedactedThinking(thinking.data(), thinking.issuer(), java.util.Optional.empty());
            }

            @Override
            public Block toolCall(ToolCall call) {
                return new ToolCall(call.id(), call.name(), call.namespace(), call.arguments(), call.form(), java.util.Optional.empty());
            }
        });
    }
}
