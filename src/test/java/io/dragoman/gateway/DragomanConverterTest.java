package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Conversation;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DragomanConverterTest {
    @ParameterizedTest(name = "a body of the wire {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "anthropic | {\"model\": \"m\",  \"max_tokens\": 5, \"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]}",
            "responses | {\"model\": \"m\",  \"input\": \"hi\"}",
            "chat | {\"model\": \"m\",  \"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]}"})
    void aBodyBecomesAConversationAndItsOwnBytesAgain(String wire, String body) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();
            Exchange exchange = new DefaultExchange(context);
            exchange.getMessage().setHeader(DragomanConstants.WIRE, wire);
            exchange.getMessage().setBody(body);
            Conversation conversation = exchange.getMessage().getMandatoryBody(Conversation.class);
            assertThat(conversation.model()).isEqualTo("m");
            exchange.getMessage().setBody(conversation);
            assertThat(exchange.getMessage().getMandatoryBody(String.class)).isEqualTo(body);
            assertThat(exchange.getMessage().getMandatoryBody(JsonNode.class).path("model").asText()).isEqualTo("m");
            exchange.getMessage().setBody(body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(exchange.getMessage().getMandatoryBody(Conversation.class).turns()).hasSize(1);
        }
    }

    @Test
    void withoutAWireNothingIsGuessed() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();
            Exchange exchange = new DefaultExchange(context);
            exchange.getMessage().setBody("{}");
            assertThatThrownBy(() -> exchange.getMessage().getBody(Conversation.class)).hasMessageContaining(DragomanConstants.WIRE);
        }
    }
}
