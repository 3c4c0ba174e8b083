package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.JsonScan;
import java.util.Optional;

/**
 * Citations of a text block. They carry no range: each stands for the whole block.
 *
 * <p>A citation of a web search proves itself by an {@code encrypted_index} that only Anthropic can make. One that the gateway shows for
 * another provider's source has an empty one; it is for the client's eyes and goes to no provider.
 */
final class Citations {
    private static final String WEB = "web_search_result_location";

    private Citations() {}

    static Citation read(JsonScan.Value value) {
        String title = value.text(Names.TITLE).or(() -> value.text("document_title")).orElse("");
        return new Citation(value.text("url").or(() -> value.text("source")), title, value.text("cited_text").orElse(""),
                Optional.empty(), Optional.of(new Raw(AnthropicWire.NAME, value.json())));
    }

    /** True when this citation may go to that target as it is. */
    static boolean fits(Citation citation, TargetRules rules) {
        Optional<Json> raw = citation.raw().filter(r -> r.isOf(AnthropicWire.NAME)).map(Raw::json);
        if (raw.isEmpty()) {
            return false;
        }
        Optional<String> index = JsonScan.reply(raw.get().toBytes()).text(Names.ENCRYPTED_INDEX);
        return index.isEmpty() || rules.nativeServerTools() && !index.get().isEmpty();
    }

    /** The citation for a client: as Anthropic made it, or told as the place of a search result. Empty where there is no address. */
    static Optional<Json> forClient(Citation citation) {
        Optional<Json> raw = citation.raw().filter(r -> r.isOf(AnthropicWire.NAME)).map(Raw::json);
        if (raw.isPresent()) {
            return raw;
        }
        return citation.url().map(url -> Fields.typed(WEB).put("url", url).put(Names.TITLE, citation.title())
                .put("cited_text", citation.citedText()).put(Names.ENCRYPTED_INDEX, "").json());
    }
}
