package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.conversation.Json;
import io.dragoman.testing.GatewayExtension;
import io.dragoman.testing.Script;
import io.dragoman.testing.ScriptedProvider;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The shipped routes between real sockets: what is repeated, what is handed on, what reaches whom. */
class RoutesTest {
    private static final String QUESTION = "{\"model\":\"%s\",\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String ANSWER = "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"text\",\"text\":\"yes\"}],"
            + "\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}";
    private static final String REFUSED = "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":\"%s\"}}";
    private static final String CHAT_ANSWER = "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
            + "{\"role\":\"assistant\",\"content\":\"yes\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}";

    private static final String RESPONSES_ANSWER = "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"status\":\"completed\",\"error\":null,\"model\":\"m\","
            + "\"output\":[{\"id\":\"msg_1\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\","
            + "\"text\":\"yes\",\"annotations\":[]}]}],\"usage\":{\"input_tokens\":1,\"output_tokens\":1,\"total_tokens\":2}}";

    static final ScriptedProvider A = new ScriptedProvider();
    static final ScriptedProvider K = new ScriptedProvider();
    static final ScriptedProvider R = new ScriptedProvider();
    static final ScriptedProvider C = new ScriptedProvider();

    @RegisterExtension
    static final ScriptedProviders PROVIDERS = new ScriptedProviders(A, K, R, C);

    @RegisterExtension
    static final GatewayExtension GATEWAY = new GatewayExtension(() -> {
        Map<String, String> all = new TreeMap<>();
        provider(all, "a", "anthropic", A);
        provider(all, "k", "anthropic-compatible", K);
        provider(all, "r", "openai-responses", R);
        provider(all, "c", "openai-chat", C);
        all.put("dragoman.model.both", "a/first, k/second");
        all.put("dragoman.retry.backoff.ms", "1");
        all.put("dragoman.report", "header");
        return all;
    });

    private static void provider(Map<String, String> all, String name, String wire, ScriptedProvider provider) {
        all.put("dragoman.provider." + name + ".wire", wire);
        all.put("dragoman.provider." + name + ".url", provider.base().toString());
        all.put("dragoman.provider." + name + ".api-key", "key-of-" + name);
    }

    private static HttpResponse<String> ask(String model) throws Exception {
        return GATEWAY.post("/v1/messages", String.format(QUESTION, model), "x-api-key", "key-of-client", "anthropic-version", "2023-06-01");
    }

    @Test
    void anOverloadedProviderIsAskedAgainAndThenTheNext() throws Exception {
        A.reply(Script.json(529, String.format(REFUSED, "overloaded_error", "full")), Script.json(529, String.format(REFUSED, "overloaded_error", "full")));
        K.reply(Script.json(200, ANSWER));
        HttpResponse<String> reply = ask("both");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(A.requests()).hasSize(2);
        assertThat(Json.MAPPER.readTree(K.request().text()).path("model").asText()).isEqualTo("second");
        assertThat(K.request().headers()).containsEntry("x-api-key", "key-of-k");
    }

