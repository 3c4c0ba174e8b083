package io.dragoman.gateway;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where settings come from, merged: system property over environment variable over file.
 *
 * @param values   by property name, without defaults
 * @param warnings sentences for the log
 */
record SettingsSources(SortedMap<String, String> values, List<String> warnings) {
    private static final String ENVIRONMENT_PREFIX = "DRAGOMAN_";
    private static final String PROVIDER_PREFIX = "DRAGOMAN_PROVIDER_";

    SettingsSources {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        warnings = List.copyOf(warnings);
    }

    /**
     * @param system only names with the prefix count
     * @param file   names without the prefix are somebody else's
     * @throws SettingsException when a system property or a line of the file has an unknown name
     */
    static SettingsSources merge(Map<String, String> system, Map<String, String> environment, Map<String, String> file) {
        TreeMap<String, String> merged = new TreeMap<>();
        List<String> warnings = new ArrayList<>();
        file.forEach((name, value) -> take(name, value, merged));
        TreeMap<String, String> given = new TreeMap<>();
        system.forEach((name, value) -> take(name, value, given));
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith(ENVIRONMENT_PREFIX)) {
                fromEnvironment(name, value, merged, warnings);
            }
        });
        merged.putAll(given);
        if (merged.keySet().stream().noneMatch(name -> name.startsWith("dragoman.provider."))) {
            vendor(environment, "ANTHROPIC", "anthropic", "anthropic", List.of("claude-*"), merged);
            vendor(environment, "OPENAI", "openai", "openai-responses", List.of("gpt-*", "o*"), merged);
        }
        return new SettingsSources(merged, warnings);
    }

    private static void take(String name, String value, Map<String, String> into) {
        if (name.startsWith(Setting.PREFIX)) {
            if (Setting.named(name).isEmpty()) {
                throw new SettingsException(name + " is no setting; the README lists all of them.");
            }
            into.put(name, value.strip());
        }
    }

    private static void fromEnvironment(String name, String value, Map<String, String> merged, List<String> warnings) {
        if (value.startsWith("tcp://")) {
            warnings.add("The environment variable " + name + " is ignored: its value looks like a Kubernetes service link.");
            return;
        }
        Optional<String> property = property(name, merged);
        if (property.isPresent()) {
            merged.put(property.get(), value.strip());
        } else {
            warnings.add("The environment variable " + printable(name) + " is no setting and is ignored.");
        }
    }

    private static Optional<String> property(String variable, Map<String, String> known) {
        if (!variable.startsWith(PROVIDER_PREFIX)) {
            return List.of(Setting.values()).stream()
                    .filter(each -> !each.ofProvider() && each != Setting.MODEL && each.environment().equals(variable))
                    .map(Setting::key).findFirst();
        }
        Optional<String> best = Optional.empty();
        int longest = 0;
        for (Setting each : Setting.values()) {
            String end = "_" + Setting.environment(each.suffix());
            if (each.ofProvider() && variable.endsWith(end) && variable.length() > PROVIDER_PREFIX.length() + end.length() && end.length() > longest) {
                longest = end.length();
                best = Optional.of(each.of(provider(variable.substring(PROVIDER_PREFIX.length(), variable.length() - end.length()), known)));
            }
        }
        return best;
    }

    /** The provider that is meant: a name from elsewhere that is spelt so in an environment, else the lower-case name. */
    private static String provider(String spelt, Map<String, String> known) {
        for (String property : known.keySet()) {
            for (Setting each : Setting.values()) {
                Optional<String> name = each.ofProvider() ? each.providerIn(property) : Optional.empty();
                if (name.filter(n -> Setting.environment(n).equals(spelt)).isPresent()) {
                    return name.get();
                }
            }
        }
        return spelt.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The vendors' own variables, so that whoever has a key needs no file. */
    private static void vendor(Map<String, String> environment, String prefix, String provider, String wire, List<String> globs,
            Map<String, String> into) {
        String key = environment.getOrDefault(prefix + "_API_KEY", "").strip();
        if (!key.isEmpty()) {
            into.put(Setting.PROVIDER_WIRE.of(provider), wire);
            into.put(Setting.PROVIDER_KEY.of(provider), key);
            String url = environment.getOrDefault(prefix + "_BASE_URL", "").strip();
            if (!url.isEmpty()) {
                into.put(Setting.PROVIDER_URL.of(provider), url);
            }
            globs.forEach(glob -> into.putIfAbsent("dragoman.model." + glob, provider));
        }
    }

    private static String printable(String name) {
        return name.replaceAll("[^A-Za-z0-9_.-]", "?");
    }
}
