package io.dragoman.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dragoman.conversation.DragomanException;
import io.dragoman.conversation.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonScanTest {
    @Test
    void keepsFieldsInTheirOrderAsTheyWereWritten() {
        JsonScan.Value root = scan(" { \"b\" : 1.50e+3 , \"a\\u0062\":\"x\\\"\\u00e9\\\\\" ,\"c\":[ {}, [1 ,2] ,null,true]} ");
        assertThat(root.rawFields().keySet()).containsExactly("b", "ab", "c");
        assertThat(root.rawFields().get("b").text()).isEqualTo("1.50e+3");
        assertThat(root.required("ab").json().text()).isEqualTo("\"x\\\"\\u00e9\\\\\"");
        assertThat(root.required("ab").string()).isEqualTo("x\"é\\");
        assertThat(root.required("c").elements()).extracting(value -> value.json().text())
                .isEqualTo(List.of("{}", "[1 ,2]", "null", "true"));
        assertThat(root.required("c").elements()).extracting(JsonScan.Value::kind)
                .containsExactly(JsonScan.Kind.OBJECT, JsonScan.Kind.ARRAY, JsonScan.Kind.NULL, JsonScan.Kind.TRUE);
    }

    @Test
    void namesThePlaceOfAValue() {
        JsonScan.Value root = scan("{\"a\":{\"x\":[1]},\"messages\":[{\"role\":\"user\"},{\"content\":[{},{\"text\":7}]}]}");
        JsonScan.Value text = root.required("messages").elements().get(1).required("content").elements().get(1).required("text");
        assertThat(text.path()).isEqualTo("messages.1.content.1.text");
        DragomanException thrown = catchThrowableOfType(DragomanException.class, text::string);
        assertThat(thrown.failure()).isEqualTo(Failure.invalid("messages.1.content.1.text: must be a string.", "messages.1.content.1.text"));
    }

    @Test
    void tellsNullFromAbsent() {
        JsonScan.Value root = scan("{\"a\":null}");
        assertThat(root.field("a")).isPresent();
        assertThat(root.given("a")).isEmpty();
        assertThat(root.field("b")).isEmpty();
        assertThat(failure("{\"a\":null}", value -> value.required("a")).message()).isEqualTo("a: Field required.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "an empty body                       | ``                              | The request body is empty.",
        "blanks                              | `  `                            | The request body is empty.",
        "no JSON                             | hello                           | The request body is not valid JSON.",
        "an array                            | []                              | The request body must be a JSON object.",
        "a second document                   | {} {}                           | The request body goes on after its JSON value.",
        "garbage after the document          | {} x                            | is not valid JSON from here on.",
        "a comma too many                    | {\"a\":[1,{\"b\":2,}]}          | a.1.b: is not valid JSON from here on.",
        "a cut                               | {\"a\":[1,{\"b\":               | a.1: is not valid JSON from here on.",
        "a key twice                         | {\"a\":1,\"a\":2}               | a: this key stands twice in its object.",
        "a key twice, written differently    | {\"a\":1,\"\\u0061\":2}         | a: this key stands twice in its object.",
        "a key twice deep inside             | {\"a\":[0,{\"b\":1,\"c\":[],\"b\":2}]} | a.1.b: this key stands twice in its object.",
        "deep nesting                        | {\"a\":[[[[]]]]}                | a.0.0.0: is nested deeper than 4 levels (dragoman.limit.nesting).",
        "half of a pair                      | {\"a\":1,\"b\":[\"\\ud83d\"]}   | b.0: holds half of a surrogate pair.",
        "the other half                      | {\"b\":\"x\\uDE00\"}            | b: holds half of a surrogate pair.",
        "a pair the wrong way round          | {\"b\":\"\\uDE00\\ud83d\"}      | b: holds half of a surrogate pair.",
    })
    void refuses(String what, String body, String message) {
        assertThat(failure(body, value -> value).message()).endsWith(message);
    }

    @Test
    void takesAPairOfSurrogates() {
        assertThat(scan("{\"a\":\"\\ud83d\\ude00 \\\\ud83d\"}").required("a").string()).isEqualTo("😀 \\ud83d");
    }

    @Test
    void refusesIllFormedUtf8ByTheFieldItStandsIn() {
        byte[] body = "{\"a\":\"é\",\"b\":{\"c\":\"?\"}}".getBytes(StandardCharsets.UTF_8);
        for (int wrong : new int[] {0x80, 0xC0, 0xC1, 0xF5, 0xFF, 0xE2}) {
            byte[] copy = body.clone();
            copy[new String(body, StandardCharsets.ISO_8859_1).indexOf('?')] = (byte) wrong;
            DragomanException thrown = catchThrowableOfType(DragomanException.class, () -> JsonScan.object(copy, 10));
            assertThat(thrown.failure()).isEqualTo(Failure.invalid("b.c: is not well-formed UTF-8.", "b.c"));
        }
    }

    @Test
    void refusesOtherEncodings() {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_16LE);
        DragomanException thrown = catchThrowableOfType(DragomanException.class, () -> JsonScan.object(body, 10));
        assertThat(thrown.failure().message()).isEqualTo("The request body is not well-formed UTF-8.");
    }

    @Test
    void findsAKeyTwiceAmongMany() {
        StringBuilder body = new StringBuilder("{");
        for (int i = 0; i < 1000; i++) {
            body.append("\"k").append(i).append("\":{},");
        }
        assertThat(failure(body + "\"k500\":1}", value -> value).param()).contains("k500");
        assertThat(scan(body + "\"k1000\":1}").fields()).hasSize(1001);
    }

    private static JsonScan.Value scan(String body) {
        return JsonScan.object(body.getBytes(StandardCharsets.UTF_8), 4 + 1);
    }

    private static Failure failure(String body, java.util.function.Function<JsonScan.Value, Object> use) {
        DragomanException thrown = catchThrowableOfType(DragomanException.class,
                () -> use.apply(JsonScan.object(body.getBytes(StandardCharsets.UTF_8), 4)));
        assertThat(thrown).as(body).isNotNull();
        assertThat(thrown.failure().status()).isEqualTo(400);
        return thrown.failure();
    }
}
