package io.dragoman.gateway;

import io.dragoman.http.EdgeErrors;
import io.dragoman.http.EdgeLimits;
import io.dragoman.replay.CarrierCodec;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;

/** What the steps of all routes share: the settings of this context and what was made of them. Bean {@code gateway}. */
public final class Gateway implements CamelContextAware {
    private Optional<CamelContext> context = Optional.empty();
    private Optional<GatewaySettings> settings = Optional.empty();
    private Optional<ModelDirectory> directory = Optional.empty();
    private GatewayListener listener = GatewayListener.NONE;
    private CarrierCodec carriers = new CarrierCodec();

    public Gateway() {}

    /** For tests and for hosts that make their own settings. */
    public Gateway(GatewaySettings settings) {
        use(settings);
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        if (context.isPresent()) {
            return;
        }
        context = Optional.of(camelContext);
        use(GatewaySettings.of(camelContext));
        listener = Optional.ofNullable(camelContext.getRegistry().lookupByNameAndType(GatewayListener.BEAN, GatewayListener.class))
                .orElse(GatewayListener.NONE);
        camelContext.getRegistry().bind(GatewayListener.BEAN, GatewayListener.class, listener);
        camelContext.getRegistry().bind("liveSettings", liveSettings());
        camelContext.getRegistry().bind("edgeLimits", edgeLimits());
        camelContext.getRegistry().bind("edgeErrors", EdgeErrors.class, edgeErrors());
        camelContext.getRegistry().bind("breakerConfig", breakerConfig());
    }

    @Override
    public CamelContext getCamelContext() {
        return context.orElseThrow();
    }

    private void use(GatewaySettings given) {
        settings = Optional.of(given);
        directory = Optional.of(new ModelDirectory(Providers.of(given), given.models()));
        carriers = given.carrierKey().map(CarrierCodec::new).orElseGet(CarrierCodec::new);
    }

    public GatewaySettings settings() {
        return settings.orElseThrow();
    }

    public ModelDirectory directory() {
        return directory.orElseThrow();
    }

    /** Who is told what happens. */
    public GatewayListener listener() {
        return listener;
    }

    /** What packs and opens carriers, with the configured key. */
    public CarrierCodec carriers() {
        return carriers;
    }

    /** Made for the calls and live replies. */
    public LiveSettings liveSettings() {
        GatewaySettings s = settings();
        return new LiveSettings(s.timeouts(), s.keepAliveMillis(), s.limits().eventBytes(),
                LiveSettings.PauseTurn.valueOf(s.pauseTurn().mode().name()), s.pauseTurn().max(), s.shutdownGraceMillis());
    }

    /** Made for the edge. */
    public EdgeLimits edgeLimits() {
        GatewaySettings.Limits limits = settings().limits();
        return new EdgeLimits(limits.bodyBytes(), limits.bodiesBytes(), limits.inFlight(), EdgeLimits.DEFAULT.headerBytes());
    }

    /** Made for the edge. */
    public EdgeErrors edgeErrors() {
        return path -> Wires.ofPath(path).errors();
    }

    public Breakers.Config breakerConfig() {
        GatewaySettings.Breaker breaker = settings().breaker();
        return new Breakers.Config(breaker.enabled(), breaker.failures(), breaker.window(), breaker.openMillis());
    }
}
