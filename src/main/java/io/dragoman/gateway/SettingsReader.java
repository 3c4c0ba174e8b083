package io.dragoman.gateway;

import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.gateway.GatewaySettings.Breaker;
import io.dragoman.gateway.GatewaySettings.Limits;
import io.dragoman.gateway.GatewaySettings.PauseTurn;
import io.dragoman.gateway.GatewaySettings.ProviderSettings;
import io.dragoman.gateway.GatewaySettings.ProviderWire;
import io.dragoman.gateway.GatewaySettings.Retry;
import io.dragoman.gateway.GatewaySettings.TargetName;
import io.dragoman.http.ProviderRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks settings and gives them types. Whatever is wrong is a {@link SettingsException}: one sentence that names the property. */
public final class SettingsReader {
    private static final Pattern PROVIDER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");
    private static final Map<ProviderWire, String> VENDORS = Map.of(ProviderWire.ANTHROPIC, "https://api.anthropic.com",
            ProviderWire.OPENAI_RESPONSES, "https://api.openai.com", ProviderWire.OPENAI_CHAT, "https://api.openai.com");
    /** The provider that answers when none is configured. */
    static final String DEMO = "demo";

    private final Map<String, String> values;
    private final SortedMap<String, String> effective = new TreeMap<>();

    private SettingsReader(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @param effective every setting with the value that holds, secrets masked
     */
    public record Read(GatewaySettings settings, SortedMap<String, String> effective) {
        public Read {
            effective = Collections.unmodifiableSortedMap(new TreeMap<>(effective));
        }
    }

    /** @param values by property name, without defaults. @throws SettingsException */
    public static Read read(Map<String, String> values) {
        return new SettingsReader(values).all();
    }

    private Read all() {
        for (String name : new TreeSet<>(values.keySet())) {
            if (Setting.named(name).isEmpty()) {
                throw new SettingsException(name + " is no setting; the README lists all of them.");
            }
        }
        String host = text(Setting.HOST);
        int port = (int) number(Setting.PORT, 0, 65_535);
        Supplier<Set<String>> keys = clientKeys();
        if (!Addresses.isLoopback(host) && keys.get().isEmpty()) {
            throw new SettingsException("dragoman.host is " + host + ", which others can reach, and no client keys are set;"
                    + " set dragoman.client.keys or listen on 127.0.0.1.");
        }
        Map<String, ProviderSettings> providers = providers(host, port);
        long heap = Runtime.getRuntime().maxMemory();
        Limits limits = new Limits((int) number(Setting.LIMIT_BODY, 1, Integer.MAX_VALUE - 64L),
                numberOr(Setting.LIMIT_BODIES, 1, Long.MAX_VALUE, heap / 4),
                (int) number(Setting.LIMIT_EVENT, 1024, Integer.MAX_VALUE - 64L), (int) number(Setting.LIMIT_REPLAY, 0, Integer.MAX_VALUE - 64L),
                (int) number(Setting.LIMIT_IN_FLIGHT, 1, 1_000_000), (int) number(Setting.LIMIT_NESTING, 8, 4_000));
        GatewaySettings settings = new GatewaySettings(host, port, providers, models(providers.keySet()), optional(Setting.COMPACTION_MODEL), keys,
                list(Setting.CORS_ORIGINS), list(Setting.ALLOWED_HOSTS),
                new Retry((int) number(Setting.RETRY_ATTEMPTS, 0, 100), number(Setting.RETRY_BACKOFF, 0, 600_000),
                        number(Setting.RETRY_AFTER_MAX, 0, 3_600_000)),
                new Breaker(flag(Setting.BREAKER_ENABLED), (int) number(Setting.BREAKER_FAILURES, 1, 10_000),
                        (int) number(Setting.BREAKER_WINDOW, 1, 10_000), number(Setting.BREAKER_OPEN, 1, 86_400_000)),
                new ProviderRequest.Timeouts(number(Setting.TIMEOUT_FIRST_EVENT, 1, 86_400_000), number(Setting.TIMEOUT_IDLE, 1, 86_400_000),
                        number(Setting.TIMEOUT_TOTAL, 1, 86_400_000)),
                limits, number(Setting.KEEPALIVE, 10, 3_600_000), number(Setting.SHUTDOWN_GRACE, 0, 3_600_000),
                new PauseTurn(choice(Setting.PAUSE_TURN, PauseTurn.Mode.class), (int) number(Setting.PAUSE_TURN_MAX, 0, 100)),
                word(Setting.PROMPT_CACHE, "auto", "off").equals("auto"), optional(Setting.CARRIER_KEY),
                word(Setting.REPORT, "off", "header").equals("header"));
        return new Read(settings, effective);
    }

    private Map<String, ProviderSettings> providers(String host, int port) {
        TreeSet<String> names = new TreeSet<>();
        for (String property : values.keySet()) {
            Setting.named(property).filter(Setting::ofProvider).flatMap(setting -> setting.providerIn(property)).ifPresent(names::add);
        }
        Map<String, ProviderSettings> providers = new TreeMap<>();
        names.forEach(name -> providers.put(name, provider(name, host, port)));
        if (providers.isEmpty()) {
            providers.put(DEMO, new ProviderSettings(DEMO, ProviderWire.ANTHROPIC, URI.create("demo://embedded"), Optional::empty, true, true, true,
                    true, false, ReasoningReturn.AUTO, ProviderRequest.NetworkPath.DIRECT));
            effective.put("dragoman.provider.demo", "the embedded demo (no provider is configured)");
        }
        return providers;
    }

    private ProviderSettings provider(String name, String host, int port) {
        if (!PROVIDER_NAME.matcher(name).matches()) {
            throw new SettingsException(
                    "dragoman.provider." + name + ": a provider's name is made of letters, digits, - and _; '" + name + "' is not.");
        }
        String wireProperty = Setting.PROVIDER_WIRE.of(name);
        String spelt = value(wireProperty, Setting.PROVIDER_WIRE);
        ProviderWire wire = Arrays.stream(ProviderWire.values()).filter(each -> each.spelling().equals(spelt)).findFirst()
                .orElseThrow(() -> new SettingsException((spelt.isEmpty() ? wireProperty + " is missing" : wireProperty + " is '" + spelt + "'")
                        + "; use anthropic, anthropic-compatible, openai-responses or openai-chat."));
        URI url = url(name, wire);
        if (Addresses.isOwn(url, host, port)) {
            throw new SettingsException(Setting.PROVIDER_URL.of(name) + " is the gateway's own address; it would call itself.");
        }
        boolean isNative = wire == ProviderWire.ANTHROPIC && isNative(name, url);
        boolean search = wire == ProviderWire.ANTHROPIC || wire == ProviderWire.OPENAI_RESPONSES;
        return new ProviderSettings(name, wire, url, credential(name), isNative,
                flag(Setting.PROVIDER_WEB_SEARCH, name, search), flag(Setting.PROVIDER_MAX_TOOL_CALLS, name, true),
                flag(Setting.PROVIDER_FORCED_SEARCH, name, true), flag(Setting.PROVIDER_SERVER_TOOLS, name, false),
                choice(Setting.PROVIDER_REASONING, Setting.PROVIDER_REASONING.of(name), ReasoningReturn.class),
                new ProviderRequest.NetworkPath(proxy(name), trustStore(name)));
    }

    private boolean isNative(String name, URI url) {
        String property = Setting.PROVIDER_NATIVE.of(name);
        boolean vendor = url.getHost().endsWith(".anthropic.com") || url.getHost().equals("anthropic.com") || Addresses.isLoopback(url.getHost());
        if (!flag(Setting.PROVIDER_NATIVE, name, vendor)) {
            throw new SettingsException(Setting.PROVIDER_WIRE.of(name) + " is anthropic, but " + url.getHost()
                    + " is not Anthropic's; use anthropic-compatible, or set " + property + "=true if it really is Anthropic behind it.");
        }
        return true;
    }

    private URI url(String name, ProviderWire wire) {
        String property = Setting.PROVIDER_URL.of(name);
        String text = value(property, Setting.PROVIDER_URL);
        if (text.isEmpty()) {
            text = Optional.ofNullable(VENDORS.get(wire)).orElseThrow(() -> new SettingsException(property + " is missing; give its base URL."));
        }
        effective.put(property, text);
        return base(property, text);
    }

    private static URI base(String property, String text) {
        String wrong = property + " is '" + text + "'; give an http or https URL without user, query and fragment.";
        URI uri;
        try {
            uri = URI.create(text.replaceAll("/+$", "").replaceAll("/v1$", "").replaceAll("/+$", ""));
        } catch (IllegalArgumentException e) {
            throw new SettingsException(wrong);
        }
        boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!http || uri.getHost() == null || uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
            throw new SettingsException(wrong);
        }
        return uri;
    }

