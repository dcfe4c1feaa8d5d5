package dev.goldenrod.instance;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A time-limited clone of one golden version.
 *
 * @param clusterId the cluster that runs it
 * @param revision raised by the store at every update; an update against an older one is refused
 */
public record Instance(
    UUID id,
    UUID orgId,
    UUID ownerId,
    UUID clusterId,
    InstanceSpec spec,
    InstanceStatus status,
    Instant createdAt,
    long revision) {
  public Instance {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(ownerId);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(spec);
    Objects.requireNonNull(status);
    Objects.requireNonNull(createdAt);
  }

  /** A launch that was accepted. */
  public static Instance launched(
      UUID id, UUID orgId, UUID ownerId, UUID clusterId, InstanceSpec spec, Instant now) {
    InstanceStatus status = new InstanceStatus(InstancePhase.PENDING, "", "");
    return new Instance(id, orgId, ownerId, clusterId, spec, status, now, 0);
  }

  public InstancePhase phase() {
    return status.phase();
  }

  /** The same instance, not begun yet for the reason. */
  public Instance waiting(String reason) {
    return with(spec, InstancePhase.PENDING, status.endpoint(), reason);
  }

  /** The same instance, being made or repaired; the message says what it waits for. */
  public Instance provisioning(String message) {
    return with(spec, InstancePhase.PROVISIONING, status.endpoint(), message);
  }

  /** The same instance, reachable at the endpoint. */
  public Instance becameReady(String endpoint) {
    return with(spec, InstancePhase.READY, endpoint, "");
  }

  /** The same instance, which cannot be made for the reason. */
  public Instance failed(String reason) {
    return with(spec, InstancePhase.FAILED, status.endpoint(), reason);
  }

  /** The same instance, to be cloned again from its version. */
  public Instance resetRequested() {
    return with(spec.withReset(), InstancePhase.PENDING, status.endpoint(), "");
  }

  /** The same instance, to be cloned again from that version. */
  public Instance refreshRequested(GoldenRef golden) {
    return with(spec.withGolden(golden), InstancePhase.PENDING, status.endpoint(), "");
  }

  /** The same instance with a later end. */
  public Instance extended(Ttl ttl, Instant expiresAt) {
    return with(spec.withLife(ttl, expiresAt), phase(), status.endpoint(), status.message());
  }

  /** The same instance, to be destroyed. */
  public Instance deletionRequested() {
    return with(spec.withAbsence(), InstancePhase.TERMINATING, status.endpoint(), "");
  }

  private Instance with(InstanceSpec next, InstancePhase phase, String endpoint, String message) {
    if (!phase().canBecome(phase)) {
      throw new IllegalStateException(
          "instance " + id + " cannot go from " + phase() + " to " + phase);
    }
    InstanceStatus nextStatus = new InstanceStatus(phase, endpoint, message);
    return new Instance(id, orgId, ownerId, clusterId, next, nextStatus, createdAt, revision);
  }
}
