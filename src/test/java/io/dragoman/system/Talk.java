package io.dragoman.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.WireName;
import io.dragoman.gateway.Gateway;
import io.dragoman.gateway.Provider;
import io.dragoman.replay.Capture;
import io.dragoman.replay.Replay;
import io.dragoman.repair.Repaired;
import io.dragoman.repair.Sanitise;
import io.dragoman.system.Growth.Step;
import io.dragoman.system.Growth.User;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import io.dragoman.wire.anthropic.AnthropicWire;
import io.dragoman.wire.chat.ChatWire;
import io.dragoman.wire.responses.ResponsesWire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client that keeps its own history and lets it grow. Everything goes the way of the routes, without the routes. */
final class Talk {
    private static final Map<Client, Wire> WIRES = Map.of(Client.A, new AnthropicWire(), Client.R, new ResponsesWire(), Client.C, new ChatWire());
    private static final Map<WireName, BlockReader> READERS = WIRES.values().stream().collect(Collectors.toMap(Wire::name, Wire::blocks));
    private static final String PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private final Lane lane;
    private final Gateway gateway;
    private final Map<String, Provider> providers;
    private final Capture capture;
    private final Wire client;
    private final ArrayNode history = Json.MAPPER.createArrayNode();
    private int turn;

    Talk(Lane lane, Gateway gateway, Map<String, Provider> providers) {
        this.lane = lane;
        this.gateway = gateway;
        this.providers = providers;
        this.client = WIRES.get(lane.client());
        this.capture = new Capture(gateway.carriers(), READERS, 1 << 20);
        user(User.TEXT);
    }

    /**
     * The messages or items that the provider of the lane is sent now, without cache marks. The Messages wire takes neighbouring messages of one role
     * for one turn, so there it is the blocks, each with its role.
     */
    List<JsonNode> sent() {
        JsonNode body = withoutMarks(read(encode(captured().conversation(), lane.provider())));
        List<JsonNode> sent = new ArrayList<>();
        for (JsonNode message : body.path(body.has("input") ? "input" : "messages")) {
            if (wire(lane.provider()) == WIRES.get(Client.A) && message.path("content").isArray()) {
                message.path("content").forEach(block -> sent.add(((ObjectNode) message.deepCopy()).set("content", block)));
            } else {
                sent.add(message);
            }
        }
        return sent;
    }

    void grow(Step step) {
        turn++;
        Upstream by = step.other().orElse(lane.provider());
        JsonNode answer = read(toClient(by, Answer.of(by, turn, step.answer())));
        List<String> calls = new ArrayList<>();
        if (lane.client() == Client.A) {
            history.addObject().put("role", "assistant").set("content", answer.path("content"));
            answer.path("content").forEach(block -> collect(block, "tool_use", "id", calls));
        } else if (lane.client() == Client.R) {
            answer.path("output").forEach(item -> {
                history.add(item);
                collect(item, "function_call", "call_id", calls);
            });
        } else {
            JsonNode message = answer.path("choices").path(0).path("message");
            history.add(message);
            message.path("tool_calls").forEach(call -> calls.add(call.path("id").asText()));
        }
        results(calls);
        if (calls.isEmpty() || step.user() != User.NOTHING && lane.client() != Client.A) {
            user(step.user());
        }
    }

    private static void collect(JsonNode part, String type, String id, List<String> calls) {
        if (part.path("type").asText().equals(type)) {
            calls.add(part.path(id).asText());
        }
    }

    private Capture.Captured captured() {
        return capture.capture(client.decode(request().toString().getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT));
    }

    private Repaired repaired(Conversation conversation, Upstream kind) {
        Provider provider = provider(kind);
        boolean replays = kind == Upstream.A || kind == Upstream.R;
        Conversation replayed = replays ? new Replay().replay(conversation, captured().map(), provider.rules()).conversation() : conversation;
        return Sanitise.andPrune(replayed, provider.rules());
    }

    private byte[] encode(Conversation conversation, Upstream kind) {
        return wire(kind).encode(repaired(conversation, kind).conversation().withModel("m"), provider(kind).rules()).body();
    }

