package io.dragoman.gateway;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.Failure;
import io.dragoman.conversation.Seal;
import io.dragoman.conversation.StopReason;
import io.dragoman.conversation.Usage;
import io.dragoman.repair.RepairReport;
import io.dragoman.repair.Repaired;
import io.dragoman.wire.EventSink;
import io.dragoman.wire.Loss;
import io.dragoman.wire.ReplyContext;
import io.dragoman.wire.ReplyEncoder;
import io.dragoman.wire.Wire;
import io.dragoman.wire.responses.CompactionEncoder;
import io.dragoman.wire.responses.CompactionSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Everything one exchange knows on its way from the client's request to the end of the answer: one mutable object in the exchange
 * property {@link DragomanConstants#PASSAGE}, because Camel copies messages and properties in places. Steps run one after another, so
 * it is not synchronised; what other threads read is volatile.
 */
public final class Passage {
    private final String requestId;
    private final Wire clientWire;
    private final Map<String, String> clientHeaders;
    private final String query;
    private final long startedNanos = System.nanoTime();
    private Optional<Conversation> request = Optional.empty();
    private List<Target> targets = List.of();
    private volatile int target;
    private volatile Aliases aliases = Aliases.NONE;
    private volatile Seal seal = blocks -> {
        throw new IllegalStateException("Nobody said how this target's blocks are carried.");
    };
    private final Map<String, String> replyHeaders = new LinkedHashMap<>();
    private Optional<ClientReply> reply = Optional.empty();
    private int attempts;
    private int retries;
    private boolean count;
    private Optional<Repaired> sent = Optional.empty();
    private Optional<Repaired> mended = Optional.empty();
    private Optional<Budget.Attempt> next = Optional.empty();
    private List<Loss> losses = List.of();
    private RepairReport repairs = RepairReport.NOTHING;
    private final Map<String, Integer> replayed = new TreeMap<>();
    private Optional<Compaction> compaction = Optional.empty();
    private UnaryOperator<String> summaryToken = summary -> summary;
    private volatile Usage usage = Usage.NONE;
    private volatile Optional<StopReason> stopReason = Optional.empty();
    private volatile Optional<Failure> failure = Optional.empty();
    private volatile long firstOutputNanos;

    /** What a compaction must give back. MESSAGE: the summary as an ordinary answer. ITEM: exactly one compaction item. DOCUMENT: that of /v1/responses/compact. */
    public enum Compaction { MESSAGE, ITEM, DOCUMENT }

    /** @param clientHeaders names in lower case, credentials removed */
    public Passage(String requestId, Wire clientWire, Map<String, String> clientHeaders, String query) {
        this.requestId = requestId;
        this.clientWire = clientWire;
        this.clientHeaders = Map.copyOf(clientHeaders);
        this.query = query;
    }

    public String requestId() {
        return requestId;
    }

    public Wire clientWire() {
        return clientWire;
    }

    public Map<String, String> clientHeaders() {
        return clientHeaders;
    }

    /** Query string of the client's request without the question mark, may be empty. */
    public String query() {
        return query;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /** The request as decoded. @throws IllegalStateException before decoding */
    public Conversation request() {
        return request.orElseThrow(() -> new IllegalStateException("The request was not decoded yet."));
    }

    public void request(Conversation decoded) {
        request = Optional.of(decoded);
    }

    public List<Target> targets() {
        return targets;
    }

    public void targets(List<Target> resolved) {
        targets = List.copyOf(resolved);
        target = 0;
    }

    /** Client wire and provider wire in letters, such as {@code A>R}; {@code A>-} as long as no target was found. */
    public String lane() {
        return letter(clientWire) + ">" + (targets.isEmpty() ? "-"
                : target().provider().nativeAnthropic() || target().provider().wire() != Wires.ANTHROPIC ? letter(target().provider().wire()) : "K");
    }

    private static String letter(Wire wire) {
        return wire == Wires.ANTHROPIC ? "A" : wire == Wires.RESPONSES ? "R" : "C";
    }

    /** The target of the current attempt. */
    public Target target() {
        return targets.get(target);
    }

    public int targetNumber() {
        return target;
    }

    public void targetNumber(int number) {
        target = number;
    }

    public Aliases aliases() {
        return aliases;
    }

    public void aliases(Aliases ofThisAttempt) {
        aliases = ofThisAttempt;
    }

    /** How blocks of this attempt's target are packed for the client. */
    public Seal seal() {
        return seal;
    }

    public void seal(Seal ofThisAttempt) {
        seal = ofThisAttempt;
    }

    /** Headers that a live reply gets besides the provider's, such as reports. Set before the head is sent. */
    public Map<String, String> replyHeaders() {
        return replyHeaders;
    }

    /** The reply toward the client, once an attempt has begun. The error step must ask it before it makes a reply of its own. */
    public Optional<ClientReply> reply() {
        return reply;
    }

    void reply(ClientReply begun) {
        reply = Optional.of(begun);
    }

    /** Calls of providers so far, the running one included. */
    public int attempts() {
        return attempts;
    }

    void attemptBegins() {
        attempts++;
    }

    /** Attempts that went to the same target again. */
    int retries() {
        return retries;
    }

    void retryBegins() {
        retries++;
    }

    /** What was decided after the last failure. */
    Optional<Budget.Attempt> next() {
        return next;
    }

    void next(Optional<Budget.Attempt> decided) {
        next = decided;
    }

    /** True when the client wants events. */
    public boolean isStream() {
        return request.filter(conversation -> conversation.settings().stream()).isPresent();
    }

    /** True when only the tokens of the request are asked for. */
    boolean isCount() {
        return count;
    }

    void countsOnly() {
        count = true;
    }

    /** What this attempt sends, fitted to its target. */
    Optional<Repaired> sent() {
        return sent;
    }

    void sent(Repaired ofThisAttempt) {
        sent = Optional.of(ofThisAttempt);
    }

    /** What to send instead, since the target has refused an opaque value in what was sent. Once a target. */
    Optional<Repaired> mended() {
        return mended;
    }

    void mended(Optional<Repaired> instead) {
        mended = instead;
    }

    /** What had no slot at this attempt's target. */
    public List<Loss> losses() {
        return losses;
    }

    void losses(List<Loss> ofThisAttempt) {
        losses = List.copyOf(ofThisAttempt);
    }

    /** What was changed for this attempt's target. */
    public RepairReport repairs() {
        return repairs;
    }

    void repairs(RepairReport ofThisAttempt) {
        repairs = ofThisAttempt;
    }

    /** Server-tool runs by outcome, over all attempts. */
    public Map<String, Integer> replayCounts() {
        return Map.copyOf(replayed);
    }

    void countReplay(Map<String, Integer> counts) {
        counts.forEach((outcome, runs) -> replayed.merge(outcome, runs, Integer::sum));
    }

    /** Set on compaction routes. */
    public Optional<Compaction> compaction() {
        return compaction;
    }

    /** @param token packs a summary into what a compaction item holds */
    void compaction(Compaction wanted, UnaryOperator<String> token) {
        compaction = Optional.of(wanted);
        summaryToken = token;
    }

    /** What makes the answer of a provider the one item that the client wants; empty when it stays what it is. @param made gets the events */
    Optional<EventSink> summary(ReplyContext context, EventSink made) {
        return compaction.filter(form -> form != Compaction.MESSAGE && !isStream())
                .map(form -> new CompactionSummary(CompactionEncoder.itemId(context), summaryToken, made));
    }

    /**
     * The encoder that writes this exchange's reply for its client, streamed or whole as the client asked. Of a whole reply it wants the events
     * that {@link #summary} has made, where there is one.
     */
    public ReplyEncoder replyEncoder(ReplyContext context) {
        if (isStream()) {
            return compaction.filter(form -> form == Compaction.ITEM).map(form -> CompactionEncoder.stream(context, summaryToken))
                    .orElseGet(() -> clientWire.streamEncoder(context));
        }
        return compaction.filter(form -> form == Compaction.DOCUMENT).map(form -> CompactionEncoder.document(context))
                .orElseGet(() -> clientWire.wholeEncoder(context));
    }

    /** False where the reply must be written anew although provider and client speak the same wire. */
    public boolean framesMayPass() {
        return compaction.filter(form -> form != Compaction.MESSAGE).isEmpty();
    }

    /** Tokens of the whole answer, summed over resumed turns; told by the relay. */
    public Usage usage() {
        return usage;
    }

    public void usage(Usage told) {
        usage = told;
    }

    public Optional<StopReason> stopReason() {
        return stopReason;
    }

    public void stopReason(StopReason told) {
        stopReason = Optional.of(told);
    }

    /** Why the answer failed or broke off; told by whoever told the client. */
    public Optional<Failure> failure() {
        return failure;
    }

    public void failure(Failure told) {
        failure = Optional.of(told);
    }

    /** Nanoseconds from the request to the first output event of the provider, 0 before. */
    public long firstOutputNanos() {
        return firstOutputNanos;
    }

    public void firstOutput() {
        if (firstOutputNanos == 0) {
            firstOutputNanos = System.nanoTime() - startedNanos;
        }
    }
}
