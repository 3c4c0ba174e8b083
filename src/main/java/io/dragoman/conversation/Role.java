package io.dragoman.conversation;

/** Who speaks in a turn. Results of client tools are blocks of a {@link #USER} turn on every wire. */
public enum Role { SYSTEM, DEVELOPER, USER, ASSISTANT }
