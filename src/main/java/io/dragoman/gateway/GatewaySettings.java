package io.dragoman.gateway;

import io.dragoman.conversation.TargetRules.ReasoningReturn;
import io.dragoman.http.ProviderRequest;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * All settings, checked and typed. Made once by {@link SettingsReader}; steps of routes get them from the context they run in.
 *
 * @param providers  by name, in the order of their names
 * @param models     target lists by name or glob
 * @param clientKeys asked for each request, since a key file may change; empty set: no key is asked for
 */
public record GatewaySettings(String host, int port, Map<String, ProviderSettings> providers, Map<String, List<TargetName>> models,
        Optional<String> compactionModel, Supplier<Set<String>> clientKeys, Set<String> corsOrigins, Set<String> allowedHosts, Retry retry,
        Breaker breaker, ProviderRequest.Timeouts timeouts, Limits limits, long keepAliveMillis, long shutdownGraceMillis, PauseTurn pauseTurn,
        boolean promptCache, Optional<String> carrierKey, boolean reportHeaders) {
    /** Name in a context's registry under which a start-up puts its settings. */
    public static final String BEAN = "dragomanSettings";

    /** What a provider speaks, as settings spell it. */
    public enum ProviderWire {
        ANTHROPIC("anthropic"), ANTHROPIC_COMPATIBLE("anthropic-compatible"), OPENAI_RESPONSES("openai-responses"), OPENAI_CHAT("openai-chat");

        private final String spelling;

        ProviderWire(String spelling) {
            this.spelling = spelling;
        }

        public String spelling() {
            return spelling;
        }
    }

    /** One configured provider. @param url without a trailing slash or /v1 */
    public record ProviderSettings(String name, ProviderWire wire, URI url, Supplier<Optional<String>> credential, boolean nativeAnthropic,
            boolean webSearch, boolean maxToolCalls, boolean forcedSearch, boolean serverTools, ReasoningReturn reasoning,
            ProviderRequest.NetworkPath path) {
        /** The sink kamelet that holds the provider's steps: that of Anthropic itself for a third party that really runs server tools. */
        public String sink() {
            return "dragoman-" + (serverTools && wire == ProviderWire.ANTHROPIC_COMPATIBLE ? ProviderWire.ANTHROPIC : wire).spelling() + "-sink";
        }

        @Override
        public String toString() {
            return "ProviderSettings[" + name + ", " + wire.spelling() + ", " + url + "]";
        }
    }

    /** {@code provider[/upstream-model]}. @param model empty: the name that the client used */
    public record TargetName(String provider, Optional<String> model) {}

    /** @param attempts extra attempts, retries and failovers of one target together */
    public record Retry(int attempts, long backoffMillis, long afterMaxMillis) {}

    public record Breaker(boolean enabled, int failures, int window, long openMillis) {}

    public record Limits(int bodyBytes, long bodiesBytes, int eventBytes, int replayBytes, int inFlight, int nesting) {}

    public record PauseTurn(Mode mode, int max) {
        /** AUTO: resumed for clients that cannot do it. */
        public enum Mode { AUTO, RELAY, RESUME }
    }

    public GatewaySettings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
        corsOrigins = Set.copyOf(corsOrigins);
        allowedHosts = Set.copyOf(allowedHosts);
    }

    /**
     * The settings of a context: those that the start-up put into its registry, else what the host's own properties say (then they are put
     * there).
     */
    public static GatewaySettings of(CamelContext context) {
        return ContextSettings.of(context);
    }

    @Override
    public String toString() {
        return "GatewaySettings[" + host + ":" + port + ", providers " + providers.keySet() + "]";
    }
}
