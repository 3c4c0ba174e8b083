package io.dragoman.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.dragoman.conversation.Block;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Document;
import io.dragoman.conversation.Image;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Media;
import io.dragoman.conversation.Opaque;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.ToolResult;
import io.dragoman.conversation.Turn;
import java.util.List;

/**
 * How many tokens a request is, by the o200k vocabulary, for providers that do not count themselves. Pictures count by their size, ciphertext
 * does not count.
 */
final class TokenEstimate implements Block.Cases<Long> {
    private static final long PER_TURN = 4;
    private static final long PER_TOOL = 8;

    /** The vocabulary takes a moment to load, so it is loaded when somebody first asks. */
    private static final class Vocabulary {
        static final Encoding O200K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    }

    /** Never 0. */
    static long of(Conversation conversation) {
        TokenEstimate estimate = new TokenEstimate();
        long tokens = estimate.all(conversation.system());
        for (Turn turn : conversation.turns()) {
            tokens += PER_TURN + estimate.all(turn.blocks());
        }
        for (Tool tool : conversation.tools()) {
            tokens += PER_TOOL + tool.accept(new OfTool());
        }
        return Math.max(1, tokens + conversation.settings().format().flatMap(f -> f.schema()).map(schema -> text(schema.text())).orElse(0L));
    }

    private static long text(String text) {
        return text.isEmpty() ? 0 : Vocabulary.O200K.countTokensOrdinary(text);
    }

    private long all(List<Block> blocks) {
        return blocks.stream().mapToLong(block -> block.accept(this)).sum();
    }

    @Override
    public Long text(Text block) {
        return text(block.text());
    }

    @Override
    public Long image(Image block) {
        return block.media().accept(new OfMedia());
    }

    @Override
    public Long document(Document block) {
        return block.title().map(TokenEstimate::text).orElse(0L) + block.media().accept(new OfMedia());
    }

    @Override
    public Long thinking(Thinking block) {
        return text(block.text());
    }

    @Override
    public Long redactedThinking(RedactedThinking block) {
        return 0L;
    }

    @Override
    public Long toolCall(ToolCall block) {
        return PER_TOOL + text(block.name()) + text(block.arguments());
    }

    @Override
    public Long toolResult(ToolResult block) {
        return PER_TOOL + all(block.content());
    }

    @Override
    public Long serverToolCall(ServerToolCall block) {
        return PER_TOOL + text(block.name()) + text(block.input().text());
    }

    @Override
    public Long serverToolResult(ServerToolResult block) {
        return PER_TOOL + strings(block.content().tree());
    }

    @Override
    public Long carried(Carried block) {
        return 0L;
    }

    @Override
    public Long opaque(Opaque block) {
        return strings(block.json().json().tree());
    }

    /** All texts in a value, without what only its provider can read. */
    private static long strings(JsonNode node) {
        if (node.isTextual()) {
            return text(node.textValue());
        }
        long tokens = 0;
        for (var fields = node.fields(); fields.hasNext();) {
            var field = fields.next();
            tokens += field.getKey().startsWith("encrypted_") || field.getKey().equals("signature") || field.getKey().equals("data") ? 0
                    : strings(field.getValue());
        }
        if (node.isArray()) {
            for (JsonNode each : node) {
                tokens += strings(each);
            }
        }
        return tokens;
    }

    private final class OfMedia implements Media.Cases<Long> {
        @Override
        public Long base64(Media.Base64Data media) {
            return media.mediaType().startsWith("image/") ? PictureSize.tokens(media.data()) : PictureSize.documentTokens(media.data());
        }

        @Override
        public Long url(Media.Url media) {
            return PictureSize.UNKNOWN_TOKENS;
        }

        @Override
        public Long file(Media.FileId media) {
            return PictureSize.UNKNOWN_TOKENS;
        }

        @Override
        public Long text(Media.PlainText media) {
            return TokenEstimate.text(media.text());
        }

        @Override
        public Long blocks(Media.Blocks media) {
            return all(media.blocks());
        }
    }

    private static final class OfTool implements Tool.Cases<Long> {
        @Override
        public Long function(Tool.FunctionTool tool) {
            return text(tool.name()) + text(tool.description()) + text(tool.schema().text());
        }

        @Override
        public Long custom(Tool.CustomTool tool) {
            return text(tool.name()) + text(tool.description()) + tool.format().map(format -> text(format.text())).orElse(0L);
        }

        @Override
        public Long webSearch(Tool.WebSearchTool tool) {
            return raw(tool);
        }

        @Override
        public Long hosted(Tool.HostedTool tool) {
            return raw(tool);
        }

        @Override
        public Long opaque(Tool.OpaqueTool tool) {
            return raw(tool);
        }

        private static long raw(Tool tool) {
            return tool.raw().map(Raw::json).map(Json::text).map(TokenEstimate::text).orElse(PER_TOOL);
        }
    }
}
