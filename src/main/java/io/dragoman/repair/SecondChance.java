package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Reasoning;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What to send after a provider refused a history for an opaque value in it: a signature, a ciphertext, an item id. Whole blocks are
 * left out, never a field of one. The caller asks once, before anything was sent to the client.
 */
public final class SecondChance {
    /**
     * @param sent    what was refused
     * @param failure the refusal
     * @return the conversation without the blocks in question, the changes added to the report; empty when the refusal is about
     *         something else, or when there is nothing left to leave out
     */
    public Optional<Repaired> apply(Repaired sent, TargetRules rules, Failure failure) {
        if (failure.status() != 400 && failure.status() != 422) {
            return Optional.empty();
        }
        Changes changes = new Changes();
        Conversation c = switch (Refusal.of(failure)) {
            case SIGNATURE -> withoutThinking(sent.conversation(), changes);
            case CIPHERTEXT -> withoutCiphertext(sent.conversation(), rules, changes);
            case ITEM_ID -> withoutItemIds(sent.conversation(), rules, changes);
            case OTHER -> sent.conversation();
        };
        if (c == sent.conversation()) {
            return Optional.empty();
        }
        Repaired pruned = new Prune().apply(c, rules);
        return Optional.of(new Repaired(pruned.conversation(), sent.aliases(),
                sent.report().and(changes.report()).and(pruned.report())));
    }

    /** What the provider's words complain of. Only phrases that name the thing count: "invalid request" alone names nothing. */
    private enum Refusal {
        SIGNATURE, CIPHERTEXT, ITEM_ID, OTHER;

        static Refusal of(Failure failure) {
            String words = failure.message().toLowerCase(Locale.ROOT);
            String code = failure.code().orElse("").toLowerCase(Locale.ROOT);
            if (code.equals("invalid_encrypted_content") || isCiphertext(words)) {
                return CIPHERTEXT;
            }
            return isSignature(words) ? SIGNATURE : isItemId(words) ? ITEM_ID : OTHER;
        }

        private static boolean isCiphertext(String words) {
            return has(words, "encrypted_content", "encrypted content", "encrypted_index", "encrypted_stdout")
                    && has(words, "invalid", "verif", "decrypt", "could not");
        }

        private static boolean isSignature(String words) {
            boolean signature = words.contains("signature");
            return signature && words.contains("thinking") && words.contains("block") && words.contains("invalid")
                    || words.contains("thought signature") && has(words, "not valid", "invalid")
                    || words.contains("must start with a thinking block")
                    || words.contains("expected") && words.contains("thinking") && words.contains("found") && words.contains("tool_use")
                    || signature && has(words, "field required", "extra inputs are not permitted")
                    || words.contains("thinking") && words.contains("cannot be modified")
                    || words.contains("thinking") && words.contains("prefix") && has(words, "mismatch", "does not match");
        }

        private static boolean isItemId(String words) {
            return words.contains("item with id") && words.contains("not found")
                    || words.contains("without its required")
                    || words.contains("expected an id that begins with");
        }

        private static boolean has(String words, String... anyOf) {
            for (String one : anyOf) {
                if (words.contains(one)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static Conversation withoutThinking(Conversation conversation, Changes changes) {
        Conversation c = Walk.blocks(conversation, (block, turn, number) -> {
            if (Kind.isThinking(block)) {
                changes.add("thinking-refused", turn, number);
                return Optional.empty();
            }
            return Optional.of(block);
        });
        return c == conversation ? c : withoutBudget(c, changes);
    }

    /** With a thinking budget the last assistant turn must begin with the reasoning that led to its calls; now it has none. */
    private static Conversation withoutBudget(Conversation conversation, Changes changes) {
        boolean budget = conversation.settings().reasoning().filter(r -> r.mode() == Reasoning.Mode.BUDGET).isPresent();
        boolean calls = false;
        for (Turn turn : conversation.turns()) {
            if (Walk.isAssistant(turn)) {
                calls = turn.blocks().stream().anyMatch(ToolCall.class::isInstance);
            }
        }
        if (!budget || !calls) {
            return conversation;
        }
        changes.add("thinking-switched-off", -1, -1);
        return conversation.withSettings(conversation.settings().toBuilder().reasoning(Optional.empty()).build());
    }

    private static Conversation withoutCiphertext(Conversation conversation, TargetRules rules, Changes changes) {
        return rules.nativeServerTools() ? ServerPairs.withoutAny(conversation, changes) : withoutThinking(conversation, changes);
    }

    /** Reasoning, searches and references that are known by their id go; what can be said without one is said again. */
    private static Conversation withoutItemIds(Conversation conversation, TargetRules rules, Changes changes) {
        if (!Demands.of(conversation, rules).responses()) {
            return conversation;
        }
        List<Turn> out = new ArrayList<>(conversation.turns().size());
        for (int t = 0; t < conversation.turns().size(); t++) {
            Turn turn = conversation.turns().get(t);
            boolean named = isNamed(turn.source().map(Turn.Source::raw)) || turn.blocks().stream().anyMatch(b -> isNamed(b.raw()));
            out.add(named ? anonymous(turn, t, changes) : turn);
        }
        return Walk.turns(conversation, out);
    }

    private static boolean isNamed(Optional<Raw> raw) {
        return raw.filter(r -> r.json().tree().has("id")).isPresent();
    }

    private static Turn anonymous(Turn turn, int t, Changes changes) {
        changes.add("item-id-refused", t, -1);
        List<Block> kept = new ArrayList<>(turn.blocks().size());
        for (Block block : turn.blocks()) {
            boolean knownByItsId = Kind.isThinking(block) || block instanceof ServerToolCall || block instanceof Opaque;
            if (!knownByItsId) {
                kept.add(Raws.with(block, Optional.empty()));
            }
        }
        return Turn.made(turn.role(), kept);
    }
}
