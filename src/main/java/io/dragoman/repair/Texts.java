package io.dragoman.repair;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import java.util.List;
import java.util.Optional;

/** Blank texts go, and cut characters are replaced, where the target refuses them: Anthropic always, the others when the client speaks another wire. */
final class Texts {
    private final Demands demands;
    private final Changes changes;

    private Texts(Demands demands, Changes changes) {
        this.demands = demands;
        this.changes = changes;
    }

    static Conversation clean(Conversation conversation, Demands demands, Changes changes) {
        if (demands.sameWire() && !demands.anthropic()) {
            return conversation;
        }
        Texts texts = new Texts(demands, changes);
        Conversation c = Walk.blocks(conversation, texts::clean);
        List<Block> system = Walk.list(c.system(), -1, texts::clean);
        return system == c.system() ? c : c.withSystem(system);
    }

    private Optional<Block> clean(Block block, int turn, int number) {
        return block.accept(new Keeping() {
            @Override
            public Optional<Block> text(Text text) {
                if (Blank.is(text)) {
                    changes.add("blank-text-dropped", turn, number);
                    return Optional.empty();
                }
                String sound = Surrogates.mend(text.text());
                return sound == text.text() ? Optional.of(text) : mended(new Text(sound, text.citations(), Optional.empty()));
            }

            @Override
            public Optional<Block> thinking(Thinking thinking) {
                // A signature covers the text as it was; with another text it is none.
                if (Surrogates.mend(thinking.text()) != thinking.text()) {
                    changes.add("thinking-dropped", turn, number);
                    return Optional.empty();
                }
                return Optional.of(thinking);
            }

            @Override
            public Optional<Block> toolCall(ToolCall call) {
                String sound = call.form() == ToolCall.Form.JSON ? Surrogates.mendJson(call.arguments()) : Surrogates.mend(call.arguments());
                return sound == call.arguments() ? Optional.of(call)
                        : mended(new ToolCall(call.id(), call.name(), call.namespace(), sound, call.form(), Optional.empty()));
            }

            @Override
            public Optional<Block> toolResult(ToolResult result) {
                List<Block> content = Walk.list(result.content(), turn, (part, t, n) -> clean(part, t, number));
                return Optional.of(content == result.content() ? result
                        : new ToolResult(result.callId(), content, result.error(), Optional.empty()));
            }

            private Optional<Block> mended(Block block) {
                changes.add("surrogate-replaced", turn, number);
                return Optional.of(block);
            }
        });
    }
}
