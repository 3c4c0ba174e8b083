package io.dragoman.gateway;

import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.WireName;
import io.dragoman.gateway.GatewaySettings.ProviderWire;
import io.dragoman.wire.Wire;
import io.dragoman.wire.anthropic.AnthropicWire;
import io.dragoman.wire.chat.ChatWire;
import io.dragoman.wire.responses.ResponsesWire;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The wires there are, and which paths and headers belong to which. */
final class Wires {
    static final Wire ANTHROPIC = new AnthropicWire();
    static final Wire RESPONSES = new ResponsesWire();
    static final Wire CHAT = new ChatWire();
    static final List<Wire> ALL = List.of(ANTHROPIC, RESPONSES, CHAT);

    private Wires() {}

    static Optional<Wire> named(String name) {
        return ALL.stream().filter(wire -> wire.name().value().equals(name)).findFirst();
    }

    static Wire of(ProviderWire spoken) {
        return switch (spoken) {
            case ANTHROPIC, ANTHROPIC_COMPATIBLE -> ANTHROPIC;
            case OPENAI_RESPONSES -> RESPONSES;
            case OPENAI_CHAT -> CHAT;
        };
    }

    /** Readers for blocks that carriers hold. */
    static Map<WireName, BlockReader> readers() {
        return Map.of(ANTHROPIC.name(), ANTHROPIC.blocks(), RESPONSES.name(), RESPONSES.blocks(), CHAT.name(), CHAT.blocks());
    }

    /** The wire whose words a client of this path understands. */
    static Wire ofPath(String path) {
        String lower = path.toLowerCase(java.util.Locale.ROOT);
        if (lower.contains("/messages") || lower.contains("/complete")) {
            return lower.contains("/chat/") ? CHAT : ANTHROPIC;
        }
        return lower.contains("/responses") ? RESPONSES : CHAT;
    }

    /** The same, where the client's headers may tell more than the path. @param headers names in lower case */
    static Wire ofClient(String path, Map<String, String> headers) {
        Wire byPath = ofPath(path);
        return byPath == CHAT && !path.contains("/chat/") && isAnthropicClient(headers) ? ANTHROPIC : byPath;
    }

    static boolean isAnthropicClient(Map<String, String> headers) {
        return headers.containsKey("anthropic-version") || headers.getOrDefault("user-agent", "").startsWith("claude-c");
    }
}
