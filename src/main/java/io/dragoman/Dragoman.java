package io.dragoman;

import io.dragoman.gateway.GatewaySettings;
import io.dragoman.gateway.SettingsException;
import io.dragoman.gateway.StartSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.main.Main;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the gateway: {@code java -jar dragoman.jar [--check] [FILE.properties]}. */
public final class Dragoman {
    private static final String USAGE = "Usage: java -jar dragoman.jar [--check] [FILE.properties]";
    private static final int WRONG_SETTINGS = 2;

    private Dragoman() {}

    public static void main(String[] args) throws Exception {
        Optional<StartSettings> settings = settings(args);
        if (settings.isEmpty()) {
            System.exit(WRONG_SETTINGS);
        } else if (List.of(args).contains("--check")) {
            settings.get().effective().forEach((name, value) -> System.out.println(name + " = " + value));
        } else {
            run(settings.get());
        }
    }

    private static Optional<StartSettings> settings(String[] args) {
        List<String> files = new ArrayList<>(List.of(args));
        files.remove("--check");
        try {
            if (files.size() > 1 || files.stream().anyMatch(each -> each.startsWith("-"))) {
                throw new SettingsException(USAGE);
            }
            StartSettings loaded = StartSettings.load(files.stream().findFirst().map(Path::of));
            if (files.size() == args.length) {
                loaded.requireFreePort();
            }
            return Optional.of(loaded);
        } catch (SettingsException e) {
            System.err.println(e.getMessage());
            return Optional.empty();
        }
    }

    private static void run(StartSettings start) throws Exception {
        if (System.getProperty("log4j.configurationFile") == null && System.getProperty("log4j2.configurationFile") == null) {
            System.setProperty("log4j2.configurationFile", "classpath:dragoman/log4j2.properties");
        }
        Logger log = LoggerFactory.getLogger(Dragoman.class);
        start.warnings().forEach(log::warn);
        log.info("Settings: {}", start.effective());
        GatewaySettings settings = start.settings();
        Main main = new Main();
        start.camelProperties().forEach(main::addInitialProperty);
        start.overrides().forEach(main::addOverrideProperty);
        main.bind(GatewaySettings.BEAN, settings);
        main.run();
    }
}
