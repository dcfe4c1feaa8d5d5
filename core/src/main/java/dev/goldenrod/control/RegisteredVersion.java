package dev.goldenrod.control;

import java.util.UUID;

/** What became of a {@link RegisterVersion}: the golden's id and the number the version got. */
public record RegisteredVersion(UUID goldenId, int version) {}
