package dev.goldenrod.instance;

import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A time-limited clone of one golden version.
 *
 * @param ownerId the member that owns it; {@link #UNOWNED} while it is warm
 * @param clusterId the cluster that runs it
 * @param poolId the pool it waits in to be claimed; null otherwise
 * @param name unique among the instances of its owner; null for one without a name
 * @param revision raised by the store at every update; an update against an older one is refused
 */
public record Instance(
    UUID id,
    UUID orgId,
    UUID ownerId,
    UUID clusterId,
    @Nullable UUID poolId,
    @Nullable String name,
    InstanceSpec spec,
    InstanceStatus status,
    Instant createdAt,
    long revision) {
  /** The owner of warm instances. */
  public static final UUID UNOWNED = new UUID(0, 0);

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
    return new Instance(id, orgId, ownerId, clusterId, null, null, spec, status, now, 0);
  }

  /** A clone made ahead, to wait in the pool. */
  public static Instance warm(
      UUID id, UUID orgId, UUID clusterId, UUID poolId, InstanceSpec spec, Instant now) {
    InstanceStatus status = new InstanceStatus(InstancePhase.PENDING, "", "");
    return new Instance(id, orgId, UNOWNED, clusterId, poolId, null, spec, status, now, 0);
  }

  /** Whether it waits in a pool to be claimed. */
  public boolean isWarm() {
    return poolId != null;
  }

  /** The same instance, claimed by the owner to live so long. */
  public Instance claimed(UUID owner, Ttl ttl, Instant now) {
    InstanceSpec claimedSpec = spec.withLife(ttl, now.plus(ttl.duration()));
    return new Instance(
        id, orgId, owner, clusterId, null, name, claimedSpec, status, now, revision);
  }

  /**
   * The same instance under that name.
   *
   * @param newName null for none
   */
  public Instance named(@Nullable String newName) {
    return new Instance(
        id, orgId, ownerId, clusterId, poolId, newName, spec, status, createdAt, revision);
  }

  /** What people know it by: its golden, and its name if it has one. */
  public Map<String, @Nullable Object> labels() {
    String golden = spec.golden().name();
    return name == null ? Map.of("golden", golden) : Map.of("golden", golden, "name", name);
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
    return becameReady(endpoint, "");
  }

  /**
   * The same.
   *
   * @param message what its owner has to know of it; may be empty
   */
  public Instance becameReady(String endpoint, String message) {
    return with(spec, InstancePhase.READY, endpoint, message);
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

  /** The same instance, to be deleted. */
  public Instance deletionRequested() {
    return with(spec.withAbsence(), InstancePhase.TERMINATING, status.endpoint(), "");
  }

  private Instance with(InstanceSpec next, InstancePhase phase, String endpoint, String message) {
    if (!phase().canBecome(phase)) {
      throw new IllegalStateException(
          "instance " + id + " cannot go from " + phase() + " to " + phase);
    }
    InstanceStatus nextStatus = new InstanceStatus(phase, endpoint, message);
    return new Instance(
        id, orgId, ownerId, clusterId, poolId, name, next, nextStatus, createdAt, revision);
  }
}
