package io.dragoman.gateway;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Names repairs and losses of an attempt in reply headers, for whoever asked for it. */
final class Reports {
    static final String REPAIRS = "dragoman-repairs";
    static final String LOSSES = "dragoman-losses";
    private static final int MOST = 2_000;

    private Reports() {}

    static void into(Map<String, String> headers, Passage passage) {
        Map<String, Integer> repairs = new LinkedHashMap<>();
        passage.repairs().changes().forEach(change -> repairs.merge(change.kind(), 1, Integer::sum));
        put(headers, REPAIRS, repairs.entrySet().stream().map(each -> each.getKey() + ";count=" + each.getValue()).collect(Collectors.joining(", ")));
        Set<String> losses = new LinkedHashSet<>();
        passage.losses().forEach(loss -> losses.add(loss.path() + ";" + loss.kind().name().toLowerCase(Locale.ROOT)));
        put(headers, LOSSES, String.join(", ", losses));
    }

    private static void put(Map<String, String> headers, String name, String value) {
        String printable = value.replaceAll("[^\\x20-\\x7e]", "?");
        headers.put(name, printable.isEmpty() ? "none" : printable.length() > MOST ? printable.substring(0, MOST) : printable);
    }
}