    private Supplier<Optional<String>> credential(String name) {
        String key = values.getOrDefault(Setting.PROVIDER_KEY.of(name), "");
        String property = Setting.PROVIDER_KEY_FILE.of(name);
        String file = value(property, Setting.PROVIDER_KEY_FILE);
        if (!key.isEmpty()) {
            if (!file.isEmpty()) {
                throw new SettingsException(property + " and " + Setting.PROVIDER_KEY.of(name) + " are both set; keep one.");
            }
            effective.put(Setting.PROVIDER_KEY.of(name), "***");
            Optional<String> constant = Optional.of(headerValue(Setting.PROVIDER_KEY.of(name), key));
            return () -> constant;
        }
        return file.isEmpty() ? Optional::empty : secretFile(property, file);
    }

    private static String headerValue(String property, String key) {
        if (!key.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new SettingsException(property + " holds characters that no HTTP header may hold.");
        }
        return key;
    }

    private static SecretFile secretFile(String property, String file) {
        try {
            return new SecretFile(Path.of(file));
        } catch (IOException | RuntimeException e) {
            throw new SettingsException(property + " is '" + file + "', which cannot be read.");
        }
    }

    private Optional<URI> proxy(String name) {
        String property = Setting.PROVIDER_PROXY.of(name);
        String text = value(property, Setting.PROVIDER_PROXY);
        return text.isEmpty() ? Optional.empty() : Optional.of(base(property, text));
    }

