package dev.goldenrod.instance;

import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An instance: a time-limited clone of one golden version.
 *
 * @param ownerId the member that owns it; {@link #UNOWNED} while it is warm
 * @param poolId the pool in which it waits to be claimed; null otherwise
 * @param name unique among the instances of its owner; null for none
 * @param revision raised by the store at every update; an update of an older revision is refused
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
  /** The owner id of warm instances, which no member owns yet. */
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

  /** Returns a new instance that is to be cloned. */
  public static Instance launched(
      UUID id, UUID orgId, UUID ownerId, UUID clusterId, InstanceSpec spec, Instant now) {
    return new Instance(id, orgId, ownerId, clusterId, null, null, spec, initialStatus(), now, 0);
  }

  /** Returns a new instance that is cloned ahead of its use and waits in the pool. */
  public static Instance warm(
      UUID id, UUID orgId, UUID clusterId, UUID poolId, InstanceSpec spec, Instant now) {
    return new Instance(id, orgId, UNOWNED, clusterId, poolId, null, spec, initialStatus(), now, 0);
  }

  private static InstanceStatus initialStatus() {
    return new InstanceStatus(InstancePhase.PENDING, "", "", InstanceStatus.NEVER_READY);
  }

  /** Returns whether the instance waits in a pool to be claimed. */
  public boolean isWarm() {
    return poolId != null;
  }

  /** Returns a copy claimed by the owner, which expires after the given time. */
  public Instance claimed(UUID owner, Ttl ttl, Instant now) {
    InstanceSpec claimedSpec = spec.withLife(ttl, now.plus(ttl.duration()));
    return new Instance(
        id, orgId, owner, clusterId, null, name, claimedSpec, status, now, revision);
  }

  /**
   * Returns a copy with the given name.
   *
   * @param newName null for none
   */
  public Instance named(@Nullable String newName) {
    return new Instance(
        id, orgId, ownerId, clusterId, poolId, newName, spec, status, createdAt, revision);
  }

  /** Returns the golden's name and, if it has one, the instance's name, for audit events. */
  public Map<String, @Nullable Object> labels() {
    String golden = spec.golden().name();
    return name == null ? Map.of("golden", golden) : Map.of("golden", golden, "name", name);
  }

  public InstancePhase phase() {
    return status.phase();
  }

  /**
   * Returns whether the present copy of the golden has been ready, so that it may hold its owner's
   * changes.
   */
  public boolean wasReady() {
    // Rows that an older server wrote have no ready generation.
    return phase() == InstancePhase.READY || status.readyGeneration() == spec.cloneGeneration();
  }

  /** Returns a copy that has not been begun yet, for the given reason. */
  public Instance waiting(String reason) {
    return with(spec, InstancePhase.PENDING, status.endpoint(), reason);
  }

  /** Returns a copy that is being created or repaired; the message says what it waits for. */
  public Instance provisioning(String message) {
    return with(spec, InstancePhase.PROVISIONING, status.endpoint(), message);
  }

  /** Returns a copy that is reachable at the endpoint. */
  public Instance becameReady(String endpoint) {
    return becameReady(endpoint, "");
  }

  /**
   * Returns a copy that is reachable at the endpoint.
   *
   * @param message a remark for its owner; may be empty
   */
  public Instance becameReady(String endpoint, String message) {
    return with(spec, InstancePhase.READY, endpoint, message);
  }

  /** Returns a copy that cannot be created, for the given reason. */
  public Instance failed(String reason) {
    return with(spec, InstancePhase.FAILED, status.endpoint(), reason);
  }

  /** Returns a copy that is to be cloned again from its present version. */
  public Instance resetRequested() {
    return with(spec.withReset(), InstancePhase.PENDING, status.endpoint(), "");
  }

  /** Returns a copy that is to be cloned again from the given version. */
  public Instance refreshRequested(GoldenRef golden) {
    return with(spec.withGolden(golden), InstancePhase.PENDING, status.endpoint(), "");
  }

  /** Returns a copy that expires at the given time. */
  public Instance extended(Ttl ttl, Instant expiresAt) {
    return with(spec.withLife(ttl, expiresAt), phase(), status.endpoint(), status.message());
  }

  /** Returns a copy that is to be deleted. */
  public Instance deletionRequested() {
    return with(spec.withAbsence(), InstancePhase.TERMINATING, status.endpoint(), "");
  }

  private Instance with(InstanceSpec next, InstancePhase phase, String endpoint, String message) {
    if (!phase().canBecome(phase)) {
      throw new IllegalStateException(
          "instance " + id + " cannot go from " + phase() + " to " + phase);
    }
    boolean isReadyGeneration = phase == InstancePhase.READY || wasReady();
    int readyGeneration = isReadyGeneration ? spec.cloneGeneration() : status.readyGeneration();
    InstanceStatus nextStatus = new InstanceStatus(phase, endpoint, message, readyGeneration);
    return new Instance(
        id, orgId, ownerId, clusterId, poolId, name, next, nextStatus, createdAt, revision);
  }
}
