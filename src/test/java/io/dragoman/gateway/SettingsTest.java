package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dragoman.gateway.GatewaySettings.ProviderSettings;
import io.dragoman.gateway.GatewaySettings.ProviderWire;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Map<String, String> ACME = Map.of("dragoman.provider.acme.wire", "openai-chat", "dragoman.provider.acme.url",
            "http://acme.example/v1/", "dragoman.provider.acme.api-key", "acme-secret");

    private static GatewaySettings read(Map<String, String> file) {
        return StartSettings.of(Map.of(), Map.of(), file).settings();
    }

    private static Map<String, String> acme(String... more) {
        Map<String, String> all = new LinkedHashMap<>(ACME);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    @Test
    void systemPropertyWinsOverEnvironmentOverFileOverDefault() {
        Map<String, String> file = Map.of("dragoman.port", "1", "dragoman.retry.attempts", "1", "dragoman.keepalive.ms", "100");
        Map<String, String> environment = Map.of("DRAGOMAN_PORT", "2", "DRAGOMAN_RETRY_ATTEMPTS", "2");
        GatewaySettings settings = StartSettings.of(Map.of("dragoman.port", "3"), environment, file).settings();
        assertThat(settings.port()).isEqualTo(3);
        assertThat(settings.retry().attempts()).isEqualTo(2);
        assertThat(settings.keepAliveMillis()).isEqualTo(100);
        assertThat(settings.host()).isEqualTo("127.0.0.1");
    }

    @Test
    void environmentNamesSettingsOfProvidersByTheirSuffix() {
        Map<String, String> environment = Map.of("DRAGOMAN_PROVIDER_MY_HOST_WIRE", "openai-chat", "DRAGOMAN_PROVIDER_MY_HOST_URL", "http://h.example",
                "DRAGOMAN_PROVIDER_MY_HOST_API_KEY", "k", "DRAGOMAN_PROVIDER_MY_HOST_MAX_TOOL_CALLS", "off");
        ProviderSettings provider = StartSettings.of(Map.of(), environment, Map.of()).settings().providers().get("my-host");
        assertThat(provider.wire()).isEqualTo(ProviderWire.OPENAI_CHAT);
        assertThat(provider.credential().get()).contains("k");
        assertThat(provider.maxToolCalls()).isFalse();
    }

    @Test
    void environmentSpeaksOfTheProviderThatTheFileHasNamed() {
        Map<String, String> file = Map.of("dragoman.provider.My_Host.wire", "openai-chat", "dragoman.provider.My_Host.url", "http://h.example");
        GatewaySettings settings = StartSettings.of(Map.of(), Map.of("DRAGOMAN_PROVIDER_MY_HOST_API_KEY", "k"), file).settings();
        assertThat(settings.providers()).containsOnlyKeys("My_Host");
        assertThat(settings.providers().get("My_Host").credential().get()).contains("k");
    }

    @Test
    void serviceLinksAndUnknownVariablesOnlyWarn() {
        StartSettings start = StartSettings.of(Map.of(), Map.of("DRAGOMAN_PORT", "tcp://10.0.0.1:8080", "DRAGOMAN_SERVICE_HOST", "10.0.0.1"), Map.of());
        assertThat(start.settings().port()).isEqualTo(8080);
        assertThat(start.warnings()).hasSize(2).anyMatch(w -> w.contains("DRAGOMAN_PORT")).anyMatch(w -> w.contains("DRAGOMAN_SERVICE_HOST"));
    }

    @ParameterizedTest(name = "{0} = {1} is refused by a sentence with {2}")
    @CsvSource(delimiter = '|', value = {
            "dragoman.prot | 8080 | dragoman.prot",
            "dragoman.port | http | dragoman.port",
            "dragoman.port | 70000 | dragoman.port",
            "dragoman.host | 0.0.0.0 | dragoman.client.keys",
            "dragoman.report | loud | dragoman.report",
            "dragoman.pause-turn | never | dragoman.pause-turn",
            "dragoman.breaker.enabled | maybe | dragoman.breaker.enabled",
            "dragoman.provider.acme.wire | antropic | dragoman.provider.acme.wire is 'antropic'",
            "dragoman.provider.acme.url | ftp://x | dragoman.provider.acme.url",
            "dragoman.provider.acme.url | http://127.0.0.1:8080/v1 | own address",
            "dragoman.provider.acme.url | http://u:p@acme.example | dragoman.provider.acme.url",
            "dragoman.provider.acme.wire | anthropic | dragoman.provider.acme.native=true",
            "dragoman.provider.acme.api-key-file | /does/not/exist | dragoman.provider.acme.api-key",
            "dragoman.provider.acme.color | red | dragoman.provider.acme.color",
            "dragoman.provider.a b.wire | openai-chat | letters",
            "dragoman.model.x | nobody/m | nobody",
            "dragoman.model.x | , | dragoman.model.x"})
    void wrongSettingsStopTheStartByNamingTheProperty(String property, String value, String told) {
        assertThatThrownBy(() -> read(acme(property, value))).isInstanceOf(SettingsException.class).hasMessageContaining(told)
                .hasMessageEndingWith(".");
    }

    @Test
    void baseUrlsLoseSlashesAndTheVersion() {
        assertThat(read(ACME).providers().get("acme").url()).isEqualTo(URI.create("http://acme.example"));
    }

    @Test
    void vendorKeysMakeProvidersOnlyWhenNoneIsConfigured() {
        Map<String, String> environment = Map.of("ANTHROPIC_API_KEY", "a", "OPENAI_API_KEY", "o", "OPENAI_BASE_URL", "http://o.example/v1");
        GatewaySettings alone = StartSettings.of(Map.of(), environment, Map.of()).settings();
        assertThat(alone.providers()).containsOnlyKeys("anthropic", "openai");
        assertThat(alone.models()).containsOnlyKeys("claude-*", "gpt-*", "o*");
        assertThat(alone.providers().get("openai").url()).isEqualTo(URI.create("http://o.example"));
        assertThat(StartSettings.of(Map.of(), environment, ACME).settings().providers()).containsOnlyKeys("acme");
    }

    @Test
    void withoutProvidersTheDemoAnswers() {
        GatewaySettings settings = read(Map.of());
        assertThat(settings.providers()).containsOnlyKeys("demo");
        assertThat(settings.models()).containsOnlyKeys("demo");
    }

    @Test
    void otherLinesOfTheFileAreCamels() {
        StartSettings start = StartSettings.of(Map.of(), Map.of(), acme("camel.main.name", "other"));
        assertThat(start.camelProperties()).containsEntry("camel.main.name", "other").doesNotContainKey("dragoman.provider.acme.api-key");
    }

    @Test
    void aPortInUseIsToldInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StartSettings start = StartSettings.of(Map.of(), Map.of(), Map.of("dragoman.port", Integer.toString(taken.getLocalPort())));
            assertThatThrownBy(start::requireFreePort).isInstanceOf(SettingsException.class).hasMessageContaining("dragoman.port");
        }
    }

    @Test
    void secretsAreNeverShown() {
        StartSettings start = StartSettings.of(Map.of(), Map.of(), acme("dragoman.client.keys", "client-secret", "dragoman.carrier.key", "carrier-secret"));
        String shown = start.effective() + " " + start.overrides() + " " + start.camelProperties() + " " + start.settings() + " "
                + start.settings().providers();
        assertThat(shown).doesNotContain("acme-secret", "client-secret", "carrier-secret");
        assertThat(start.effective()).containsEntry("dragoman.provider.acme.api-key", "***");
    }

    @Test
    void keyFilesAreReadAgainWhenTheyChange(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "first\n");
        Map<String, String> given = new LinkedHashMap<>(ACME);
        given.remove("dragoman.provider.acme.api-key");
        given.put("dragoman.provider.acme.api-key-file", file.toString());
        var credential = read(given).providers().get("acme").credential();
        assertThat(credential.get()).contains("first");
        Files.writeString(file, "second\n");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(credential.get()).contains("second");
        Files.delete(file);
        assertThat(credential.get()).isEqualTo(Optional.of("second"));
    }
}
