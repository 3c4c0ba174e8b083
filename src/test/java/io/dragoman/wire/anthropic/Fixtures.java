package io.dragoman.wire.anthropic;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Carried;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Seal;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.sse.SseDecoder;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Golden files and short ways through the codec. */
final class Fixtures {
    static final AnthropicWire WIRE = new AnthropicWire();
    static final TargetRules NATIVE = rules("anthropic", true, true, "2023-06-01");
    static final TargetRules THIRD_PARTY = rules("anthropic:third.example", false, false, "2023-06-01");
    static final Seal SEAL = blocks -> Carried.PREFIX + "1." + blocks.get(0).raw().orElseThrow().json().length();

    private static final Path GOLDEN = Path.of("src/test/resources/golden/anthropic");

    private Fixtures() {}

    static TargetRules rules(String issuer, boolean serverTools, boolean search, String version) {
        return new TargetRules(AnthropicWire.NAME, issuer, serverTools, search, true, true, serverTools,
                new TargetRules.Ids(256, 128, false), TargetRules.ReasoningReturn.AUTO, serverTools, version);
    }

    static List<String> golden(String prefix) {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith(prefix)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] read(String name) {
        try {
            return Files.readAllBytes(GOLDEN.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static Conversation decode(String body) {
        return WIRE.decode(utf8(body), DecodeLimits.DEFAULT);
    }

    /** A golden stream, which is an array of events, as bytes of server-sent events. */
    static byte[] stream(String name) {
        StringBuilder sse = new StringBuilder();
        Json.slice(read(name), 0, read(name).length).tree().forEach(event -> sse.append("event: ").append(event.get("type").asText())
                .append("\ndata: ").append(event).append("\n\n"));
        return utf8(sse.toString());
    }

    /** A stream whose frames are these data, each named by its type. */
    static String sse(String... data) {
        StringBuilder sse = new StringBuilder();
        for (String event : data) {
            sse.append("event: ").append(Json.text(event).tree().get("type").asText()).append("\ndata: ").append(event).append("\n\n");
        }
        return sse.toString();
    }

    static List<Event> events(byte[] stream) {
        return events(stream, stream.length);
    }

    /** @param piece bytes that arrive at a time */
    static List<Event> events(byte[] stream, int piece) {
        List<Event> events = new ArrayList<>();
        ReplyDecoder decoder = WIRE.replyDecoder(ReplyQuery.NONE, events::add);
        SseDecoder frames = new SseDecoder(1 << 20, frame -> {
            if (frame instanceof SseFrame.Event event) {
                decoder.frame(event);
            }
        });
        for (int from = 0; from < stream.length; from += piece) {
            frames.feed(stream, from, Math.min(stream.length, from + piece));
        }
        frames.end();
        decoder.end();
        return events;
    }

    static List<Event> wholeEvents(byte[] body) {
        List<Event> events = new ArrayList<>();
        WIRE.replyDecoder(ReplyQuery.NONE, events::add).whole(body);
        return events;
    }

    static ReplyContext context(Aliases aliases) {
        Conversation request = new Conversation("asked-model", List.of(), List.of(), List.of(), Optional.empty(), Settings.DEFAULT,
                Optional.empty());
        return new ReplyContext(request, "01Reply", 1, () -> new ReplyContext.Answering(aliases, SEAL));
    }

    static byte[] encode(List<Event> events, ReplyEncoder encoder) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        events.forEach(event -> encoder.event(event, out));
        return out.toByteArray();
    }

    static byte[] whole(List<Event> events) {
        return encode(events, WIRE.wholeEncoder(context(Aliases.NONE)));
    }

    static byte[] streamed(List<Event> events) {
        return encode(events, WIRE.streamEncoder(context(Aliases.NONE)));
    }
}
