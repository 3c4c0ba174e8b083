package io.dragoman.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The nodes that the files in routes/ and kamelets/ draw. */
final class ShippedRoutes {
    /**
     * A step of a route, or the consumer it begins with.
     *
     * @param id     as written; empty when there is none
     * @param route  id of the route around it; empty inside kamelets
     * @param inside ids of the steps that it holds
     */
    record Node(String file, String kind, String id, String route, List<String> inside) {
        @Override
        public String toString() {
            return file + ": " + kind + " " + (id.isEmpty() ? "without an id" : id);
        }
    }

    private static final YAMLMapper YAML = new YAMLMapper();

    private final List<Node> nodes = new ArrayList<>();

    private ShippedRoutes() {}

    static List<Node> nodes() throws IOException {
        ShippedRoutes routes = new ShippedRoutes();
        for (Path file : files("routes")) {
            for (JsonNode part : YAML.readTree(file.toFile())) {
                String name = file.getFileName().toString();
                routes.route(name, part.path("route"), part.path("route").path("id").asText());
                routes.route(name, part.path("routeTemplate").path("route"), part.path("routeTemplate").path("id").asText());
                routes.steps(name, part.path("routeConfiguration").path("onException"), "");
            }
        }
        for (Path file : files("kamelets")) {
            routes.steps(file.getFileName().toString(), YAML.readTree(file.toFile()).path("spec").path("template").path("from").path("steps"), "");
        }
        return routes.nodes;
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private void route(String file, JsonNode route, String id) {
        JsonNode from = route.path("from");
        if (from.isObject()) {
            nodes.add(new Node(file, "from", from.path("id").asText(), id, List.of()));
            steps(file, from.path("steps"), id);
        }
    }

    /** A list of {@code kind: {…}}; what a step holds stands in its own lists of steps, directly or under {@code when} and {@code otherwise}. */
    private List<String> steps(String file, JsonNode steps, String route) {
        List<String> ids = new ArrayList<>();
        for (JsonNode step : steps) {
            step.properties().forEach(entry -> ids.add(step(file, entry.getKey(), entry.getValue(), route)));
        }
        return ids;
    }

    private String step(String file, String kind, JsonNode step, String route) {
        List<String> inside = new ArrayList<>(steps(file, step.path("steps"), route));
        for (JsonNode when : step.path("when")) {
            inside.add(step(file, "when", when, route));
        }
        if (step.has("otherwise")) {
            inside.add(step(file, "otherwise", step.path("otherwise"), route));
        }
        String id = step.path("id").asText();
        nodes.add(new Node(file, kind, id, route, List.copyOf(inside)));
        return id;
    }
}
