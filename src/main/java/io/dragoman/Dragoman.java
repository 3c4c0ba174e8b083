package io.dragoman;

public final class Dragoman {
    private Dragoman() {}

    public static void main(String[] args) {}
}
