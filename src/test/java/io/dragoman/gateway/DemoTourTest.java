package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import io.dragoman.testing.GatewayExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the README shows a newcomer, and what else is answered without any provider. */
class DemoTourTest {
    @RegisterExtension
    static final GatewayExtension GATEWAY = new GatewayExtension(Map::of);

    private static JsonNode json(HttpResponse<String> reply) throws Exception {
        return Json.MAPPER.readTree(reply.body());
    }

    @Test
    void anAnthropicClientGetsAStream() throws Exception {
        HttpResponse<String> reply = GATEWAY.post("/v1/messages",
                "{\"model\":\"demo\",\"max_tokens\":100,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}", "anthropic-version", "2023-06-01");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.body()).contains("event: message_start", "Hello", "event: message_stop");
    }

    @Test
    void aChatClientGetsAToolCall() throws Exception {
        HttpResponse<String> reply = GATEWAY.post("/v1/chat/completions",
                "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"Use a tool\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\","
                        + "\"parameters\":{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}}}]}");
        JsonNode call = json(reply).path("choices").path(0).path("message").path("tool_calls").path(0).path("function");
        assertThat(call.path("name").asText()).isEqualTo("weather");
        assertThat(call.path("arguments").asText()).isEqualTo("{\"city\":\"demo\"}");
    }

    @Test
    void anAnthropicClientGetsAWholeSearch() throws Exception {
        HttpResponse<String> reply = GATEWAY.post("/v1/messages",
                "{\"model\":\"demo\",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"What is a dragoman?\"}],"
                        + "\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}]}");
        assertThat(json(reply).path("content").findValuesAsText("type")).contains("server_tool_use", "web_search_tool_result", "web_search_result_location");
    }

    @Test
    void everyReplyHasItsRequestId() throws Exception {
        assertThat(GATEWAY.get("/v1/models").headers().firstValue("x-request-id")).isPresent();
        assertThat(GATEWAY.post("/v1/messages", "{").headers().firstValue("request-id")).isPresent();
    }

    @Test
    void modelsComeInTheShapeOfTheAsker() throws Exception {
        assertThat(json(GATEWAY.get("/v1/models")).path("object").asText()).isEqualTo("list");
        assertThat(json(GATEWAY.get("/v1/models", "anthropic-version", "2023-06-01")).path("first_id").asText()).isEqualTo("demo");
        assertThat(json(GATEWAY.get("/v1/models?client_version=1")).path("models").path(0).path("slug").asText()).isEqualTo("demo");
        assertThat(json(GATEWAY.get("/v1/models/demo%2Fx")).path("id").asText()).isEqualTo("demo/x");
        assertThat(GATEWAY.get("/v1/models/nobody").statusCode()).isEqualTo(404);
    }

    @Test
    void tokensAreEstimatedForAllWires() throws Exception {
        String words = "every quiet morning the walrus paints ".repeat(50);
        int anthropic = json(GATEWAY.post("/v1/messages/count_tokens",
                "{\"model\":\"demo\",\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}")).path("input_tokens").asInt();
        int responses = json(GATEWAY.post("/v1/responses/input_tokens", "{\"model\":\"demo\",\"input\":\"" + words + "\"}")).path("input_tokens").asInt();
        assertThat(anthropic).isBetween(300, 500);
        assertThat(responses).isBetween(300, 500);
    }

    @Test
    void whatDoesNotExistIsExplained() throws Exception {
        assertThat(json(GATEWAY.post("/messages", "{}")).path("error").path("message").asText()).contains("lacks /v1", "http://127.0.0.1:" + GATEWAY.port());
        assertThat(GATEWAY.post("/v1/embeddings", "{}").body()).contains("out of scope");
        assertThat(GATEWAY.get("/v1/messages").statusCode()).isEqualTo(405);
        assertThat(GATEWAY.get("/v1/messages").headers().firstValue("allow")).hasValue("POST, OPTIONS");
        assertThat(GATEWAY.send(GATEWAY.request("/v1/models").method("HEAD", HttpRequest.BodyPublishers.noBody()).build()).statusCode()).isEqualTo(200);
        assertThat(GATEWAY.send(GATEWAY.request("/v1/messages").method("OPTIONS", HttpRequest.BodyPublishers.noBody()).build()).statusCode()).isEqualTo(204);
    }

    @Test
    void aForeignPageIsRefused() throws Exception {
        assertThat(GATEWAY.post("/v1/messages", "{}", "origin", "https://evil.example").statusCode()).isEqualTo(403);
    }

    @Test
    void healthAndMetricsAnswer() throws Exception {
        assertThat(GATEWAY.get("/health/live").body()).isEqualTo("{\"status\":\"UP\"}");
        assertThat(GATEWAY.get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(GATEWAY.get("/metrics").body()).contains("dragoman_streams_open");
    }
}
