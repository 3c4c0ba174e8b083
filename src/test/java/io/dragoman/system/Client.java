package io.dragoman.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The three kinds of clients: where they ask, what they send, how their answers end and fail. */
enum Client {
    A("/v1/messages", "event: message_stop") {
        @Override
        String request(String model, boolean stream) {
            return "{\"model\":\"" + model + "\",\"max_tokens\":500,\"stream\":" + stream + ",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],"
                    + "\"tools\":[{\"name\":\"get_weather\",\"input_schema\":" + SCHEMA + "}]}";
        }
    },
    R("/v1/responses", "event: response.completed") {
        @Override
        String request(String model, boolean stream) {
            return "{\"model\":\"" + model + "\",\"store\":false,\"stream\":" + stream + ",\"input\":\"Hello\","
                    + "\"tools\":[{\"type\":\"function\",\"name\":\"get_weather\",\"parameters\":" + SCHEMA + "}]}";
        }
    },
    C("/v1/chat/completions", "data: [DONE]") {
        @Override
        String request(String model, boolean stream) {
            return "{\"model\":\"" + model + "\",\"stream\":" + stream + ",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],"
                    + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"parameters\":" + SCHEMA + "}}]}";
        }
    };

    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}";

    final String path;
    /** What stands in the last frame of a whole stream. */
    final String last;

    Client(String path, String last) {
        this.path = path;
        this.last = last;
    }

    /** A valid request with one tool. */
    abstract String request(String model, boolean stream);

    /** The message of an error in this wire's envelope, which is checked on the way. */
    String errorMessage(String body) {
        try {
            JsonNode json = Json.MAPPER.readTree(body);
            JsonNode error = json.path("error");
            if (!error.path("type").isTextual() || !error.path("message").isTextual() || error.path("message").asText().isBlank()) {
                throw new AssertionError("No error envelope: " + body);
            }
            if (this == A && !json.path("type").asText().equals("error") || this != A && !(error.has("code") && error.has("param"))) {
                throw new AssertionError("Not the envelope of wire " + this + ": " + body);
            }
            return error.path("message").asText();
        } catch (IOException e) {
            throw new UncheckedIOException("Not JSON: " + body, e);
        }
    }
}
