package io.dragoman.gateway;

import java.util.Locale;
import java.util.Optional;

/**
 * Every setting there is: name, default and meaning. The README's table, the check for unknown names and the look-up of environment
 * variables all come from here.
 *
 * <p>{@code NAME} and {@code PATTERN} in a name stand for what the user chooses.
 */
public enum Setting {
    HOST("dragoman.host", "127.0.0.1", "address to listen on; another than loopback needs client keys"),
    PORT("dragoman.port", "8080", "port to listen on"),
    PROVIDER_WIRE("dragoman.provider.NAME.wire", "", "what the provider speaks: anthropic, anthropic-compatible, openai-responses, openai-chat"),
    PROVIDER_URL("dragoman.provider.NAME.url", "", "base URL, with or without a trailing /v1",
            "the vendor's for anthropic, openai-responses and openai-chat"),
    PROVIDER_KEY("dragoman.provider.NAME.api-key", "", "credential"),
    PROVIDER_KEY_FILE("dragoman.provider.NAME.api-key-file", "", "file that holds the credential; read again when it changes"),
    PROVIDER_NATIVE("dragoman.provider.NAME.native", "", "true: a host other than *.anthropic.com or loopback is Anthropic itself, so wire anthropic is allowed"),
    PROVIDER_WEB_SEARCH("dragoman.provider.NAME.web-search", "", "the provider runs hosted web search", "on for anthropic and openai-responses, else off"),
    PROVIDER_MAX_TOOL_CALLS("dragoman.provider.NAME.max-tool-calls", "on", "the provider accepts max_tool_calls"),
    PROVIDER_FORCED_SEARCH("dragoman.provider.NAME.forced-search", "on", "the provider accepts a forced web search"),
    PROVIDER_SERVER_TOOLS("dragoman.provider.NAME.server-tools", "off", "replay server-tool exchanges to an Anthropic-compatible third party that really runs these tools"),
    PROVIDER_REASONING("dragoman.provider.NAME.reasoning", "auto", "how the host wants earlier reasoning back: auto, signed, unsigned, content, none"),
    PROVIDER_PROXY("dragoman.provider.NAME.proxy", "", "HTTP proxy URL", "the JVM's"),
    PROVIDER_TRUST_STORE("dragoman.provider.NAME.trust-store", "", "PKCS12 file with the certificates to trust", "the JVM's"),
    MODEL("dragoman.model.PATTERN", "", "where a model name or glob goes: provider[/upstream-model], then failover targets after commas; the most specific pattern wins"),
    COMPACTION_MODEL("dragoman.compaction.model", "", "model that compaction requests go to", "the request's own"),
    CLIENT_KEYS("dragoman.client.keys", "", "keys, separated by commas, of which a client must present one (x-api-key or Bearer)", "open on loopback"),
    CLIENT_KEYS_FILE("dragoman.client.keys-file", "", "file with one such key a line; read again when it changes"),
    CORS_ORIGINS("dragoman.cors.origins", "", "browser origins that are let in, separated by commas", "none"),
    ALLOWED_HOSTS("dragoman.allowed-hosts", "", "Host names that are let in besides loopback and the listening address, separated by commas", "none"),
    RETRY_ATTEMPTS("dragoman.retry.attempts", "2", "extra attempts before the first output"),
    RETRY_BACKOFF("dragoman.retry.backoff.ms", "400", "first back-off, doubled each time"),
    RETRY_AFTER_MAX("dragoman.retry.after.max.ms", "10000", "a longer Retry-After is given to the client at once"),
    BREAKER_ENABLED("dragoman.breaker.enabled", "true", "circuit breaker per provider; it only skips a provider when another target is left"),
    BREAKER_FAILURES("dragoman.breaker.failures", "4", "failures that open it"),
    BREAKER_WINDOW("dragoman.breaker.window", "10", "among how many of the latest calls"),
    BREAKER_OPEN("dragoman.breaker.open.ms", "60000", "how long it stays open"),
    TIMEOUT_FIRST_EVENT("dragoman.timeout.first-event.ms", "120000", "streams: until the response head or any event; whole answers have only the total"),
    TIMEOUT_IDLE("dragoman.timeout.idle.ms", "300000", "silence inside a stream"),
    TIMEOUT_TOTAL("dragoman.timeout.total.ms", "3600000", "everything, all attempts together"),
    LIMIT_BODY("dragoman.limit.body.bytes", "67108864", "one request"),
    LIMIT_BODIES("dragoman.limit.bodies.bytes", "", "all requests held at once", "a quarter of the heap"),
    LIMIT_EVENT("dragoman.limit.event.bytes", "67108864", "one event of a provider"),
    LIMIT_REPLAY("dragoman.limit.replay.bytes", "33554432", "server-tool exchanges captured from one request"),
    LIMIT_IN_FLIGHT("dragoman.limit.in-flight", "2000", "concurrent exchanges; more are told to come back later"),
    LIMIT_NESTING("dragoman.limit.nesting", "200", "JSON depth of a request"),
    KEEPALIVE("dragoman.keepalive.ms", "15000", "silence after which the client gets a keep-alive"),
    SHUTDOWN_GRACE("dragoman.shutdown.grace.ms", "30000", "time for open streams when the process is told to stop"),
    PAUSE_TURN("dragoman.pause-turn", "auto", "auto, relay or resume: who continues a paused turn"),
    PAUSE_TURN_MAX("dragoman.pause-turn.max", "10", "how often one answer is resumed"),
    PROMPT_CACHE("dragoman.prompt-cache", "auto", "auto: requests from another wire without cache marks get Anthropic's automatic mark; off"),
    CARRIER_KEY("dragoman.carrier.key", "", "carriers are authenticated with it; all instances share it", "unset"),
    REPORT("dragoman.report", "off", "header: repairs and losses are named in the reply headers dragoman-repairs and dragoman-losses; off");

