package io.dragoman.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Usage;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** What an answer is made of on this wire, in the order in which it is known. Written piece by piece, or gathered into one document. */
interface AnswerOutput {
    String contentType();

    /** The provider has begun. @param model as it calls itself; may be empty */
    void started(String model);

    void content(String piece, ByteArrayOutputStream out);

    void refusal(String piece, ByteArrayOutputStream out);

    void reasoning(String piece, ByteArrayOutputStream out);

    /** @param index counted among the calls, from 0. @param custom the tool takes free text */
    void call(int index, String id, String name, boolean custom, ByteArrayOutputStream out);

    void arguments(int index, boolean custom, String piece, ByteArrayOutputStream out);

    /** Sources and opaque values; called once at most, at the end, and never with nothing. */
    void extras(List<JsonNode> annotations, List<JsonNode> reasoningDetails, ByteArrayOutputStream out);

    void finished(String finishReason, Usage usage, ByteArrayOutputStream out);

    void failed(Failure failure, ByteArrayOutputStream out);

    void keepAlive(ByteArrayOutputStream out);
}
