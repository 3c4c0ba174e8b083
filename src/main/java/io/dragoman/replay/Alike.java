package io.dragoman.replay;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.List;
import java.util.Optional;

/** Compares what blocks say and not how their JSON is spelt, so that a conversation that was written and read again is the same one. */
final class Alike {
    private static final Block.Cases<Block> SAYING = new Saying();

    private Alike() {}

    static boolean turns(List<Turn> a, List<Turn> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!turn(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean turn(Turn a, Turn b) {
        return a == b || a.role() == b.role() && blocks(a.blocks(), b.blocks());
    }

    private static boolean blocks(List<Block> a, List<Block> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i) && !a.get(i).accept(SAYING).equals(b.get(i).accept(SAYING))) {
                return false;
            }
        }
        return true;
    }

    /** The block without its JSON. */
    private static final class Saying implements Block.Cases<Block> {
        private List<Block> all(List<Block> blocks) {
            return blocks.stream().map(block -> block.accept(this)).toList();
        }

        private Media media(Media media) {
            return media instanceof Media.Blocks blocks ? new Media.Blocks(all(blocks.blocks())) : media;
        }

        @Override
        public Block text(Text block) {
            return new Text(block.text(), block.citations().stream()
                    .map(c -> new Citation(c.url(), c.title(), c.citedText(), c.range(), Optional.empty())).toList(), Optional.empty());
        }

        @Override
        public Block image(Image block) {
            return new Image(media(block.media()), Optional.empty());
        }

        @Override
        public Block document(Document block) {
            return new Document(media(block.media()), block.title(), Optional.empty());
        }

        @Override
        public Block thinking(Thinking block) {
            return new Thinking(block.text(), block.signature(), block.issuer(), Optional.empty());
        }

        @Override
        public Block redactedThinking(RedactedThinking block) {
            return new RedactedThinking(block.data(), block.issuer(), Optional.empty());
        }

        @Override
        public Block toolCall(ToolCall block) {
            return new ToolCall(block.id(), block.name(), block.namespace(), block.arguments(), block.form(), Optional.empty());
        }

        @Override
        public Block toolResult(ToolResult block) {
            return new ToolResult(block.callId(), all(block.content()), block.error(), Optional.empty());
        }

        @Override
        public Block serverToolCall(ServerToolCall block) {
            return new ServerToolCall(block.id(), block.type(), block.name(), block.input(), Optional.empty());
        }

        @Override
        public Block serverToolResult(ServerToolResult block) {
            return new ServerToolResult(block.callId(), block.type(), block.content(), Optional.empty());
        }

        @Override
        public Block carried(Carried block) {
            return new Carried(block.token(), Optional.empty());
        }

        @Override
        public Block opaque(Opaque block) {
            return block;
        }
    }
}