    private Provider provider(Upstream kind) {
        return providers.get(kind.provider());
    }

    private static Wire wire(Upstream kind) {
        return WIRES.get(kind == Upstream.R ? Client.R : kind == Upstream.C ? Client.C : Client.A);
    }

    private byte[] toClient(Upstream by, byte[] answer) {
        if (wire(by) == client) {
            return answer;
        }
        Capture.Captured captured = captured();
        Repaired repaired = repaired(captured.conversation(), by);
        ReplyContext context = new ReplyContext(client.decode(request().toString().getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT), "id" + turn, 1,
                () -> new ReplyContext.Answering(repaired.aliases(), gateway.carriers().seal(provider(by).rules().issuer())));
        ReplyEncoder encoder = client.wholeEncoder(context);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReplyQuery query = new ReplyQuery(captured.conversation().tools().stream().filter(tool -> provider(by).rules().webSearch())
                .flatMap(tool -> tool instanceof Tool.WebSearchTool search ? Stream.of(search) : Stream.empty()).findFirst());
        wire(by).replyDecoder(query, event -> encoder.event(event, out)).whole(answer);
        return out.toByteArray();
    }

    private ObjectNode request() {
        ObjectNode request = Json.MAPPER.createObjectNode().put("model", lane.provider().model());
        JsonNode schema = read("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}".getBytes(StandardCharsets.UTF_8));
        ArrayNode tools = request.putArray("tools");
        for (String name : List.of("get_weather", "look")) {
            switch (lane.client()) {
                case A -> tools.addObject().put("name", name).set("input_schema", schema);
                case R -> tools.addObject().put("type", "function").put("name", name).set("parameters", schema);
                case C -> tools.addObject().put("type", "function").putObject("function").put("name", name).set("parameters", schema);
            }
        }
        switch (lane.client()) {
            case A -> {
                request.put("max_tokens", 500).put("system", "Be brief.");
                tools.addObject().put("type", "web_search_20250305").put("name", "web_search");
            }
            case R -> {
                request.put("instructions", "Be brief.").put("store", false).putArray("include").add("reasoning.encrypted_content");
                tools.addObject().put("type", "web_search");
            }
            case C -> request.putObject("web_search_options");
        }
        request.set(lane.client() == Client.R ? "input" : "messages", history);
        return request;
    }

    private void results(List<String> calls) {
        if (lane.client() == Client.A && !calls.isEmpty()) {
            ArrayNode content = history.addObject().put("role", "user").putArray("content");
            calls.forEach(id -> content.addObject().put("type", "tool_result").put("tool_use_id", id).put("content", "sunny " + turn));
            return;
        }
        for (String id : calls) {
            if (lane.client() == Client.R) {
                history.addObject().put("type", "function_call_output").put("call_id", id).put("output", "sunny " + turn);
            } else {
                history.addObject().put("role", "tool").put("tool_call_id", id).put("content", "sunny " + turn);
            }
        }
    }

    private void user(User what) {
        ObjectNode message = history.addObject().put("role", "user");
        if (what == User.IMAGE) {
            ObjectNode part = message.putArray("content").addObject();
            switch (lane.client()) {
                case A -> part.put("type", "image").putObject("source").put("type", "base64").put("media_type", "image/png").put("data", PNG);
                case R -> part.put("type", "input_image").put("image_url", "data:image/png;base64," + PNG);
                case C -> part.put("type", "image_url").putObject("image_url").put("url", "data:image/png;base64," + PNG);
            }
        } else {
            message.put("content", "Go on, " + turn);
        }
        if (what == User.SYSTEM) {
            history.addObject().put("role", lane.client() == Client.R ? "developer" : "system").put("content", "From now on be brief, " + turn);
        }
    }

    private static JsonNode withoutMarks(JsonNode node) {
        node.forEach(Talk::withoutMarks);
        if (node instanceof ObjectNode object) {
            object.remove("cache_control");
        }
        return node;
    }

    private static JsonNode read(byte[] json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
