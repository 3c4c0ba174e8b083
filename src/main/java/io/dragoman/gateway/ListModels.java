package io.dragoman.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.http.ClientRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** The models that may be asked for, in the shape that the asking client reads: Anthropic's, Codex's or OpenAI's. */
public final class ListModels implements Processor {
    private static final String ROOT = "/v1/models";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Nobody tells when a configured model was made; clients only want a date. */
    private static final String CREATED = "2026-01-01T00:00:00Z";
    private static final long CREATED_SECONDS = 1_767_225_600L;

    private final ModelDirectory directory;

    public ListModels(Gateway gateway) {
        directory = gateway.directory();
    }

    @Override
    public void process(Exchange exchange) {
        ClientRequest request = Passages.request(exchange);
        Map<String, String> headers = Passages.of(exchange).replyHeaders();
        Shape shape = shape(request);
        String id = id(request.path());
        if (id.isEmpty()) {
            Answers.json(exchange, 200, shape.list(directory.names()), headers);
        } else {
            String owner = directory.resolve(id).get(0).provider().name();
            Answers.json(exchange, 200, shape.one(id, owner), headers);
        }
    }

    private static String id(String path) {
        String rest = path.length() <= ROOT.length() + 1 ? "" : path.substring(ROOT.length() + 1);
        return URLDecoder.decode(rest.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private Shape shape(ClientRequest request) {
        if (Wires.isAnthropicClient(request.headers())) {
            return new AnthropicShape();
        }
        boolean codex = request.headers().containsKey("originator") || request.query().contains("client_version=");
        return codex ? new CodexShape() : new OpenAiShape();
    }

    private String owner(String id) {
        return directory.resolve(id).get(0).provider().name();
    }

    private interface Shape {
        ObjectNode list(List<String> ids);

        ObjectNode one(String id, String owner);
    }

    private final class AnthropicShape implements Shape {
        @Override
        public ObjectNode list(List<String> ids) {
            ObjectNode page = NODES.objectNode();
            ArrayNode data = page.putArray("data");
            ids.forEach(id -> data.add(one(id, owner(id))));
            page.put("has_more", false);
            page.put("first_id", ids.isEmpty() ? null : ids.get(0));
            page.put("last_id", ids.isEmpty() ? null : ids.get(ids.size() - 1));
            return page;
        }

        @Override
        public ObjectNode one(String id, String owner) {
            return NODES.objectNode().put("type", "model").put("id", id).put("display_name", id).put("created_at", CREATED);
        }
    }

    private final class OpenAiShape implements Shape {
        @Override
        public ObjectNode list(List<String> ids) {
            ObjectNode page = NODES.objectNode().put("object", "list");
            ArrayNode data = page.putArray("data");
            ids.forEach(id -> data.add(one(id, owner(id))));
            return page;
        }

        @Override
        public ObjectNode one(String id, String owner) {
            return NODES.objectNode().put("id", id).put("object", "model").put("created", CREATED_SECONDS).put("owned_by", owner);
        }
    }

    /** Codex reads {@code models} with slugs; the OpenAI list beside it serves whoever else asks this way. */
    private final class CodexShape implements Shape {
        @Override
        public ObjectNode list(List<String> ids) {
            ObjectNode page = new OpenAiShape().list(ids);
            ArrayNode models = page.putArray("models");
            ids.forEach(id -> models.add(NODES.objectNode().put("slug", id).put("display_name", id)));
            return page;
        }

        @Override
        public ObjectNode one(String id, String owner) {
            return new OpenAiShape().one(id, owner).put("slug", id).put("display_name", id);
        }
    }
}
