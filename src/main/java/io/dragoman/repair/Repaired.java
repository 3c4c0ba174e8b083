package io.dragoman.repair;

import io.dragoman.conversation.Aliases;
import io.dragoman.conversation.Conversation;

/** A conversation that the target takes, how its tools are called on the way back, and what was changed. */
public record Repaired(Conversation conversation, Aliases aliases, RepairReport report) {}
