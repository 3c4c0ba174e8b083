package io.dragoman.gateway;

import io.dragoman.conversation.TargetRules;
import io.dragoman.gateway.GatewaySettings.ProviderSettings;
import io.dragoman.gateway.GatewaySettings.ProviderWire;
import io.dragoman.wire.Wire;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes providers out of settings: what each takes is decided here and nowhere else. */
final class Providers {
    private static final String ANTHROPIC_VERSION = "2023-06-01";

    private Providers() {}

    static Map<String, Provider> of(GatewaySettings settings) {
        Map<String, Provider> providers = new LinkedHashMap<>();
        settings.providers().forEach((name, each) -> providers.put(name, provider(each, settings.promptCache())));
        return Collections.unmodifiableMap(providers);
    }

    private static Provider provider(ProviderSettings s, boolean promptCache) {
        Wire wire = Wires.of(s.wire());
        boolean compatible = s.wire() == ProviderWire.ANTHROPIC_COMPATIBLE;
        TargetRules rules = new TargetRules(wire.name(), issuer(s), s.nativeAnthropic() || compatible && s.serverTools(), s.webSearch(),
                s.maxToolCalls(), s.forcedSearch(), !compatible, ids(s.wire()), s.reasoning(), s.nativeAnthropic() && promptCache,
                wire == Wires.ANTHROPIC ? ANTHROPIC_VERSION : "");
        return new Provider(s.name(), wire, s.nativeAnthropic(), s.url(), s.credential(), rules, s.path());
    }

    /** Native Anthropic is one issuer wherever it is reached; anybody else, and the demo, is a wire and a host. */
    private static String issuer(ProviderSettings s) {
        String wire = Wires.of(s.wire()).name().value();
        boolean isVendor = s.nativeAnthropic() && !s.url().getScheme().equals(SettingsReader.DEMO);
        return isVendor ? wire : wire + ":" + s.url().getAuthority();
    }

    private static TargetRules.Ids ids(ProviderWire wire) {
        return switch (wire) {
            case ANTHROPIC -> new TargetRules.Ids(64, 128, false);
            case ANTHROPIC_COMPATIBLE -> new TargetRules.Ids(64, 128, true);
            case OPENAI_RESPONSES -> new TargetRules.Ids(64, 64, true);
            case OPENAI_CHAT -> new TargetRules.Ids(40, 64, true);
        };
    }
}
