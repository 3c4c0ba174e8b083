package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The header by which a gateway knows a request that it has sent out itself. Gateways may stand behind one another; none may stand behind itself. */
final class LoopMarker {
    static final String HEADER = "dragoman-via";
    private static final String OWN = UUID.randomUUID().toString().substring(0, 8);
    private static final int MOST = 8;

    private LoopMarker() {}

    /** The header's value on the way to a provider. @param clientHeaders names in lower case */
    static String outgoing(Map<String, String> clientHeaders) {
        String before = clientHeaders.getOrDefault(HEADER, "");
        return before.isEmpty() ? OWN : before + "," + OWN;
    }

    /** @throws io.dragoman.conversation.DragomanException 508 when the request was here before */
    static void check(Map<String, String> clientHeaders) {
        List<String> passed = Arrays.stream(clientHeaders.getOrDefault(HEADER, "").split(",")).map(String::strip).toList();
        if (passed.contains(OWN) || passed.size() > MOST) {
            throw Failure.of(Failure.Kind.INVALID_REQUEST, 508,
                    "This request has been here before: a provider's URL leads back to the gateway.").exception();
        }
    }
}
