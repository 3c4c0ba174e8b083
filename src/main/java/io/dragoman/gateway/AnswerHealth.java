package io.dragoman.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dragoman.http.ClientRequest;
import java.util.Collection;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

/** {@code /health/live} and {@code /health/ready} from Camel's own checks. Not ready as soon as the context begins to stop. Needs no key. */
public final class AnswerHealth implements Processor {
    @Override
    public void process(Exchange exchange) {
        ClientRequest request = Passages.request(exchange);
        CamelContext context = exchange.getContext();
        boolean live = request.path().endsWith("/live");
        Collection<HealthCheck.Result> results = live ? HealthCheckHelper.invokeLiveness(context) : HealthCheckHelper.invokeReadiness(context);
        boolean up = results.stream().allMatch(result -> result.getState() == HealthCheck.State.UP)
                && (live || context.getStatus().isStarted() && !context.isStopping());
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("status", up ? "UP" : "DOWN");
        results.stream().filter(result -> result.getState() != HealthCheck.State.UP)
                .forEach(result -> body.withArray("down").add(result.getCheck().getId()));
        Answers.json(exchange, up ? 200 : 503, body, Map.of("cache-control", "no-store"));
    }
}
