package dev.goldenrod.golden;

import dev.goldenrod.instance.InstancePhase;
import java.util.UUID;

/** A live clone of a golden, as a refused delete lists it. */
public record LiveClone(UUID id, UUID ownerId, InstancePhase phase) {}