    private Optional<Path> trustStore(String name) {
        String property = Setting.PROVIDER_TRUST_STORE.of(name);
        String text = value(property, Setting.PROVIDER_TRUST_STORE);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isReadable(Path.of(text))) {
            throw new SettingsException(property + " is '" + text + "', which cannot be read.");
        }
        return Optional.of(Path.of(text));
    }

    private Supplier<Set<String>> clientKeys() {
        String given = values.getOrDefault(Setting.CLIENT_KEYS.key(), "");
        Set<String> keys = split(given, ",");
        effective.put(Setting.CLIENT_KEYS.key(), keys.isEmpty() ? "" : "*** (" + keys.size() + ")");
        if (!given.isEmpty() && keys.isEmpty()) {
            throw new SettingsException("dragoman.client.keys holds no key; remove it or give one.");
        }
        String file = value(Setting.CLIENT_KEYS_FILE.key(), Setting.CLIENT_KEYS_FILE);
        if (file.isEmpty()) {
            return () -> keys;
        }
        SecretFile secret = secretFile(Setting.CLIENT_KEYS_FILE.key(), file);
        if (split(secret.get().orElse(""), "\\R").isEmpty()) {
            throw new SettingsException("dragoman.client.keys-file is '" + file + "', which holds no key.");
        }
        return () -> {
            Set<String> both = new LinkedHashSet<>(keys);
            both.addAll(split(secret.get().orElse(""), "\\R"));
            return both;
        };
    }

    private Map<String, List<TargetName>> models(Set<String> providers) {
        Map<String, List<TargetName>> models = new TreeMap<>();
        for (String property : values.keySet()) {
            if (Setting.named(property).filter(setting -> setting == Setting.MODEL).isPresent()) {
                effective.put(property, values.get(property));
                models.put(property.substring("dragoman.model.".length()), targets(property, providers));
            }
        }
        if (models.isEmpty() && providers.equals(Set.of(DEMO)) && values.keySet().stream().noneMatch(name -> name.startsWith("dragoman.provider."))) {
            models.put(DEMO, List.of(new TargetName(DEMO, Optional.empty())));
        }
        return models;
    }

    private List<TargetName> targets(String property, Set<String> providers) {
        List<TargetName> targets = new ArrayList<>();
        for (String each : split(values.get(property), ",")) {
            int slash = each.indexOf('/');
            String provider = slash < 0 ? each : each.substring(0, slash);
            if (!providers.contains(provider)) {
                throw new SettingsException(property + " names the provider '" + provider + "', which is not configured.");
            }
            targets.add(new TargetName(provider, slash < 0 ? Optional.empty() : Optional.of(each.substring(slash + 1)).filter(m -> !m.isEmpty())));
        }
        if (targets.isEmpty()) {
            throw new SettingsException(property + " names no provider.");
        }
        return List.copyOf(targets);
    }

    private String value(String property, Setting setting) {
        String value = values.getOrDefault(property, "");
        if (value.isEmpty()) {
            value = setting.value();
        }
        if (!value.isEmpty()) {
            effective.put(property, setting.secret() ? "***" : value);
        }
        return value;
    }

    private String text(Setting setting) {
        return value(setting.key(), setting);
    }

    private Optional<String> optional(Setting setting) {
        return Optional.of(text(setting)).filter(value -> !value.isEmpty());
    }

    private Set<String> list(Setting setting) {
        return split(text(setting), ",").stream().map(each -> each.toLowerCase(Locale.ROOT).replaceAll("/+$", ""))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> split(String text, String separator) {
        return Arrays.stream(text.split(separator)).map(String::strip).filter(each -> !each.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private long number(Setting setting, long from, long to) {
        return number(setting.key(), text(setting), from, to);
    }

    private long numberOr(Setting setting, long from, long to, long otherwise) {
        String text = text(setting);
        if (text.isEmpty()) {
            effective.put(setting.key(), Long.toString(otherwise));
            return otherwise;
        }
        return number(setting.key(), text, from, to);
    }

    private static long number(String property, String text, long from, long to) {
        try {
            long number = Long.parseLong(text);
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, in the same sentence
        }
        throw new SettingsException(property + " is '" + text + "'; use a whole number from " + from + " to " + to + ".");
    }

    private boolean flag(Setting setting) {
        return flag(setting.key(), text(setting));
    }

    private boolean flag(Setting setting, String provider, boolean otherwise) {
        String property = setting.of(provider);
        String given = values.getOrDefault(property, "");
        boolean holds = given.isEmpty() ? otherwise : flag(property, given);
        if (setting != Setting.PROVIDER_NATIVE || !given.isEmpty()) {
            effective.put(property, Boolean.toString(holds));
        }
        return holds;
    }

    private static boolean flag(String property, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes" -> true;
            case "false", "off", "no" -> false;
            default -> throw new SettingsException(property + " is '" + text + "'; use true or false.");
        };
    }

    private String word(Setting setting, String... words) {
        String text = text(setting);
        if (!List.of(words).contains(text)) {
            throw new SettingsException(setting.key() + " is '" + text + "'; use " + String.join(" or ", words) + ".");
        }
        return text;
    }

    private <E extends Enum<E>> E choice(Setting setting, Class<E> type) {
        return choice(setting, setting.key(), type);
    }

    private <E extends Enum<E>> E choice(Setting setting, String property, Class<E> type) {
        String text = value(property, setting);
        return Arrays.stream(type.getEnumConstants()).filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text)).findFirst()
                .orElseThrow(() -> new SettingsException(property + " is '" + text + "'; use " + Arrays.stream(type.getEnumConstants())
                        .map(each -> each.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", ")) + "."));
    }
}
