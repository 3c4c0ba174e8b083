package io.dragoman.conversation;

/** JSON together with the wire it is written in: only a codec of that wire may send it on as it is. */
public record Raw(WireName wire, Json json) {
    public boolean isOf(WireName other) {
        return wire.equals(other);
    }
}
