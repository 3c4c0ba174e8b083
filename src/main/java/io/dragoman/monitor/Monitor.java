package io.dragoman.monitor;

import io.dragoman.gateway.GatewayListener;
import io.dragoman.gateway.MetricsPage;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.LifecycleStrategySupport;

/** Puts metrics and MBeans into a context: a bean that the gateway finds as its listener and as what {@code /metrics} answers. */
public final class Monitor implements CamelContextAware, MetricsPage {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private Optional<CamelContext> context = Optional.empty();

    @Override
    public void setCamelContext(CamelContext camelContext) {
        if (context.isPresent()) {
            return;
        }
        context = Optional.of(camelContext);
        Losses losses = new Losses();
        Providers providers = new Providers();
        Repairs repairs = new Repairs();
        Replay replay = new Replay();
        Streams streams = new Streams();
        GatewayListener all = new Listeners(List.of(new GatewayMetrics(registry), losses, providers, repairs, replay, streams));
        camelContext.getRegistry().bind(GatewayListener.BEAN, GatewayListener.class, all);
        camelContext.addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextInitialized(CamelContext initialised) {
                List.of(losses, providers, repairs, replay, streams).forEach(service -> add(initialised, service));
            }
        });
    }

    private static void add(CamelContext context, Object service) {
        try {
            context.addService(service, true);
        } catch (Exception e) {
            throw new IllegalStateException("The MBean " + service.getClass().getSimpleName() + " could not be added.", e);
        }
    }

    @Override
    public CamelContext getCamelContext() {
        return context.orElseThrow();
    }

    @Override
    public String scrape() {
        return registry.scrape();
    }
}
