package io.dragoman.conversation;

/**
 * What one provider takes, so that replay, repair and encoding need not know who it is.
 *
 * @param wire             its wire
 * @param issuer           who makes its opaque values: {@code anthropic} for native Anthropic, else wire and host
 * @param nativeServerTools verbatim server-tool exchanges go to it (native Anthropic, or a third party that really runs them)
 * @param webSearch        it runs hosted web search
 * @param maxToolCalls     it accepts a limit on tool calls
 * @param forcedSearch     it accepts a forced web search
 * @param systemTurns      it accepts system messages among the turns
 * @param ids              which tool ids and names it accepts
 * @param reasoning        how it wants earlier reasoning back
 * @param automaticCache   Anthropic's automatic cache mark is to be set on requests of other wires
 * @param wireVersion      version header the request carries, empty when the wire has none
 */
public record TargetRules(WireName wire, String issuer, boolean nativeServerTools, boolean webSearch, boolean maxToolCalls,
        boolean forcedSearch, boolean systemTurns, Ids ids, ReasoningReturn reasoning, boolean automaticCache, String wireVersion) {
    /**
     * @param maxToolId   characters of a tool call id
     * @param maxToolName characters of a tool name
     * @param shortenIds  length alone is a reason to rewrite an id
     */
    public record Ids(int maxToolId, int maxToolName, boolean shortenIds) {}

    /** AUTO: as the wire does it; SIGNED, UNSIGNED: thinking blocks with or without signature; CONTENT: reasoning_content; NONE: not at all. */
    public enum ReasoningReturn { AUTO, SIGNED, UNSIGNED, CONTENT, NONE }
}
