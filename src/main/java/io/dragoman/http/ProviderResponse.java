package io.dragoman.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Flow;

/**
 * Head of a provider's answer and its body as it arrives, content codings undone.
 *
 * @param headers names in lower case
 * @param body    one subscriber; cancelling closes the connection. Errors are {@link io.dragoman.conversation.DragomanException}s
 */
public record ProviderResponse(int status, Map<String, String> headers, Flow.Publisher<byte[]> body) {
    public ProviderResponse {
        headers = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
}
