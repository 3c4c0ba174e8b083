package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.testing.GatewayExtension;
import io.dragoman.testing.RawClient;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The provider goes on only when the client has seen what came before. */
@Timeout(60)
class HeldStreamTest {
    @RegisterExtension
    @Order(1)
    static final ScriptedProvider PROVIDER = new ScriptedProvider();

    @RegisterExtension
    @Order(2)
    static final GatewayExtension GATEWAY = new GatewayExtension(() -> Upstream.settings(PROVIDER.base().toString()));

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.dragoman.system.Lane#all")
    void eachEventReachesTheClientBeforeTheProviderSendsTheNext(Lane lane) throws Exception {
        List<Upstream.Stage> stages = lane.provider().stages();
        Script script = Script.events();
        for (int i = 0; i < stages.size(); i++) {
            (i == 0 ? script : script.hold("stage " + i)).send(stages.get(i).frames());
        }
        PROVIDER.reply(script.stall());
        try (RawClient client = new RawClient(GATEWAY.port())) {
            RawClient.Reply head = client.post(lane.client().path, lane.client().request(lane.provider().model(), true)).head();
            assertThat(head.status()).isEqualTo(200);
            StringBuilder read = new StringBuilder();
            for (int i = 0; i < stages.size(); i++) {
                PROVIDER.open("stage " + i);
                String marker = stages.get(i).marker().equals(Upstream.END) ? lane.client().last : stages.get(i).marker();
                while (!read.toString().contains(marker)) {
                    read.append(next(client, marker, read));
                }
            }
            assertThat(read + client.body(head)).endsWith("\n\n").doesNotContain("\"error\":{");
        }
        PROVIDER.happenings().await("gone");
    }

    private static String next(RawClient client, String marker, StringBuilder read) {
        try {
            String chunk = client.chunk();
            if (!chunk.isEmpty()) {
                return chunk;
            }
        } catch (java.io.IOException late) {
            throw new AssertionError("\"" + marker + "\" did not come while the provider waited. Read: " + read, late);
        }
        throw new AssertionError("The stream ended before \"" + marker + "\". Read: " + read);
    }
}
