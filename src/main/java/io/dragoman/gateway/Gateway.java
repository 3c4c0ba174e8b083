package io.dragoman.gateway;

import io.dragoman.http.EdgeErrors;
import io.dragoman.http.EdgeLimits;
import io.dragoman.replay.CarrierCodec;
import java.util.Objects;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;

/** What the steps of all routes share: the settings of this context and what was made of them. Bean {@code gateway}. */
public final class Gateway implements CamelContextAware {
    private CamelContext context;
    private GatewaySettings settings;
    private ModelDirectory directory;
    private CarrierCodec carriers = new CarrierCodec();

    public Gateway() {}

    /** For tests and for hosts that make their own settings. */
    public Gateway(GatewaySettings settings) {
        use(settings);
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        context = camelContext;
        use(GatewaySettings.of(camelContext));
        camelContext.getRegistry().bind("liveSettings", liveSettings());
        camelContext.getRegistry().bind("edgeLimits", edgeLimits());
        camelContext.getRegistry().bind("edgeErrors", EdgeErrors.class, edgeErrors());
        camelContext.getRegistry().bind("breakerConfig", breakerConfig());
    }

    @Override
    public CamelContext getCamelContext() {
        return context;
    }

    private void use(GatewaySettings given) {
        settings = given;
        directory = new ModelDirectory(Providers.of(given), given.models());
        carriers = given.carrierKey().map(CarrierCodec::new).orElseGet(CarrierCodec::new);
    }

    public GatewaySettings settings() {
        return Objects.requireNonNull(settings);
    }

    public ModelDirectory directory() {
        return Objects.requireNonNull(directory);
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
