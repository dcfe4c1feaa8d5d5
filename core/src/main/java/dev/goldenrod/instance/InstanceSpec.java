package dev.goldenrod.instance;

import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.Objects;

/**
 * The requested properties of an instance.
 *
 * @param resetGeneration raised by every reset
 * @param cloneGeneration raised by every reset and refresh; identifies the copy of the golden
 */
public record InstanceSpec(
    GoldenRef golden,
    String namespace,
    InstanceSize size,
    Ttl ttl,
    Instant expiresAt,
    int resetGeneration,
    int cloneGeneration,
    DesiredState desiredState) {
  public InstanceSpec {
    Objects.requireNonNull(golden);
    Objects.requireNonNull(namespace);
    Objects.requireNonNull(size);
    Objects.requireNonNull(ttl);
    Objects.requireNonNull(expiresAt);
    Objects.requireNonNull(desiredState);
  }

  /** Returns the spec of a new instance. */
  public static InstanceSpec create(
      GoldenRef golden, String namespace, InstanceSize size, Ttl ttl, Instant now) {
    return new InstanceSpec(
        golden, namespace, size, ttl, now.plus(ttl.duration()), 0, 0, DesiredState.PRESENT);
  }

  InstanceSpec withReset() {
    return new InstanceSpec(
        golden,
        namespace,
        size,
        ttl,
        expiresAt,
        resetGeneration + 1,
        cloneGeneration + 1,
        desiredState);
  }

  InstanceSpec withGolden(GoldenRef newGolden) {
    return new InstanceSpec(
        newGolden,
        namespace,
        size,
        ttl,
        expiresAt,
        resetGeneration,
        cloneGeneration + 1,
        desiredState);
  }

  InstanceSpec withLife(Ttl newTtl, Instant newExpiresAt) {
    return new InstanceSpec(
        golden,
        namespace,
        size,
        newTtl,
        newExpiresAt,
        resetGeneration,
        cloneGeneration,
        desiredState);
  }

  InstanceSpec withAbsence() {
    return new InstanceSpec(
        golden,
        namespace,
        size,
        ttl,
        expiresAt,
        resetGeneration,
        cloneGeneration,
        DesiredState.ABSENT);
  }
}
