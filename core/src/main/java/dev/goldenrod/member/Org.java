package dev.goldenrod.member;

import java.time.Instant;
import java.util.UUID;

/** An organisation: the tenant that every other row belongs to. */
public record Org(UUID id, String name, Instant createdAt) {}