    @Test
    void theRequestsOwnFaultIsToldAtOnce() throws Exception {
        A.reply(Script.json(400, String.format(REFUSED, "invalid_request_error", "messages: no")).header("anthropic-ratelimit-requests-remaining", "7"));
        HttpResponse<String> reply = ask("both");
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.body()).isEqualTo(String.format(REFUSED, "invalid_request_error", "messages: no"));
        assertThat(reply.headers().firstValue("anthropic-ratelimit-requests-remaining")).hasValue("7");
        assertThat(K.requests()).isEmpty();
    }

    @Test
    void aRefusedSignatureIsLeftOutOnceAndOnlyOnce() throws Exception {
        String refused = String.format(REFUSED, "invalid_request_error", "messages.1.content.0: Invalid `signature` in `thinking` block");
        String history = "{\"model\":\"a/m\",\"max_tokens\":50,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"},{\"role\":\"assistant\",\"content\":["
                + "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"c2ln\"},{\"type\":\"text\",\"text\":\"yes\"}]},{\"role\":\"user\",\"content\":\"and?\"}]}";
        A.reply(Script.json(400, refused), Script.json(200, ANSWER));
        assertThat(GATEWAY.post("/v1/messages", history).statusCode()).isEqualTo(200);
        assertThat(A.requests()).hasSize(2);
        assertThat(A.requests().get(0).text()).contains("c2ln");
        assertThat(A.requests().get(1).text()).doesNotContain("c2ln").contains("yes");
        A.clear();
        A.reply(Script.json(400, refused), Script.json(400, refused));
        assertThat(GATEWAY.post("/v1/messages", history).statusCode()).isEqualTo(400);
        assertThat(A.requests()).hasSize(2);
    }

    @Test
    void noKeyCrossesTheGateway() throws Exception {
        A.reply(Script.json(401, String.format(REFUSED, "authentication_error", "the key key-of-a is wrong")));
        HttpResponse<String> reply = ask("a/m");
        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.body() + reply.headers().map()).doesNotContain("key-of");
        assertThat(A.request().headers().toString() + A.request().text()).doesNotContain("key-of-client").doesNotContain("CamelDragoman");
    }

    @Test
    void aRequestThatComesBackIsRefused() throws Exception {
        A.reply(Script.json(200, ANSWER));
        ask("a/m");
        HttpResponse<String> reply = GATEWAY.post("/v1/messages", String.format(QUESTION, "a/m"), "dragoman-via", A.request().headers().get("dragoman-via"));
        assertThat(reply.statusCode()).isEqualTo(508);
    }

    @Test
    void whatIsLostIsNamedToWhoeverAskedForIt() throws Exception {
        C.reply(Script.json(200, CHAT_ANSWER));
        HttpResponse<String> reply = GATEWAY.post("/v1/messages",
                "{\"model\":\"c/m\",\"max_tokens\":50,\"top_k\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("dragoman-losses").orElse("")).contains("top_k");
    }

    @Test
    void everyNodeOfEveryShippedRouteIsHit() throws Exception {
        A.reply(Script.json(200, ANSWER), Script.json(200, "{\"input_tokens\":3}"), Script.json(404, String.format(REFUSED, "not_found_error", "no")),
                Script.json(200, ANSWER), Script.json(200, ANSWER));
        K.reply(Script.json(200, ANSWER));
        C.reply(Script.json(200, CHAT_ANSWER));
        R.reply(Script.json(400, "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}"),
                Script.json(200, "{\"object\":\"response.input_tokens\",\"input_tokens\":3}"), Script.json(200, RESPONSES_ANSWER));
        assertThat(ask("a/m").statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/messages/count_tokens", String.format(QUESTION, "a/m")).body()).contains("3");
        assertThat(ask("a/m").statusCode()).isEqualTo(404);
        assertThat(ask("k/m").statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/chat/completions", "{\"model\":\"c/m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}").statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/responses", "{\"model\":\"r/m\",\"input\":\"hi\"}").statusCode()).isEqualTo(400);
        assertThat(GATEWAY.post("/v1/responses/input_tokens", "{\"model\":\"r/m\",\"input\":\"hi\"}").body()).contains("3");
        assertThat(GATEWAY.post("/v1/responses/compact", "{\"model\":\"a/m\",\"input\":\"hi\"}").body()).contains("compaction");
        assertThat(GATEWAY.post("/v1/responses", "{\"model\":\"a/m\",\"input\":\"hi\"}").statusCode()).isEqualTo(200);
        assertThat(GATEWAY.post("/v1/responses", "{\"model\":\"r/m\",\"input\":\"hi\"}").body()).isEqualTo(RESPONSES_ANSWER);
        GATEWAY.get("/v1/models");
        GATEWAY.get("/health/ready");
        GATEWAY.get("/metrics");
        for (String path : new String[] {"/v1/messages", "/v1/messages/count_tokens", "/v1/responses", "/v1/responses/compact", "/v1/responses/input_tokens",
                "/v1/chat/completions", "/v1/models"}) {
            GATEWAY.post(path, "{", "origin", "https://evil.example");
            GATEWAY.get(path, "origin", "https://evil.example");
        }
        GATEWAY.get("/metrics", "origin", "https://evil.example");
        GATEWAY.send(GATEWAY.request("/nowhere").method("DELETE", HttpRequest.BodyPublishers.noBody()).build());
        TreeSet<String> never = new TreeSet<>();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName node : server.queryNames(new ObjectName("org.apache.camel:context=dragoman,type=processors,*"), null)) {
            if ((long) server.getAttribute(node, "ExchangesTotal") == 0) {
                never.add(server.getAttribute(node, "RouteId") + " " + node.getKeyProperty("name"));
            }
        }
        assertThat(never).as("nodes that no exchange has passed").isEmpty();
    }

    @Test
    void yamlKeepsToItsSchema() throws Exception {
        var schema = com.networknt.schema.JsonSchemaFactory.getInstance(com.networknt.schema.SpecVersion.VersionFlag.V7);
        try (InputStream text = RoutesTest.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
            var dsl = schema.getSchema(text);
            var yaml = new com.fasterxml.jackson.databind.ObjectMapper(new com.fasterxml.jackson.dataformat.yaml.YAMLFactory());
            try (var files = java.nio.file.Files.list(java.nio.file.Path.of("routes"))) {
                for (java.nio.file.Path file : files.toList()) {
                    assertThat(dsl.validate(yaml.readTree(file.toFile()))).as(file.toString()).isEmpty();
                }
            }
        }
    }
}
