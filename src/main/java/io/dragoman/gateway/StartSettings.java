package io.dragoman.gateway;

import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a start of its own, and what Camel must be told for it.
 *
 * @param effective every setting as it holds, secrets masked
 * @param file      the file's other lines: Camel's own settings
 */
public record StartSettings(GatewaySettings settings, SortedMap<String, String> effective, List<String> warnings, Map<String, String> file) {
    /** @throws SettingsException when a setting is wrong */
    public static StartSettings load(Optional<Path> file) {
        return of(strings(System.getProperties()), System.getenv(), file.map(StartSettings::read).orElse(Map.of()));
    }

    /** The same from sources that the caller names. */
    public static StartSettings of(Map<String, String> system, Map<String, String> environment, Map<String, String> file) {
        SettingsSources sources = SettingsSources.merge(system, environment, file);
        SettingsReader.Read read = SettingsReader.read(sources.values());
        Map<String, String> others = new TreeMap<>(file);
        others.keySet().removeIf(name -> name.startsWith(Setting.PREFIX));
        return new StartSettings(read.settings(), read.effective(), sources.warnings(), others);
    }

    /** @throws SettingsException when nobody can listen there: said now, it is one sentence */
    public void requireFreePort() {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException("The gateway cannot listen on " + settings.host() + ":" + settings.port() + " (dragoman.host, dragoman.port): "
                    + e.getMessage() + ".");
        }
    }

    private static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new SettingsException("The settings file " + file + " cannot be read: " + e.getMessage() + ".");
        }
        return strings(properties);
    }

    private static Map<String, String> strings(Properties properties) {
        Map<String, String> strings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> strings.put(name, properties.getProperty(name)));
        return strings;
    }

    /** How Camel is set up, unless the file says otherwise. Its own look-up of the environment is off: precedence was settled here. */
    public Map<String, String> camelProperties() {
        Map<String, String> camel = new TreeMap<>(Map.of(
                "camel.main.name", "dragoman",
                "camel.main.basePackageScanEnabled", "false",
                "camel.main.routesIncludePattern", "classpath:dragoman/routes/*.camel.yaml",
                "camel.main.jmxManagementRegisterRoutesCreateByKamelet", "true",
                "camel.main.shutdownLogInflightExchangesOnTimeout", "false",
                "camel.main.shutdownTimeout", Long.toString(settings.shutdownGraceMillis() / 1000 + 5),
                "camel.component.direct.block", "false",
                "camel.component.kamelet.location", "classpath:kamelets",
                "camel.component.properties.environmentVariableMode", "0",
                "camel.component.properties.systemPropertiesMode", "0"));
        camel.putAll(file);
        return camel;
    }

    /** What routes read by placeholder: nothing that is secret. */
    public Map<String, String> overrides() {
        return Map.of(Setting.HOST.key(), settings.host(), Setting.PORT.key(), Integer.toString(settings.port()));
    }
}
