package io.dragoman.monitor;

import io.dragoman.conversation.Failure;
import io.dragoman.gateway.ExchangeSummary;
import io.dragoman.gateway.GatewayListener;
import io.dragoman.repair.RepairReport;
import io.dragoman.replay.ReplayReport;
import io.dragoman.wire.Loss;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells several listeners what one is told. */
public final class Listeners implements GatewayListener {
    private final List<GatewayListener> all;

    public Listeners(List<GatewayListener> all) {
        this.all = List.copyOf(all);
    }

    private void tell(Consumer<GatewayListener> what) {
        for (GatewayListener listener : all) {
            what.accept(listener);
        }
    }

    @Override
    public void replay(String lane, ReplayReport report) {
        tell(l -> l.replay(lane, report));
    }

    @Override
    public void repaired(String lane, RepairReport report) {
        tell(l -> l.repaired(lane, report));
    }

    @Override
    public void lost(String lane, List<Loss> losses) {
        tell(l -> l.lost(lane, losses));
    }

    @Override
    public void attempt(String provider, int number, Reason reason) {
        tell(l -> l.attempt(provider, number, reason));
    }

    @Override
    public void attempted(String provider, Optional<Failure> failure, long nanos) {
        tell(l -> l.attempted(provider, failure, nanos));
    }

    @Override
    public void breaker(String provider, String state) {
        tell(l -> l.breaker(provider, state));
    }

    @Override
    public void streamOpened() {
        tell(GatewayListener::streamOpened);
    }

    @Override
    public void streamCommitted() {
        tell(GatewayListener::streamCommitted);
    }

    @Override
    public void streamClosed(boolean aborted) {
        tell(l -> l.streamClosed(aborted));
    }

    @Override
    public void ended(ExchangeSummary summary) {
        tell(l -> l.ended(summary));
    }
}
