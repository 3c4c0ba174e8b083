package io.dragoman.gateway;

import io.dragoman.conversation.Failure;
import io.dragoman.gateway.GatewaySettings.TargetName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which targets a model name stands for. An exact name wins over {@code provider/model}, that over globs, and among globs the one with most
 * literal characters.
 */
public final class ModelDirectory {
    private static final Comparator<Rule> MOST_SPECIFIC_FIRST =
            Comparator.comparingInt(Rule::literals).reversed().thenComparing(Rule::pattern);

    private final Map<String, Provider> providers;
    private final Map<String, List<TargetName>> names = new LinkedHashMap<>();
    private final List<Rule> globs = new ArrayList<>();

    /** @param models target lists by name or glob; each names a known provider */
    public ModelDirectory(Map<String, Provider> providers, Map<String, List<TargetName>> models) {
        this.providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        models.forEach((pattern, targets) -> {
            if (isGlob(pattern)) {
                globs.add(new Rule(pattern, regex(pattern), literals(pattern), targets));
            } else {
                names.put(pattern, targets);
            }
        });
        globs.sort(MOST_SPECIFIC_FIRST);
    }

    /** The targets to try, in order, each once. @throws io.dragoman.conversation.DragomanException 404, when nothing is configured for the name */
    public List<Target> resolve(String model) {
        return find(model).orElseThrow(() -> unknown(model));
    }

    /** The same, empty when nothing is configured for the name. */
    public Optional<List<Target>> find(String model) {
        List<TargetName> exact = names.get(model);
        if (exact != null) {
            return Optional.of(targets(exact, model));
        }
        int slash = model.indexOf('/');
        if (slash > 0 && slash < model.length() - 1 && providers.containsKey(model.substring(0, slash))) {
            return Optional.of(List.of(new Target(providers.get(model.substring(0, slash)), model.substring(slash + 1))));
        }
        return globs.stream().filter(rule -> rule.regex().matcher(model).matches()).findFirst().map(rule -> targets(rule.targets(), model));
    }

    public Map<String, Provider> providers() {
        return providers;
    }

    /** The names that clients may use as they stand; globs cannot be listed. */
    public List<String> names() {
        return List.copyOf(names.keySet());
    }

    /** The globs, most specific first. */
    public List<String> globs() {
        return globs.stream().map(Rule::pattern).toList();
    }

    private List<Target> targets(List<TargetName> list, String asked) {
        Set<Target> targets = new LinkedHashSet<>();
        for (TargetName each : list) {
            targets.add(new Target(providers.get(each.provider()), each.model().orElse(asked)));
        }
        return List.copyOf(targets);
    }

    private RuntimeException unknown(String model) {
        String shown = model.length() > 200 ? model.substring(0, 200) + "..." : model;
        return new Failure(Failure.Kind.NOT_FOUND, 404, Optional.empty(), Optional.of("model_not_found"),
                "The model '" + shown + "' is not configured here: name it in a dragoman.model.* setting, or ask for provider/model with one of the"
                        + " providers " + String.join(", ", providers.keySet()) + ".",
                Optional.of("model"), Map.of()).exception();
    }

    private static boolean isGlob(String pattern) {
        return pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0;
    }

    private static int literals(String pattern) {
        return (int) pattern.chars().filter(c -> c != '*' && c != '?').count();
    }

    private static Pattern regex(String glob) {
        StringBuilder regex = new StringBuilder();
        for (char c : glob.toCharArray()) {
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private record Rule(String pattern, Pattern regex, int literals, List<TargetName> targets) {}
}
