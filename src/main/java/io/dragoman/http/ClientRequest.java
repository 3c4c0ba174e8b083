package io.dragoman.http;

import io.dragoman.conversation.Failure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A client's request as the edge read it. It stands in the exchange property {@link #PROPERTY}; the message itself carries only
 * method, path and query as {@code CamelHttp…} headers, so that nothing a client sends can pass for a header of a route.
 *
 * @param path    without the query, percent-encoded as it came
 * @param query   without the question mark; empty when there was none
 * @param headers names in lower case; repeated ones joined by commas
 * @param body    content codings undone
 * @param fault   why the edge did not take the body (content type, coding): to be told in the words of the client's wire
 */
public record ClientRequest(String method, String path, String query, Map<String, String> headers, byte[] body,
        ClientConnection connection, Optional<Failure> fault) {
    /** Exchange property. */
    public static final String PROPERTY = "CamelDragomanClientRequest";

    public ClientRequest {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName));
    }

    /** The same with its bytes let go. */
    public ClientRequest withoutBody() {
        return new ClientRequest(method, path, query, headers, new byte[0], connection, fault);
    }

    /** Says what was asked, never what was said. */
    @Override
    public String toString() {
        return "ClientRequest[" + method + " " + path + ", " + body.length + " bytes]";
    }
}
