package io.dragoman.bench;

import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Starts provider, bare proxy and gateway, loads them in turn, and prints a table. Exits with 1 when a target is missed by more than the spread of its rounds.
 *
 * <p>Arguments: {@code --jar FILE} the gateway, {@code --rounds N}, {@code --quick} fewer requests, {@code --out FILE} a copy of the table in Markdown.
 */
public final class Bench {
    private static final List<String> LANES = List.of("A>A", "A>R", "A>C", "R>A", "R>R", "R>C", "C>A", "C>R", "C>C");
    private static final int CONNECTIONS = 16;

    private final int rounds;
    private final boolean quick;
    private final Load load;
    private final Child provider;
    private final Child proxy;
    private final Child gateway;
    private final List<String> table = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();

    private Bench(int rounds, boolean quick, Load load, Child provider, Child proxy, Child gateway) {
        this.rounds = rounds;
        this.quick = quick;
        this.load = load;
        this.provider = provider;
        this.proxy = proxy;
        this.gateway = gateway;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> list = List.of(args);
        boolean quick = list.contains("--quick");
        int rounds = Integer.parseInt(option(list, "--rounds", quick ? "3" : "5"));
        Path jar = Path.of(option(list, "--jar", "target/dragoman.jar"));
        Path work = Files.createTempDirectory("dragoman-bench");
        var loop = new NioEventLoopGroup(1);
        int port = Child.freePort();
        int back = Child.freePort();
        int front = Child.freePort();
        try (Child provider = Child.start(Child.ofClass(FastProvider.class, "512m", String.valueOf(back)), back, work.resolve("provider.log"), Child::accepts);
                Child proxy = Child.start(Child.ofClass(RawProxy.class, "512m", String.valueOf(front), String.valueOf(back)), front, work.resolve("proxy.log"), Child::accepts);
                Child gateway = gateway(jar, port, back, work)) {
            var bench = new Bench(rounds, quick, new Load(loop), provider, proxy, gateway);
            bench.run();
            String text = String.join("\n", bench.table) + "\n";
            System.out.println(text);
            String out = option(list, "--out", "");
            if (!out.isEmpty()) {
                Files.writeString(Path.of(out), text);
            }
            if (!bench.missed.isEmpty()) {
                System.out.println("Missed: " + String.join("; ", bench.missed));
                System.exit(1);
            }
        } finally {
            loop.shutdownGracefully();
        }
        System.exit(0);
    }

    private static String option(List<String> args, String name, String otherwise) {
        int at = args.indexOf(name);
        return at < 0 ? otherwise : args.get(at + 1);
    }

    private static Child gateway(Path jar, int port, int provider, Path work) throws IOException, InterruptedException {
        String url = "http://127.0.0.1:" + provider;
        var lines = new StringBuilder("dragoman.port=" + port + "\n");
        for (String[] p : new String[][] {{"a", "anthropic"}, {"k", "anthropic-compatible"}, {"r", "openai-responses"}, {"c", "openai-chat"}}) {
            lines.append("dragoman.provider.").append(p[0]).append(".wire=").append(p[1]).append('\n')
                    .append("dragoman.provider.").append(p[0]).append(".url=").append(url).append('\n')
                    .append("dragoman.provider.").append(p[0]).append(".api-key=bench\n");
        }
        Path file = Files.writeString(work.resolve("dragoman.properties"), lines);
        List<String> options = new ArrayList<>(List.of("-Xmx1g", "-jar", jar.toAbsolutePath().toString(), file.toString()));
        Path archive = jar.resolveSibling("dragoman.jsa");
        if (Files.exists(archive)) {
            options.add(0, "-XX:SharedArchiveFile=" + archive.toAbsolutePath());
        }
        return Child.start(options, port, work.resolve("gateway.log"), Bench::isReady);
    }

