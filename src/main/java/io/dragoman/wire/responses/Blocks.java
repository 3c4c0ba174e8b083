package io.dragoman.wire.responses;

import io.dragoman.conversation.Block;
import io.dragoman.conversation.BlockReader;
import io.dragoman.conversation.Json;
import io.dragoman.conversation.WireName;
import io.dragoman.wire.DecodeLimits;
import io.dragoman.wire.JsonScan;
import io.dragoman.wire.JsonScan.Value;
import java.util.List;
import java.util.Set;

/** Reads items and parts that travelled in a carrier. */
final class Blocks implements BlockReader {
    private static final Set<String> PARTS = Set.of(Names.INPUT_TEXT, Names.OUTPUT_TEXT, Names.REFUSAL, Names.INPUT_IMAGE, Names.INPUT_FILE);

    @Override
    public WireName wire() {
        return ResponsesWire.NAME;
    }

    @Override
    public Block read(Json block) {
        Value value = scan(block);
        List<Block> blocks = blocks(value);
        if (blocks.size() != 1) {
            throw value.invalid("must be one block");
        }
        return blocks.get(0);
    }

    @Override
    public List<Block> readAll(Json item) {
        return blocks(scan(item));
    }

    private static Value scan(Json json) {
        return JsonScan.object(json.toBytes(), DecodeLimits.DEFAULT.nesting());
    }

    private static List<Block> blocks(Value value) {
        return PARTS.contains(value.text(Names.TYPE).orElse("")) ? List.of(Parts.part(value)) : Items.read(value).blocks();
    }
}
