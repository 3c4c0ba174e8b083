package io.dragoman.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.conversation.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonScanProperties {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property
    void seesTheSameAsATree(@ForAll("documents") JsonNode tree, @ForAll boolean pretty) throws JsonProcessingException {
        String text = pretty ? tree.toPrettyString() : Json.MAPPER.writeValueAsString(tree);
        same(JsonScan.document(text.getBytes(StandardCharsets.UTF_8), 50), tree);
    }

    private static void same(JsonScan.Value value, JsonNode tree) {
        assertThat(value.json().tree()).isEqualTo(Json.text(tree.toString()).tree());
        assertThat(value.is(JsonScan.Kind.OBJECT)).isEqualTo(tree.isObject());
        if (tree.isTextual()) {
            assertThat(value.string()).isEqualTo(tree.textValue());
        }
        assertThat(value.elements()).hasSize(tree.isArray() ? tree.size() : 0);
        for (int i = 0; i < value.elements().size(); i++) {
            same(value.elements().get(i), tree.get(i));
        }
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            same(value.field(field.getKey()).orElseThrow(), field.getValue());
        }
    }

    @Provide
    Arbitrary<JsonNode> documents() {
        Arbitrary<String> texts = Arbitraries.oneOf(Arbitraries.strings().ofMaxLength(12).filter(JsonScanProperties::wellFormed),
                Arbitraries.of("", "\"\\", "é\u2028😀", "}],:", "\n\t\u0001"));
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(texts.map(NODES::textNode), Arbitraries.integers().map(NODES::numberNode),
                Arbitraries.doubles().map(NODES::numberNode), Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.just(NODES.nullNode()));
        return Arbitraries.recursive(() -> leaves, inner -> Arbitraries.oneOf(inner.list().ofMaxSize(4).map(JsonScanProperties::array),
                Arbitraries.maps(texts, inner).ofMaxSize(5).map(JsonScanProperties::object)), 0, 4);
    }

    private static boolean wellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static JsonNode array(List<JsonNode> elements) {
        ArrayNode array = NODES.arrayNode();
        elements.forEach(array::add);
        return array;
    }

    private static JsonNode object(Map<String, JsonNode> fields) {
        ObjectNode object = NODES.objectNode();
        fields.forEach(object::set);
        return object;
    }
}
