package io.dragoman.gateway;

/** Circuit breakers, one for each provider. */
public final class Breakers {
    /**
     * @param failures   failures among the last {@code window} calls that open it
     * @param openMillis how long it stays open before one call may try
     */
    public record Config(boolean enabled, int failures, int window, long openMillis) {
        public static final Config DEFAULT = new Config(true, 4, 10, 60_000);
    }

    private Config config = Config.DEFAULT;

    public void setConfig(Config config) {
        this.config = config;
    }

    /** False while the provider should be skipped, as long as another target is left. */
    public boolean isAvailable(String provider) {
        return !provider.isEmpty() || !config.enabled();
    }
}
