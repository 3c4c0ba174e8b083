package io.dragoman.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.component.netty.http.HttpServerBootstrapFactory;
import org.apache.camel.component.netty.http.NettyHttpComponent;
import org.apache.camel.component.netty.http.NettyHttpConsumer;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Netty HTTP with {@link ClientEdge} as its pipeline and {@link ClientBinding} as its binding; as a bean its name is the scheme of the endpoints.
 * The stock component has a fixed pipeline: it passes over the endpoint's own serverInitializerFactory.
 */
public final class ClientComponent extends NettyHttpComponent {
    private final ClientEdge edge;
    private final Map<String, HttpServerBootstrapFactory> servers = new ConcurrentHashMap<>();

    public ClientComponent(ClientEdge edge) {
        this.edge = edge;
        setNettyHttpBinding(new ClientBinding());
        setMuteException(true);
    }

    @Override
    protected HttpServerBootstrapFactory getOrCreateHttpNettyServerBootstrapFactory(NettyHttpConsumer consumer) {
        return servers.computeIfAbsent(consumer.getConfiguration().getAddress(), address -> server(consumer));
    }

    /** All endpoints of one address share a server; the first one's options hold. */
    private HttpServerBootstrapFactory server(NettyHttpConsumer consumer) {
        HttpServerBootstrapFactory server =
                new HttpServerBootstrapFactory(getMultiplexChannelHandler(consumer.getConfiguration().getPort()), false);
        server.init(getCamelContext(), consumer.getConfiguration(), edge.createPipelineFactory(consumer));
        return server;
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(servers.values());
        servers.clear();
        super.doStop();
    }
}
