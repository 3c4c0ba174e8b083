package io.dragoman.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a {@link ScriptedProvider} does with one request. Without an ending of its own a script ends the reply properly. */
public final class Script {
    /** One step. */
    sealed interface Step {
        /** Bytes, flushed at once. */
        record Send(byte[] bytes) implements Step {}

        /** Goes on when the test opens the gate. */
        record Hold(String gate) implements Step {}

        /** Says nothing more until the caller leaves. */
        record Stall() implements Step {}

        /** Closes the connection without ending the reply. */
        record Cut() implements Step {}

        /** Resets the connection. */
        record Reset() implements Step {}
    }

    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private boolean silent;

    private Script(int status) {
        this.status = status;
    }

    /** 200 with a stream of events. */
    public static Script events() {
        return new Script(200).header("content-type", "text/event-stream");
    }

    public static Script json(int status, String body) {
        return new Script(status).header("content-type", "application/json").send(body);
    }

    public static Script of(int status) {
        return new Script(status);
    }

    /** Nothing at all comes, not even a head, until the caller leaves. */
    public static Script silence() {
        Script script = new Script(0);
        script.silent = true;
        return script.stall();
    }

    /** The connection is reset as soon as the request was read. */
    public static Script resetAtOnce() {
        Script script = new Script(0);
        script.silent = true;
        return script.reset();
    }

    public Script header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public Script send(String text) {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public Script send(byte[] bytes) {
        steps.add(new Step.Send(bytes));
        return this;
    }

    public Script data(String json) {
        return send("data: " + json + "\n\n");
    }

    public Script event(String name, String json) {
        return send("event: " + name + "\ndata: " + json + "\n\n");
    }

    public Script hold(String gate) {
        steps.add(new Step.Hold(gate));
        return this;
    }

    public Script stall() {
        steps.add(new Step.Stall());
        return this;
    }

    public Script cut() {
        steps.add(new Step.Cut());
        return this;
    }

    public Script reset() {
        steps.add(new Step.Reset());
        return this;
    }

    int status() {
        return status;
    }

    boolean isSilent() {
        return silent;
    }

    Map<String, String> headers() {
        return headers;
    }

    List<Step> steps() {
        return steps;
    }
}
