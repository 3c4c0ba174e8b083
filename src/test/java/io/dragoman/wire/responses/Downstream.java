package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Citation;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.ServerToolCall;
import io.dragoman.conversation.ServerToolResult;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.ToolCall;
import io.dragoman.conversation.Usage;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyEvents;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells replies to the encoders, as decoders of other wires would, and reads what came out. */
final class Downstream {
    static final WireName ANTHROPIC = new WireName("anthropic");

    private Downstream() {}

    static ReplyContext context() {
        return context(Aliases.NONE);
    }

    static ReplyContext context(Aliases aliases) {
        return context(aliases, new Conversation("claude-x", List.of(), List.of(), List.of(), Optional.empty(), Settings.DEFAULT,
                Optional.empty()));
    }

    /** The seal tells in clear what it sealed. */
    static ReplyContext context(Aliases aliases, Conversation request) {
        return new ReplyContext(request, "abc123", 1_800_000_000L, () -> new ReplyContext.Answering(aliases, blocks -> {
            StringBuilder token = new StringBuilder(Carried.PREFIX + "1.");
            blocks.forEach(block -> token.append(block.raw().map(raw -> raw.json().text()).orElse("?")).append('|'));
            return token.toString();
        }));
    }

    static List<Event> events(Consumer<ReplyEvents> told) {
        List<Event> events = new ArrayList<>();
        ReplyEvents reply = new ReplyEvents(events::add);
        reply.started("msg_provider", "claude-real", Usage.NONE);
        told.accept(reply);
        return events;
    }

    static byte[] encode(ReplyEncoder encoder, List<Event> events) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        events.forEach(event -> encoder.event(event, out));
        return out.toByteArray();
    }

    static StrictResponsesClient stream(Consumer<ReplyEvents> told) {
        return stream(context(), told);
    }

    static StrictResponsesClient stream(ReplyContext context, Consumer<ReplyEvents> told) {
        return StrictResponsesClient.read(encode(new StreamEncoder(context), events(told)));
    }

    static JsonNode whole(ReplyContext context, Consumer<ReplyEvents> told) {
        return Upstream.json(new String(encode(new WholeEncoder(context), events(told)), java.nio.charset.StandardCharsets.UTF_8));
    }

    static void end(ReplyEvents reply) {
        end(reply, StopReason.Kind.END);
    }

    static void end(ReplyEvents reply, StopReason.Kind kind) {
        reply.finished(StopReason.of(kind, kind.name().toLowerCase(java.util.Locale.ROOT)), new Usage(12, 5, 3, 7, 2, 0, 0, Optional.empty()));
    }

    static Optional<Raw> raw(String json) {
        return Optional.of(new Raw(ANTHROPIC, Json.of(Upstream.json(json))));
    }

    static void text(ReplyEvents reply, String text, Citation... citations) {
        ReplyEvents.OpenBlock block = reply.open(Text.of(""));
        for (int i = 0; i < text.length(); i += 3) {
            block.text(text.substring(i, Math.min(text.length(), i + 3)));
        }
        for (Citation citation : citations) {
            block.citation(citation);
        }
        block.finish(whole -> new Text(whole, List.of(citations),
                raw("{'type':'text','text':'" + text + "','citations':" + citations.length + "}")));
    }

    static Citation citation(String url) {
        return new Citation(Optional.of(url), "Title", "cited", Optional.empty(), raw("{'url':'" + url + "'}"));
    }

    static void call(ReplyEvents reply, String id, String name, String arguments) {
        ReplyEvents.OpenBlock block = reply.open(ToolCall.of(id, name, ""));
        block.arguments("");
        for (int i = 0; i < arguments.length(); i += 4) {
            block.arguments(arguments.substring(i, Math.min(arguments.length(), i + 4)));
        }
        block.finish(whole -> new ToolCall(id, name, Optional.empty(), whole, ToolCall.Form.JSON, raw("{'type':'tool_use','id':'" + id + "'}")));
    }

    static void thinking(ReplyEvents reply, String text, String signature) {
        ReplyEvents.OpenBlock block = reply.open(new Thinking("", Optional.empty(), Optional.empty(), Optional.empty()));
        block.thinking(text);
        block.signature(signature);
        block.finish(whole -> new Thinking(whole, Optional.of(signature), Optional.empty(),
                raw("{'type':'thinking','thinking':'" + text + "','signature':'" + signature + "'}")));
    }

    static void use(ReplyEvents reply, String id, String name, String input) {
        ServerToolCall whole = new ServerToolCall(id, "server_tool_use", name, Json.of(Upstream.json(input)),
                raw("{'type':'server_tool_use','id':'" + id + "','name':'" + name + "','input':" + input + "}"));
        ReplyEvents.OpenBlock block = reply.open(new ServerToolCall(id, "server_tool_use", name, Json.text("{}"), Optional.empty()));
        block.arguments(input);
        block.finish(text -> whole);
    }

    static void result(ReplyEvents reply, String id, String type, String content) {
        reply.whole(new ServerToolResult(id, type, Json.of(Upstream.json(content)),
                raw("{'type':'" + type + "','tool_use_id':'" + id + "','content':" + content + "}")));
    }

    static void search(ReplyEvents reply, String id, String query, String url) {
        use(reply, id, "web_search", "{'query':'" + query + "'}");
        result(reply, id, "web_search_tool_result", "[{'type':'web_search_result','url':'" + url + "','title':'T','encrypted_content':'E'}]");
    }

    static List<String> kinds(StrictResponsesClient client) {
        List<String> kinds = new ArrayList<>();
        for (JsonNode item : client.items()) {
            String type = item.path("type").asText();
            boolean carrier = type.equals("reasoning") && item.path("summary").isEmpty();
            kinds.add(carrier ? "carrier" : type);
        }
        return kinds;
    }
}