    /** Prefix of all settings. */
    public static final String PREFIX = "dragoman.";

    private static final String PROVIDER_PREFIX = "dragoman.provider.";

    private final String key;
    private final String value;
    private final String meaning;
    private final String shown;

    Setting(String key, String value, String meaning) {
        this(key, value, meaning, value);
    }

    Setting(String key, String value, String meaning, String shown) {
        this.key = key;
        this.value = value;
        this.meaning = meaning;
        this.shown = shown;
    }

    /** The property name, with {@code NAME} or {@code PATTERN} where the user chooses. */
    public String key() {
        return key;
    }

    /** The built-in default, empty when there is none or it depends. */
    public String value() {
        return value;
    }

    public String meaning() {
        return meaning;
    }

    /** The default as documentation shows it. */
    public String shownDefault() {
        return shown;
    }

    /** True when the value must never be shown. */
    public boolean secret() {
        return this == PROVIDER_KEY || this == CLIENT_KEYS || this == CARRIER_KEY;
    }

    public boolean ofProvider() {
        return key.startsWith(PROVIDER_PREFIX);
    }

    /** The last part of a provider's setting, such as {@code api-key}. */
    String suffix() {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    /** The property name for one provider. */
    String of(String provider) {
        return PROVIDER_PREFIX + provider + "." + suffix();
    }

    /** The environment variable of a setting without a chosen part. */
    String environment() {
        return environment(key);
    }

    static String environment(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Which setting a property name is. */
    public static Optional<Setting> named(String property) {
        if (property.startsWith("dragoman.model.") && property.length() > "dragoman.model.".length()) {
            return Optional.of(MODEL);
        }
        for (Setting each : values()) {
            if (each.ofProvider() ? each.providerIn(property).isPresent() : each.key.equals(property)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The provider's name in a property of this provider setting. */
    Optional<String> providerIn(String property) {
        String end = "." + suffix();
        return property.startsWith(PROVIDER_PREFIX) && property.endsWith(end) && property.length() > PROVIDER_PREFIX.length() + end.length()
                ? Optional.of(property.substring(PROVIDER_PREFIX.length(), property.length() - end.length()))
                : Optional.empty();
    }
}
