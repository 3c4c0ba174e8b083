package io.dragoman.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import io.dragoman.conversation.Json;
import java.io.IOException;

/**
 * Takes the text out of {@code {"input": "text"}} while that JSON is still arriving. What is spelt in another way is told at the end,
 * all at once.
 */
final class InputText {
    private enum State { OBJECT, KEY, COLON, TEXT, ESCAPE, UNICODE, OVER, ELSEWHERE }

    private static final String KEY = "\"input\"";

    private final StringBuilder told = new StringBuilder();
    private State state = State.OBJECT;
    private int keyAt;
    private int unit;
    private int digits;
    private char high;

    /** The text that these characters add. */
    String next(String json) {
        StringBuilder text = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            state = step(json.charAt(i), text);
        }
        told.append(text);
        return text.toString();
    }

    /** What of the text was not told yet, now that the arguments are whole; without such a text they are the text themselves. */
    String rest(String arguments) {
        String text = text(arguments);
        return text.startsWith(told.toString()) ? text.substring(told.length()) : "";
    }

    private static String text(String arguments) {
        try {
            JsonNode tree = Json.MAPPER.readTree(arguments);
            return tree.path("input").isTextual() ? tree.path("input").textValue() : arguments;
        } catch (IOException e) {
            return arguments;
        }
    }

    private State step(char c, StringBuilder text) {
        return switch (state) {
            case OBJECT -> isBlank(c) ? State.OBJECT : c == '{' ? State.KEY : State.ELSEWHERE;
            case KEY -> key(c);
            case COLON -> isBlank(c) || c == ':' ? State.COLON : c == '"' ? State.TEXT : State.ELSEWHERE;
            case TEXT -> c == '"' ? State.OVER : c == '\\' ? State.ESCAPE : put(c, text);
            case ESCAPE -> escape(c, text);
            case UNICODE -> unicode(c, text);
            case OVER, ELSEWHERE -> state;
        };
    }

    private State key(char c) {
        if (keyAt == 0 && isBlank(c)) {
            return State.KEY;
        }
        if (c != KEY.charAt(keyAt)) {
            return State.ELSEWHERE;
        }
        return ++keyAt == KEY.length() ? State.COLON : State.KEY;
    }

    private State escape(char c, StringBuilder text) {
        if (c == 'u') {
            unit = 0;
            digits = 0;
            return State.UNICODE;
        }
        return put(switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> c;
        }, text);
    }

    private State unicode(char c, StringBuilder text) {
        int digit = Character.digit(c, 16);
        if (digit < 0) {
            return State.ELSEWHERE;
        }
        unit = unit << 4 | digit;
        return ++digits == 4 ? put((char) unit, text) : State.UNICODE;
    }

    /** Half a character waits for the other half. */
    private State put(char c, StringBuilder text) {
        if (high != 0) {
            text.append(high).append(c);
            high = 0;
        } else if (Character.isHighSurrogate(c)) {
            high = c;
        } else {
            text.append(c);
        }
        return State.TEXT;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}
