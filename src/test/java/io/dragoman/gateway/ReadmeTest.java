package io.dragoman.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.dragoman.testing.GatewayExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the README says is so: its commands run, its settings are the settings. */
class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final String BEGIN = "<!-- settings -->\n";
    private static final String END = "<!-- /settings -->\n";

    @RegisterExtension
    static final GatewayExtension GATEWAY = new GatewayExtension(Map::of);

    static List<String> commands() throws IOException {
        return Files.readAllLines(README).stream().filter(line -> line.startsWith("curl ")).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void aCommandOfTheTourAnswers(String command) throws Exception {
        Process curl = new ProcessBuilder("sh", "-c", command.replace("127.0.0.1:8080", "127.0.0.1:" + GATEWAY.port()) + " --max-time 20 --fail-with-body").start();
        String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor(30, TimeUnit.SECONDS)).as("curl ended").isTrue();
        assertThat(curl.exitValue()).as(answer).isZero();
        assertThat(answer).contains(expected(command));
    }

    private static List<String> expected(String command) {
        boolean search = command.contains("web_search");
        if (command.contains("weather")) {
            return List.of("weather", "city");
        }
        if (command.contains("/v1/messages")) {
            return search ? List.of("server_tool_use", "web_search_tool_result", "encrypted_content") : List.of("message_stop");
        }
        if (command.contains("/v1/responses")) {
            return search ? List.of("web_search_call", "url_citation", "\"drgm") : List.of("response.completed");
        }
        return search ? List.of("url_citation", "reasoning_details", "\"drgm") : List.of("[DONE]");
    }

    @Test
    void theTourShowsAStreamAToolAndASearchOnEveryWire() throws IOException {
        assertThat(commands()).hasSize(9);
    }

    @Test
    void theSettingsTableIsMadeFromTheSettings() throws IOException {
        String readme = Files.readString(README);
        int from = readme.indexOf(BEGIN) + BEGIN.length();
        int to = readme.indexOf(END);
        if (Boolean.getBoolean("dragoman.readme.write")) {
            Files.writeString(README, readme.substring(0, from) + table() + readme.substring(to));
        } else {
            assertThat(readme.substring(from, to)).as("run with -Ddragoman.readme.write=true to write it anew").isEqualTo(table());
        }
    }

    private static String table() {
        return Stream.concat(Stream.of("| setting | meaning | default |", "|---|---|---|"),
                Arrays.stream(Setting.values()).map(s -> "| `" + s.key() + "` | " + s.meaning() + " | " + s.shownDefault() + " |"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
