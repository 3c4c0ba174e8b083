package io.dragoman.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.TargetRules;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.Encoded;
import io.dragoman.wire.Wire;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.spi.TypeConverterLoader;
import org.apache.camel.spi.TypeConverterRegistry;
import org.apache.camel.support.SimpleTypeConverter;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Conversation}s natural in anybody's route: from and to bytes, text and JSON trees. The wire is that of the exchange's passage, or the
 * header {@link DragomanConstants#WIRE} says it; a conversation that was read is written on its own wire, untouched parts byte for byte.
 */
public final class DragomanConverter implements TypeConverterLoader {
    @Override
    public void load(TypeConverterRegistry registry) {
        add(registry, Conversation.class, byte[].class, (exchange, body) -> decode(body, exchange));
        add(registry, Conversation.class, String.class, (exchange, body) -> decode(body.getBytes(StandardCharsets.UTF_8), exchange));
        add(registry, Conversation.class, JsonNode.class, (exchange, body) -> decode(Json.of(body).toBytes(), exchange));
        add(registry, Conversation.class, InputStream.class, (exchange, body) -> decode(body.readAllBytes(), exchange));
        add(registry, byte[].class, Conversation.class, (exchange, body) -> encode(body));
        add(registry, String.class, Conversation.class, (exchange, body) -> new String(encode(body), StandardCharsets.UTF_8));
        add(registry, JsonNode.class, Conversation.class, (exchange, body) -> Json.MAPPER.readTree(encode(body)));
        add(registry, byte[].class, Encoded.class, (exchange, body) -> body.body());
        add(registry, String.class, Encoded.class, (exchange, body) -> new String(body.body(), StandardCharsets.UTF_8));
    }

    @FunctionalInterface
    private interface Conversion<F, T> {
        T convert(@Nullable Exchange exchange, F from) throws Exception;
    }

    private static <F, T> void add(TypeConverterRegistry registry, Class<T> to, Class<F> from, Conversion<F, T> conversion) {
        registry.addTypeConverter(to, from,
                new SimpleTypeConverter(false, (type, exchange, value) -> conversion.convert(exchange, from.cast(value))));
    }

    private static Conversation decode(byte[] body, @Nullable Exchange exchange) {
        Optional<Exchange> known = Optional.ofNullable(exchange);
        Wire wire = known.map(e -> e.getMessage().getHeader(DragomanConstants.WIRE, String.class)).flatMap(Wires::named)
                .or(() -> known.flatMap(Passages::find).map(Passage::clientWire))
                .orElseThrow(() -> new IllegalArgumentException("Which wire is this body of? Set the header " + DragomanConstants.WIRE
                        + " to anthropic, responses or chat."));
        return wire.decode(body, DecodeLimits.DEFAULT);
    }

    private static byte[] encode(Conversation conversation) {
        Wire wire = conversation.origin().flatMap(origin -> Wires.named(origin.wire().value())).orElse(Wires.ANTHROPIC);
        TargetRules itself = new TargetRules(wire.name(), "", true, true, true, true, true, new TargetRules.Ids(64, 128, false),
                TargetRules.ReasoningReturn.AUTO, false, "");
        return wire.encode(conversation, itself).body();
    }
}