    private static boolean isReady(int port) {
        try {
            var connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/health/ready").toURL().openConnection();
            connection.setConnectTimeout(200);
            connection.setReadTimeout(1000);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private void run() throws IOException, InterruptedException {
        line("# Measured");
        line("");
        line(String.format(Locale.ROOT, "%s; JDK %s; %d processors; gateway with 1 GiB heap; %d connections; median of %d interleaved rounds (lowest to highest).",
                LocalDate.now(), Runtime.version(), Runtime.getRuntime().availableProcessors(), CONNECTIONS, rounds));
        line("");
        line(String.format(Locale.ROOT, "Start-up to ready: %.2f s.", gateway.readySeconds()));
        whole();
        events();
        heap();
        line("");
        line(String.format(Locale.ROOT, "Resident memory of the gateway at the end: %.0f MiB.", gateway.rssMib()));
    }

    private void whole() throws IOException, InterruptedException {
        line("");
        line("## Whole answers");
        line("");
        line("| lane | request | direct /s | bare proxy /s | gateway /s | of bare proxy | of direct | added p50 µs | added p99 µs | CPU µs a request |");
        line("|---|---|---|---|---|---|---|---|---|---|");
        double oneMib = 0;
        for (int size : quick ? new int[] {50_000, 1_000_000} : new int[] {1_000, 50_000, 1_000_000, 8_000_000}) {
            for (String lane : size == 50_000 ? LANES : List.of("A>A", "A>R", "C>A")) {
                Row row = row(lane, size, false);
                if (size == 50_000) {
                    target(lane + " 50 KB of the bare proxy", row.ofProxy, lane.equals("A>A") ? 0.5 : 0.3, List.of("A>A", "A>R", "R>A", "C>A").contains(lane));
                }
                if (size == 1_000_000 && lane.equals("A>R")) {
                    oneMib = row.cpuMicros;
                }
                if (size == 8_000_000 && lane.equals("A>R") && row.cpuMicros > 8.5 * oneMib * 1.15) {
                    missed.add(String.format(Locale.ROOT, "8 MB costs %.1f times the CPU of 1 MB, target 8.5", row.cpuMicros / oneMib));
                }
            }
        }
        line("");
        line("## Streams of 100 deltas at once");
        line("");
        line("| lane | request | direct /s | bare proxy /s | gateway /s | of bare proxy | of direct | added p50 µs | added p99 µs | CPU µs a request |");
        line("|---|---|---|---|---|---|---|---|---|---|");
        for (String lane : LANES) {
            row(lane, 50_000, true);
        }
    }

    private record Row(Rounds ofProxy, double cpuMicros) {}

    private Row row(String lane, int size, boolean stream) throws IOException, InterruptedException {
        char client = lane.charAt(0);
        char wire = lane.charAt(2);
        String model = stream ? "s-100-0" : "w";
        byte[] plain = Requests.body(client, model, size, stream);
        byte[] routed = Requests.body(client, Character.toLowerCase(wire) + "/" + model, size, stream);
        int requests = Math.max(32, (int) Math.min(quick ? 1500 : 4000, (quick ? 60_000_000L : 300_000_000L) / (size + (stream ? 200_000 : 0))));
        for (int warm = 0; warm < 2; warm++) {
            load.run(gateway.port(), Requests.path(client), routed, CONNECTIONS, requests, false);
        }
        load.run(proxy.port(), Requests.path(client), plain, CONNECTIONS, requests / 2, false);
        double[][] found = new double[8][rounds];
        for (int i = 0; i < rounds; i++) {
            Load.Result direct = load.run(provider.port(), Requests.path(client), plain, CONNECTIONS, requests, false);
            Load.Result bare = load.run(proxy.port(), Requests.path(client), plain, CONNECTIONS, requests, false);
            double cpu = gateway.cpuSeconds();
            Load.Result ours = load.run(gateway.port(), Requests.path(client), routed, CONNECTIONS, requests, false);
            if (ours.failures() > 0) {
                missed.add(lane + " " + size + ": " + ours.failures() + " requests failed");
            }
            double[] now = {direct.perSecond(), bare.perSecond(), ours.perSecond(), ours.micros(0.5) - direct.micros(0.5), ours.micros(0.99) - direct.micros(0.99),
                (gateway.cpuSeconds() - cpu) * 1e6 / Math.max(1, ours.requests())};
            for (int k = 0; k < now.length; k++) {
                found[k][i] = now[k];
            }
        }
        Rounds ours = new Rounds(found[2]);
        Rounds ofProxy = ours.over(new Rounds(found[1]));
        Rounds ofDirect = ours.over(new Rounds(found[0]));
        double cpuMicros = new Rounds(found[5]).median();
        line(String.format(Locale.ROOT, "| %s | %s | %.0f | %.0f | %.0f | %s | %s | %.0f | %.0f | %.0f |", lane, size < 1_000_000 ? size / 1000 + " KB" : size / 1_000_000 + " MB",
                new Rounds(found[0]).median(), new Rounds(found[1]).median(), ours.median(), spread(ofProxy), spread(ofDirect),
                new Rounds(found[3]).median(), new Rounds(found[4]).median(), cpuMicros));
        return new Row(ofProxy, cpuMicros);
    }

    private void events() throws InterruptedException {
        line("");
        line("## Delay of an event, provider to client");
        line("");
        line("| lane | streams | direct p50 µs | gateway p50 µs | p50 ratio | direct p99 µs | gateway p99 µs | p99 ratio | first event p50 µs, direct and gateway |");
        line("|---|---|---|---|---|---|---|---|---|");
        for (String lane : List.of("A>A", "A>R", "R>A", "C>A")) {
            for (int streams : quick ? new int[] {64} : new int[] {1, 64, 500}) {
                char client = lane.charAt(0);
                String model = "s-20-" + (quick ? 100 : 250);
                byte[] plain = Requests.body(client, model, 2_000, true);
                byte[] routed = Requests.body(client, Character.toLowerCase(lane.charAt(2)) + "/" + model, 2_000, true);
                load.run(gateway.port(), Requests.path(client), routed, streams, streams, true);
                double[][] found = new double[6][rounds];
                for (int i = 0; i < rounds; i++) {
                    Load.Result direct = load.run(provider.port(), Requests.path(client), plain, streams, streams, true);
                    Load.Result ours = load.run(gateway.port(), Requests.path(client), routed, streams, streams, true);
                    if (ours.nanos().length != streams * 20) {
                        missed.add(lane + ": " + ours.nanos().length + " of " + streams * 20 + " events arrived");
                    }
                    double[] now = {direct.micros(0.5), ours.micros(0.5), direct.micros(0.99), ours.micros(0.99), direct.firstMicros(0.5), ours.firstMicros(0.5)};
                    for (int k = 0; k < now.length; k++) {
                        found[k][i] = now[k];
                    }
                }
                Rounds p50 = new Rounds(found[1]).over(new Rounds(found[0]));
                Rounds p99 = new Rounds(found[3]).over(new Rounds(found[2]));
                line(String.format(Locale.ROOT, "| %s | %d | %.0f | %.0f | %s | %.0f | %.0f | %s | %.0f, %.0f |", lane, streams, new Rounds(found[0]).median(), new Rounds(found[1]).median(), spread(p50),
                        new Rounds(found[2]).median(), new Rounds(found[3]).median(), spread(p99), new Rounds(found[4]).median(), new Rounds(found[5]).median()));
                if (streams == 64) {
                    atMost(lane + " p50 of an event", p50, lane.charAt(0) == lane.charAt(2) ? 2.2 : 3);
                    atMost(lane + " p99 of an event", p99, 3);
                }
            }
        }
    }

    private void heap() throws IOException, InterruptedException {
        line("");
        line("## Heap of an open stream");
        line("");
        line("| lane | streams | KiB a stream, gateway | KiB a stream, bare proxy |");
        line("|---|---|---|---|");
        for (String lane : List.of("A>A", "A>R")) {
            for (int streams : quick ? new int[] {1000} : new int[] {1000, 5000}) {
                char client = lane.charAt(0);
                byte[] plain = Requests.body(client, "s-5-3000", 50_000, true);
                byte[] routed = Requests.body(client, Character.toLowerCase(lane.charAt(2)) + "/s-5-3000", 50_000, true);
                double ours = heapPerStream(gateway, client, routed, streams);
                double bare = heapPerStream(proxy, client, plain, streams);
                line(String.format(Locale.ROOT, "| %s | %d | %.1f | %.1f |", lane, streams, ours, bare));
                double limit = lane.charAt(0) == lane.charAt(2) ? 1.5 : 2;
                if (ours > bare * limit * 1.1) {
                    missed.add(String.format(Locale.ROOT, "heap of an open stream %s: %.1f times a bare relay, target %.1f", lane, ours / bare, limit));
                }
            }
        }
    }

    private double heapPerStream(Child child, char client, byte[] body, int streams) throws IOException, InterruptedException {
        double before = child.liveHeapKib();
        var failure = new InterruptedException[1];
        Thread runner = new Thread(() -> {
            try {
                load.run(child.port(), Requests.path(client), body, streams, streams, true);
            } catch (InterruptedException e) {
                failure[0] = e;
            }
        });
        runner.start();
        runner.join(6_000 + streams);
        double during = child.liveHeapKib();
        runner.join();
        return (during - before) / streams;
    }

    private void target(String what, Rounds ratio, double atLeast, boolean binding) {
        if (binding && ratio.max() < atLeast) {
            missed.add(String.format(Locale.ROOT, "%s: %s, target %.2f", what, spread(ratio), atLeast));
        }
    }

    private void atMost(String what, Rounds ratio, double most) {
        if (ratio.min() > most) {
            missed.add(String.format(Locale.ROOT, "%s: %s times direct, target %.1f", what, spread(ratio), most));
        }
    }

    private static String spread(Rounds r) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", r.median(), r.min(), r.max());
    }

    private void line(String text) {
        table.add(text);
        System.err.println(text);
    }
}
