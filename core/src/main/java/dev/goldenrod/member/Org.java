package dev.goldenrod.member;

import java.time.Instant;
import java.util.UUID;

/** An organization: the tenant that every other row belongs to. */
public record Org(UUID id, String name, Instant createdAt) {}
