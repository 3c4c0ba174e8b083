package io.dragoman.gateway;

import io.dragoman.testing.ScriptedProvider;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Several scripted providers that stand before the gateway starts. */
final class ScriptedProviders implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    private final List<ScriptedProvider> all;

    ScriptedProviders(ScriptedProvider... all) {
        this.all = List.of(all);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        for (ScriptedProvider each : all) {
            each.start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        for (ScriptedProvider each : all) {
            each.clear();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        for (ScriptedProvider each : all) {
            each.stop();
        }
    }
}
