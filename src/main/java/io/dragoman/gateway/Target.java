package io.dragoman.gateway;

/** A provider and the model to ask it for. */
public record Target(Provider provider, String model) {}
