package io.dragoman.gateway;

import java.util.List;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Fills the route template {@code provider} once for each configured provider, so that each has its own route and counters. The definitions are
 * started here: routes that are added at this point of the start are not started by anybody else.
 */
public final class ProviderRoutes implements CamelContextAware {
    private static final String TEMPLATE = "provider";

    private final Gateway gateway;
    private Optional<CamelContext> context = Optional.empty();

    public ProviderRoutes(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        if (context.isPresent()) {
            return;
        }
        context = Optional.of(camelContext);
        camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextInitialized(CamelContext initialised) {
                gateway.settings().providers().values().forEach(provider -> add(initialised, provider));
            }
        });
    }

    @Override
    public CamelContext getCamelContext() {
        return context.orElseThrow();
    }

    private static void add(CamelContext camel, GatewaySettings.ProviderSettings provider) {
        ModelCamelContext model = (ModelCamelContext) camel;
        String id = TEMPLATE + "-" + provider.name();
        TemplatedRouteBuilder.builder(camel, TEMPLATE).routeId(id).prefixId(provider.name() + "-")
                .parameter("name", provider.name()).parameter("sink", provider.sink()).add();
        RouteDefinition definition = model.getRouteDefinition(id);
        try {
            model.startRouteDefinitions(List.of(definition));
        } catch (Exception e) {
            throw new IllegalStateException("The route of provider " + provider.name() + " did not start.", e);
        }
    }
}
