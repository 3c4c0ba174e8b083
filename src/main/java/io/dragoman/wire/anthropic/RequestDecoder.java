package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Origin;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.ToolChoice;
import io.dragoman.conversation.Turn;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads requests, those of {@code /v1/messages} and those that only count tokens. */
final class RequestDecoder {
    private RequestDecoder() {}

    static Conversation decode(byte[] body, DecodeLimits limits) {
        JsonScan.Value root = JsonScan.object(body, limits.nesting());
        String model = root.required(Names.MODEL).string();
        if (model.isBlank()) {
            throw root.required(Names.MODEL).invalid("must not be empty");
        }
        List<Tool> tools = root.given(Names.TOOLS).map(Tools::readArray).orElse(List.of());
        Optional<ToolChoice> choice = root.given(Names.TOOL_CHOICE).flatMap(given -> ToolChoices.read(given, tools));
        Origin origin = new Origin(AnthropicWire.NAME, root.document(), root.rawFields(),
                root.given(Names.SYSTEM).map(RequestDecoder::content).orElse(List.of()), turns(root), tools, choice,
                new SettingsReader(root).read());
        return origin.conversation(model);
    }

    private static List<Turn> turns(JsonScan.Value root) {
        JsonScan.Value messages = root.required(Names.MESSAGES).require(Kind.ARRAY);
        List<Turn> turns = new ArrayList<>();
        for (JsonScan.Value message : messages.elements()) {
            turns.add(turn(message.require(Kind.OBJECT)));
        }
        if (turns.isEmpty()) {
            throw messages.invalid("must hold at least one message");
        }
        return turns;
    }

    private static Turn turn(JsonScan.Value message) {
        JsonScan.Value word = message.required(Names.ROLE);
        Role role = switch (word.string()) {
            case Names.USER -> Role.USER;
            case Names.ASSISTANT -> Role.ASSISTANT;
            case Names.SYSTEM -> Role.SYSTEM;
            default -> throw word.invalid("must be 'user', 'assistant' or 'system'");
        };
        // A system message may hold settings alone.
        List<Block> blocks = role == Role.SYSTEM ? message.given(Names.CONTENT).map(RequestDecoder::content).orElse(List.of())
                : content(message.required(Names.CONTENT));
        return Turn.read(role, blocks, Blocks.raw(message.json()));
    }

    private static List<Block> content(JsonScan.Value content) {
        if (content.is(Kind.STRING)) {
            return List.of(Text.of(content.string()));
        }
        if (!content.is(Kind.ARRAY)) {
            throw content.invalid("must be a string or an array of content blocks");
        }
        return Blocks.readArray(content);
    }
}
