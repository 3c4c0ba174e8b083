package io.dragoman.gateway;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.Conversation;
import io.dragoman.conversation.RedactedThinking;
import io.dragoman.conversation.Role;
import io.dragoman.conversation.Settings;
import io.dragoman.conversation.Text;
import io.dragoman.conversation.Thinking;
import io.dragoman.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Makes a compaction request an ordinary one that any provider can answer: without tools, forced choices, structured output and thinking, and with
 * the question for a summary where the client left it to the server.
 */
public final class AskForSummary implements Processor {
    private static final String QUESTION = """
            Write a handover note for whoever continues this conversation without having read it. Say what the user wants and what was decided, \
            what has been done and found out, what is left to do, and every name, path, number and quotation that will be needed again. \
            Write only the note.""";

    private final Optional<String> model;

    public AskForSummary(Gateway gateway) {
        model = gateway.settings().compactionModel();
    }

    @Override
    public void process(Exchange exchange) {
        Conversation asked = Passages.conversation(exchange);
        Passage passage = Passages.of(exchange);
        boolean serverAsks = passage.compaction().filter(form -> form != Passage.Compaction.MESSAGE).isPresent();
        if (passage.compaction().filter(form -> form == Passage.Compaction.DOCUMENT).isPresent()) {
            passage.request(passage.request().withSettings(passage.request().settings().toBuilder().stream(false).build()));
        }
        exchange.getMessage().setBody(summary(asked, serverAsks));
    }

    private Conversation summary(Conversation asked, boolean serverAsks) {
        List<Turn> turns = new ArrayList<>();
        for (Turn turn : asked.turns()) {
            List<Block> kept = turn.blocks().stream().filter(AskForSummary::isKept).toList();
            if (!kept.isEmpty()) {
                turns.add(kept.size() == turn.blocks().size() ? turn : turn.withBlocks(kept));
            }
        }
        if (serverAsks) {
            turns.add(Turn.made(Role.USER, Text.of(QUESTION)));
        }
        Settings plain = asked.settings().toBuilder().format(Optional.empty()).verbosity(Optional.empty()).parallelTools(Optional.empty()).build();
        Conversation summary = asked.withTurns(turns).withTools(List.of(), Optional.empty()).withSettings(plain);
        return model.map(summary::withModel).orElse(summary);
    }

    private static boolean isKept(Block block) {
        return !(block instanceof Thinking || block instanceof RedactedThinking || IsCompaction.isTrigger(block));
    }
}
