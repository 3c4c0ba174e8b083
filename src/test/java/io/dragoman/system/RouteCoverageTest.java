package io.dragoman.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.system.ShippedRoutes.Node;
import io.dragoman.testing.GatewayExtension;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One of everything that may be asked: every node of every shipped route has its id, its counters, and has had work. */
@Timeout(60)
class RouteCoverageTest {
    @RegisterExtension
    @Order(1)
    static final ScriptedProvider PROVIDER = new ScriptedProvider();

    @RegisterExtension
    @Order(2)
    static final GatewayExtension GATEWAY = new GatewayExtension(() -> {
        Map<String, String> settings = Upstream.settings(PROVIDER.base().toString());
        settings.put("dragoman.retry.attempts", "1");
        settings.put("dragoman.retry.backoff.ms", "1");
        return settings;
    });

    @Test
    void everyNodeHasAnId() throws Exception {
        assertThat(ShippedRoutes.nodes()).noneMatch(node -> node.id().isEmpty()).hasSizeGreaterThan(60);
    }

    @Test
    void everyNodeIsHit() throws Exception {
        askForEverything();
        Map<String, Long> hits = hits();
        List<Node> nodes = ShippedRoutes.nodes();
        assertThat(nodes.stream().filter(node -> !isHit(node, hits)).toList()).as("nodes that nothing has passed; counted: %s", hits).isEmpty();
    }

    /** Beans stand in many routes: each place must count for itself. */
    @Test
    void aNodeCountsOnlyWhatPassesItsOwnRoute() throws Exception {
        Map<String, Long> before = hits();
        PROVIDER.reply(Upstream.R.whole("fine"));
        assertThat(GATEWAY.post(Client.C.path, Client.C.request(Upstream.R.model(), false)).statusCode()).isEqualTo(200);
        Map<String, Long> after = hits();
        assertThat(changed(before, after)).contains("clients.camel.yaml chat-relay", "dragoman-openai-responses-sink.kamelet.yaml call")
                .doesNotContain("clients.camel.yaml messages-relay", "clients.camel.yaml responses-relay", "dragoman-anthropic-sink.kamelet.yaml call",
                        "dragoman-openai-chat-sink.kamelet.yaml call");
    }

    private static List<String> changed(Map<String, Long> before, Map<String, Long> after) {
        return after.keySet().stream().filter(key -> !after.get(key).equals(before.getOrDefault(key, 0L))).toList();
    }

    private static void askForEverything() throws Exception {
        for (Lane lane : Lane.all().toList()) {
            PROVIDER.reply(lane.provider().stream());
            assertThat(GATEWAY.post(lane.client().path, lane.client().request(lane.provider().model(), true)).statusCode()).as(lane.toString()).isEqualTo(200);
        }
        PROVIDER.reply(Upstream.C.whole("In short: nothing."));
        String items = "{\"model\":\"c/m\",\"input\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";
        assertThat(GATEWAY.post("/v1/responses/compact", items).statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/responses/input_tokens", items).statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/messages/count_tokens", Client.A.request("c/m", false)).statusCode()).isEqualTo(200);
        for (String path : List.of("/v1/models", "/health/ready", "/metrics")) {
            assertThat(GATEWAY.get(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(GATEWAY.get("/nowhere").statusCode()).isEqualTo(404);
        // The error step has one name, and so one counter, in all routes.
        for (String path : List.of("/v1/messages", "/v1/responses", "/v1/responses/compact", "/v1/chat/completions", "/v1/messages/count_tokens",
                "/v1/responses/input_tokens")) {
            assertThat(GATEWAY.post(path, "{").statusCode()).as(path).isEqualTo(400);
        }
        PROVIDER.reply(Script.json(500, Upstream.A.error("api_error", "no")), Script.json(500, Upstream.A.error("api_error", "no")));
        assertThat(GATEWAY.post(Client.A.path, Client.A.request("a/m", false)).statusCode()).isEqualTo(500);
    }

    /** How often each place was passed, by file and id, and each route by its id. Instances of a template count together. */
    private static Map<String, Long> hits() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String context = "org.apache.camel:context=" + GATEWAY.camel().getManagementName() + ",type=";
        Map<String, Long> hits = new HashMap<>();
        for (ObjectName name : server.queryNames(new ObjectName(context + "processors,*"), null)) {
            String location = (String) server.getAttribute(name, "SourceLocation");
            String file = location.substring(location.lastIndexOf('/') + 1).replaceAll(":\\d+$", "");
            String id = ((String) server.getAttribute(name, "ProcessorId")).replaceAll(file.startsWith("providers") ? "^[akrc]-" : "^\\d+", "");
            hits.merge(file + " " + id, (Long) server.getAttribute(name, "ExchangesTotal"), Long::sum);
        }
        for (ObjectName name : server.queryNames(new ObjectName(context + "routes,*"), null)) {
            String id = ((String) server.getAttribute(name, "RouteId")).replaceAll("^provider-.*", "provider");
            hits.merge("route " + id, (Long) server.getAttribute(name, "ExchangesTotal"), Long::sum);
        }
        return hits;
    }

    /** Consumers count as routes do; branches have no counters of their own. */
    private static boolean isHit(Node node, Map<String, Long> hits) {
        if (node.kind().equals("from")) {
            return hits.getOrDefault("route " + node.route(), 0L) > 0;
        }
        long own = hits.getOrDefault(node.file() + " " + node.id(), 0L);
        return own > 0 || List.of("when", "otherwise", "onException").contains(node.kind())
                && node.inside().stream().anyMatch(id -> hits.getOrDefault(node.file() + " " + id, 0L) > 0);
    }
}
