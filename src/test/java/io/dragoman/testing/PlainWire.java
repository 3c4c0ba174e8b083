package io.dragoman.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Event;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Failure.Kind;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.Raw;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.TargetRules;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Tool;
import io.dragoman.conversation.Usage;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.ErrorEnvelope;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.FrameRelay;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyDecoder;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.ReplyEvents;
import io.dragoman.wire.ReplyQuery;
import io.dragoman.wire.Wire;
import io.dragoman.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A wire so plain that tests of the path need no codec. A request is {@code {"stream":true,"search":true}}; a reply is frames {@code {"start":"id"}},
 * {@code {"text":"…"}} (one block each), {@code {"end":"stop"}} or {@code {"end":"pause"}}, {@code {"error":"…"}}, or the document
 * {@code {"whole":"…"}}. The text {@code fault} breaks the encoder. Clients get the same with the name of the wire in front: {@code data: NAME text …}.
 */
public record PlainWire(WireName name) implements Wire {
    @Override
    public Conversation decode(byte[] body, DecodeLimits limits) {
        boolean stream = tree(body).path("stream").asBoolean();
        Settings settings = Settings.builder().stream(stream).build();
        Tool search = new Tool.WebSearchTool("web_search", "web_search", Optional.empty(), List.of(), List.of(), Optional.empty(), true,
                Optional.empty());
        List<Tool> tools = tree(body).path("search").asBoolean() ? List.of(search) : List.of();
        return new Conversation("m", List.of(), List.of(), tools, Optional.empty(), settings, Optional.empty());
    }

    @Override
    public Encoded encode(Conversation conversation, TargetRules rules) {
        boolean stream = conversation.settings().stream();
        return new Encoded(("{\"messages\":[],\"stream\":" + stream + "}").getBytes(StandardCharsets.UTF_8), stream, List.of());
    }

    @Override
    public ReplyDecoder replyDecoder(ReplyQuery query, EventSink sink) {
        return new Decoder(new ReplyEvents(sink), name);
    }

    @Override
    public ReplyEncoder streamEncoder(ReplyContext context) {
        return new Encoder(true);
    }

    @Override
    public ReplyEncoder wholeEncoder(ReplyContext context) {
        return new Encoder(false);
    }

    @Override
    public FrameRelay frameRelay(ReplyContext context) {
        return new FrameRelay() {
            private int passed;

            @Override
            public void passed(SseFrame.Event frame) {
                passed++;
            }

            @Override
            public void failure(Failure failure, ByteArrayOutputStream out) {
                line(out, "relay failed after " + passed + ": " + failure.message());
            }

            @Override
            public void keepAlive(ByteArrayOutputStream out) {
                out.writeBytes(": still here\n\n".getBytes(StandardCharsets.US_ASCII));
            }
        };
    }

    @Override
    public ErrorEnvelope errors() {
        return new ErrorEnvelope() {
            @Override
            public byte[] body(Failure failure) {
                return ("{\"wire\":\"" + name + "\",\"error\":\"" + failure.message() + "\"}").getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public int status(Failure failure) {
                return failure.status();
            }

            @Override
            public Failure read(int status, Map<String, String> headers, byte[] body) {
                Kind kind = status == 503 ? Kind.OVERLOADED : status >= 500 ? Kind.SERVER_ERROR : Kind.INVALID_REQUEST;
                return Failure.of(kind, status, new String(body, StandardCharsets.UTF_8));
            }
        };
    }

    @Override
    public BlockReader blocks() {
        throw new UnsupportedOperationException();
    }

    private void line(ByteArrayOutputStream out, String text) {
        out.writeBytes(("data: " + name + " " + text + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode tree(byte[] json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Decoder(ReplyEvents events, WireName wire) implements ReplyDecoder {
        @Override
        public void frame(SseFrame.Event frame) {
            if (events.isEnded()) {
                return;
            }
            JsonNode json = tree(frame.data().getBytes(StandardCharsets.UTF_8));
            if (json.has("start")) {
                events.started(json.get("start").asText(), "m", Usage.NONE);
            } else if (json.has("text")) {
                text(json.get("text").asText());
            } else if (json.has("end")) {
                boolean pause = json.get("end").asText().equals("pause");
                events.finished(StopReason.of(pause ? StopReason.Kind.PAUSE : StopReason.Kind.END, json.get("end").asText()),
                        new Usage(7, 0, 0, 3, 0, 0, 0, Optional.empty()));
            } else if (json.has("error")) {
                events.failed(Failure.of(Kind.OVERLOADED, 503, json.get("error").asText()));
            }
        }

        private void text(String text) {
            ReplyEvents.OpenBlock block = events.open(Text.of(""));
            block.text(text);
            Json raw = Json.text("{\"type\":\"text\",\"text\":\"" + text + "\"}");
            block.finish(all -> new Text(all, List.of(), Optional.of(new Raw(wire, raw))));
        }

        @Override
        public void whole(byte[] body) {
            JsonNode json = tree(body);
            if (json.has("error")) {
                events.failed(Failure.of(Kind.OVERLOADED, 503, json.get("error").asText()));
                return;
            }
            events.started("w", "m", Usage.NONE);
            text(json.path("whole").asText());
            events.finished(StopReason.of(StopReason.Kind.END, "stop"), Usage.NONE);
        }

        @Override
        public void end() {
            events.failed(Failure.cut("The stream ended early."));
        }

        @Override
        public void broken(Failure cause) {
            events.failed(cause);
        }
    }

    /** Tells each event on a line of its own, or at the end all texts as one document. */
    private final class Encoder implements ReplyEncoder, Event.Cases<String> {
        private final boolean stream;
        private final StringBuilder texts = new StringBuilder();
        private boolean started;

        Encoder(boolean stream) {
            this.stream = stream;
        }

        @Override
        public String contentType() {
            return stream ? "text/event-stream" : "application/json";
        }

        @Override
        public void event(Event event, ByteArrayOutputStream out) {
            String said = event.accept(this);
            if (stream && !said.isEmpty()) {
                line(out, said);
            } else if (!stream && event instanceof Event.Finished end) {
                out.writeBytes(("{\"" + name + "\":\"" + texts + "\",\"stop\":\"" + end.reason().raw() + "\",\"output\":"
                        + end.usage().output() + "}").getBytes(StandardCharsets.UTF_8));
            }
        }

        @Override
        public void keepAlive(ByteArrayOutputStream out) {
            if (stream) {
                line(out, "ping");
            }
        }

        @Override
        public String started(Event.Started event) {
            boolean again = started;
            started = true;
            return again ? "" : "start";
        }

        @Override
        public String blockStarted(Event.BlockStarted event) {
            return "";
        }

        @Override
        public String textDelta(Event.TextDelta event) {
            if (event.text().equals("fault")) {
                throw new IllegalStateException("An encoder that is broken on purpose.");
            }
            texts.append(event.text());
            return event.block() + " " + event.text();
        }

        @Override
        public String thinkingDelta(Event.ThinkingDelta event) {
            return "";
        }

        @Override
        public String signatureDelta(Event.SignatureDelta event) {
            return "";
        }

        @Override
        public String argumentsDelta(Event.ArgumentsDelta event) {
            return "";
        }

        @Override
        public String citationAdded(Event.CitationAdded event) {
            return "";
        }

        @Override
        public String blockFinished(Event.BlockFinished event) {
            return "";
        }

        @Override
        public String finished(Event.Finished event) {
            return "end " + event.reason().raw() + " " + event.usage().output();
        }

        @Override
        public String failed(Event.Failed event) {
            return "failed " + event.failure().message();
        }
    }
}
